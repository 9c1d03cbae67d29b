/** MangaDex as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set(['title', 'limit', 'includes[]', 'contentRating[]', 'order[relevance]'])
const coverParameters = new Set(['manga[]', 'limit', 'offset', 'order[volume]'])
const error = (status: number) =>
  Response.json({ result: 'error', errors: [{ status }] }, { status })

export const startMangadex = (): ProviderServer =>
  startProviderServer((request) => {
    if (request.headers.has('via')) return error(400)
    const { pathname, searchParams } = new URL(request.url)
    const cover = answerCovers(pathname, searchParams)
    if (cover) return cover
    if ([...searchParams.keys()].some((name) => !parameters.has(name))) return error(400)
    const id = /^\/manga\/([0-9a-f-]{36})$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = manga.find((one) => one.id === id)
      return found ? Response.json({ result: 'ok', data: found }) : error(404)
    }
    if (pathname !== '/manga' || !(Number(searchParams.get('limit')) <= 100)) return error(400)
    const text = searchParams.get('title')!.toLowerCase()
    const ratings = searchParams.getAll('contentRating[]')
    const data = manga.filter(
      ({ attributes }) =>
        ratings.includes(attributes.contentRating) &&
        Object.values(attributes.title).some((title) => title.toLowerCase().includes(text)),
    )
    return Response.json({ result: 'ok', response: 'collection', data, total: data.length })
  })

function answerCovers(pathname: string, searchParams: URLSearchParams) {
  const coverId = /^\/cover\/([0-9a-f-]{36})$/.exec(pathname)?.[1]
  if (coverId !== undefined) {
    const cover = covers.find((one) => one.id === coverId)
    return cover ? Response.json({ result: 'ok', data: cover }) : error(404)
  }
  if (pathname === '/cover') {
    const isKnown = [...searchParams.keys()].every((name) => coverParameters.has(name))
    if (!isKnown || !(Number(searchParams.get('limit')) <= 100)) return error(400)
    const data = covers.filter((one) => one.relationships[0]!.id === searchParams.get('manga[]'))
    const offset = Number(searchParams.get('offset'))
    return Response.json({ result: 'ok', data: data.slice(offset, offset + 100), offset })
  }
  return undefined
}

/** Real works. Their descriptions are not copied from MangaDex. */
const manga = [
  {
    id: '5d1fc77e-706a-4fc5-bea8-486c9be0145d',
    type: 'manga',
    attributes: {
      title: { en: 'Vinland Saga' },
      altTitles: [{ ja: 'ヴィンランド・サガ' }, { 'ja-ro': 'Vinrando Saga' }],
      description: { en: 'A young warrior grows up between two wars.' },
      links: { al: '30642', mal: '642', kt: 'vinland-saga', raw: 'https://example.org' },
      originalLanguage: 'ja',
      lastVolume: '29',
      lastChapter: '220.5',
      status: 'completed',
      year: 2005,
      contentRating: 'suggestive',
      tags: [
        { attributes: { name: { en: 'Action' }, group: 'genre' } },
        { attributes: { name: { en: 'Vikings' }, group: 'theme' } },
      ],
    },
    relationships: [
      { type: 'author', attributes: { name: 'Yukimura Makoto' } },
      { type: 'artist', attributes: { name: 'Yukimura Makoto' } },
      { type: 'cover_art', attributes: { fileName: 'a1b2.jpg' } },
    ],
  },
]

const createCover = (id: string, volume: string | null, locale: string) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  type: 'cover_art',
  attributes: { volume, locale, fileName: `cover-${id}.jpg`, description: '' },
  relationships: [{ id: '5d1fc77e-706a-4fc5-bea8-486c9be0145d', type: 'manga' }],
})

/** Covers of each edition. Some do not belong to a volume. */
const covers = [
  createCover('1', '1', 'en'),
  createCover('2', '1', 'ja'),
  createCover('3', '2', 'ja'),
  createCover('4', null, 'ja'),
]
