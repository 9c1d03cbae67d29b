/** Bangumi as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const refuse = (status: number) => Response.json({ title: 'refused' }, { status })

export const startBangumi = (): ProviderServer =>
  startProviderServer(async (request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    const images = { large: `${origin}/cover.png` }
    const all = subjects.map((one) => ({ ...one, images }))
    const id = /^\/subjects\/(\d+)$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = all.find((one) => String(one.id) === id)
      return found ? Response.json(found) : refuse(404)
    }
    if (pathname !== '/search/subjects' || request.method !== 'POST') return refuse(405)
    if (!(Number(searchParams.get('limit')) <= 25)) return refuse(400)
    const { keyword, sort, filter, ...others } = (await request.json()) as Search
    if (Object.keys(others).length > 0 || !sorts.has(sort)) return refuse(400)
    const data = all.filter(
      ({ type, name, name_cn }) =>
        filter.type.includes(type) &&
        [name, name_cn].some((title) => title.toLowerCase().includes(keyword.toLowerCase())),
    )
    return Response.json({ total: data.length, limit: 25, offset: 0, data })
  })

interface Search {
  keyword: string
  sort: string
  filter: { type: number[] }
}
const sorts = new Set(['match', 'heat', 'rank', 'score'])

/** Real works. Their descriptions are not copied from Bangumi. */
const subjects = [
  {
    id: 1881,
    type: 1,
    name: 'Vinland Saga',
    name_cn: '冰海战记',
    summary: 'A young warrior grows up between two wars.',
    date: '2005-07-15',
    platform: '漫画',
    volumes: 29,
    eps: 220,
    nsfw: false,
    rating: { score: 8.5, total: 3000 },
    infobox: [
      { key: '作者', value: '幸村誠' },
      { key: '出版社', value: '講談社' },
      { key: '别名', value: [{ v: 'ヴィンランド・サガ' }, { k: 'en', v: 'Vinland' }] },
    ],
  },
  { id: 2, type: 2, name: 'Vinland Saga', name_cn: '', summary: '', platform: 'TV' },
]
