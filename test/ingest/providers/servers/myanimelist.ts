/** MyAnimeList as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

export const myanimelistKey = 'a-client-id'
const parameters = new Set(['q', 'limit', 'nsfw', 'fields'])
const refuse = (status: number, error: string) =>
  Response.json({ message: error, error }, { status })

export const startMyanimelist = (): ProviderServer =>
  startProviderServer((request, origin) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.headers.get('x-mal-client-id') !== myanimelistKey) {
      return refuse(400, 'bad_request')
    }
    if ([...searchParams.keys()].some((name) => !parameters.has(name))) {
      return refuse(400, 'bad_request')
    }
    const main_picture = { medium: `${origin}/cover.png`, large: `${origin}/cover.png` }
    const all = manga.map((one) => select({ ...one, main_picture }, searchParams.get('fields')))
    const id = /^\/manga\/(\d+)$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = all.find((one) => String(one['id']) === id)
      return found ? Response.json(found) : refuse(404, 'not_found')
    }
    const q = searchParams.get('q') ?? ''
    if (pathname !== '/manga' || !(Number(searchParams.get('limit')) <= 100)) {
      return refuse(400, 'bad_request')
    }
    if (q.length < 3 || q.length > 64) return refuse(400, 'invalid q')
    const data = all
      .filter(({ title }) => String(title).toLowerCase().includes(q.toLowerCase()))
      .map((node) => ({ node }))
    return Response.json({ data, paging: {} })
  })

/** Returns the requested members, plus ID, title and image. */
function select(one: Record<string, unknown>, fields: string | null) {
  const names = new Set(['id', 'title', 'main_picture', ...(fields ?? '').split(/[,{}]/)])
  return Object.fromEntries(Object.entries(one).filter(([name]) => names.has(name)))
}

/** Real works. Their descriptions are not copied from MyAnimeList. */
const manga = [
  {
    id: 642,
    title: 'Vinland Saga',
    alternative_titles: { synonyms: [], en: 'Vinland Saga', ja: 'ヴィンランド・サガ' },
    start_date: '2005-04-13',
    synopsis: 'A young warrior grows up between two wars.',
    mean: 9.09,
    num_scoring_users: 150_000,
    nsfw: 'white',
    media_type: 'manga',
    status: 'finished',
    genres: [{ id: 1, name: 'Action' }],
    num_volumes: 29,
    num_chapters: 220,
    authors: [
      { node: { id: 2466, first_name: 'Makoto', last_name: 'Yukimura' }, role: 'Story & Art' },
    ],
  },
  {
    id: 7,
    title: 'Ongoing One',
    media_type: 'manhwa',
    status: 'currently_publishing',
    nsfw: 'black',
    num_volumes: 0,
    num_chapters: 12,
  },
]
