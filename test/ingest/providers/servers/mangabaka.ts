/** MangaBaka as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const parameters = new Set(['q', 'limit'])
const refuse = (status: number) => Response.json({ status, message: 'refused' }, { status })

export const startMangabaka = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    if ([...searchParams.keys()].some((name) => !parameters.has(name))) return refuse(400)
    const cover = { raw: { url: `${origin}/cover.png` } }
    const all = series.map((one) => ({ ...one, cover }))
    const id = /^\/series\/(\d+)$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const data = all.find((one) => String(one.id) === id)
      return data ? Response.json({ status: 200, data }) : refuse(404)
    }
    const limit = Number(searchParams.get('limit'))
    if (pathname !== '/series/search' || !(limit >= 1 && limit <= 50)) return refuse(400)
    const q = searchParams.get('q')!.toLowerCase()
    const data = all.filter(({ title }) => title.toLowerCase().includes(q))
    return Response.json({ status: 200, pagination: { count: data.length }, data })
  })

/** Real works. Their descriptions are not copied from MangaBaka. */
const series = [
  { id: 12, state: 'merged', merged_with: 1677, title: 'Vinland Saga (merged)' },
  { id: 13, state: 'deleted', title: 'Vinland Saga (deleted)' },
  { id: 14, state: 'merged', merged_with: 14, title: 'Leads to itself' },
  {
    id: 1677,
    state: 'active',
    title: 'Vinland Saga',
    native_title: 'ヴィンランド・サガ',
    romanized_title: 'Vinland Saga',
    secondary_titles: { th: [{ type: 'alternative', title: 'สงครามคนทมิฬ', note: null }] },
    description: 'A young warrior grows up between two wars.',
    authors: ['Makoto Yukimura'],
    artists: ['Makoto Yukimura'],
    year: 2005,
    status: 'completed',
    content_rating: 'suggestive',
    type: 'manga',
    rating: 90.1,
    final_volume: '29',
    total_chapters: '220',
    publishers: [
      { name: 'Kodansha USA', type: 'English' },
      { name: 'Kodansha', type: 'Original' },
    ],
    genres: ['action'],
    tags: ['vikings'],
    source: {
      anilist: { id: 30_642 },
      my_anime_list: { id: 642 },
      manga_updates: { id: 'njeqwry' },
      anime_planet: { id: 'vinland-saga' },
      kitsu: { id: null },
    },
  },
]
