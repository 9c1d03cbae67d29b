/** Kitsu as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const mediaType = 'application/vnd.api+json'
const headers = { 'content-type': mediaType }
const parameters = new Set(['filter[text]', 'page[limit]'])

export const startKitsu = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    const answer = (status: number, body: object) => Response.json(body, { status, headers })
    if (request.headers.get('accept') !== mediaType) return answer(406, { errors: [] })
    const posterImage = { original: `${origin}/cover.png` }
    const data = manga.map((one) => ({ ...one, attributes: { ...one.attributes, posterImage } }))
    const id = /^\/manga\/(\d+)$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = data.find((one) => one.id === id)
      return found ? answer(200, { data: found }) : answer(404, { errors: [{ status: '404' }] })
    }
    const isKnown = [...searchParams.keys()].every((name) => parameters.has(name))
    if (pathname !== '/manga' || !isKnown || !(Number(searchParams.get('page[limit]')) <= 20)) {
      return answer(400, { errors: [{ status: '400' }] })
    }
    const text = searchParams.get('filter[text]')!.toLowerCase()
    const found = data.filter(({ attributes }) =>
      attributes.canonicalTitle.toLowerCase().includes(text),
    )
    return answer(200, { data: found, meta: { count: found.length } })
  })

/** Real works. Their descriptions are not copied from Kitsu. */
const manga = [
  {
    id: '8051',
    type: 'manga',
    attributes: {
      slug: 'vinland-saga',
      synopsis: 'A young warrior grows up between two wars.',
      titles: { en: 'Vinland Saga', en_jp: 'Vinland Saga', ja_jp: 'ヴィンランド・サガ' },
      canonicalTitle: 'Vinland Saga',
      abbreviatedTitles: null,
      averageRating: '85.47',
      userCount: 12_000,
      startDate: '2005-04-13',
      ageRating: 'R',
      subtype: 'manga',
      status: 'finished',
      chapterCount: 220,
      volumeCount: 29,
    },
  },
]
