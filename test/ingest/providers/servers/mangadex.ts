/** MangaDex as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set(['title', 'limit', 'includes[]', 'contentRating[]', 'order[relevance]'])
const error = (status: number) =>
  Response.json({ result: 'error', errors: [{ status }] }, { status })

export const startMangadex = (): ProviderServer =>
  startProviderServer((request) => {
    if (request.headers.has('via')) return error(400)
    const { pathname, searchParams } = new URL(request.url)
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

/** Facts are of real works; the descriptions are not those of MangaDex. */
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
