/** MangaUpdates as its documentation describes it. */
import { type ProviderServer, startProviderServer } from './server'

const searchMembers = new Set(['search', 'page', 'perpage', 'type'])

export const startMangaupdates = (): ProviderServer =>
  startProviderServer(async (request, origin) => {
    const { pathname } = new URL(request.url)
    const id = /^\/series\/(\d+)$/.exec(pathname)?.[1]
    const all = series.map((one) => ({
      ...one,
      image: { url: { original: `${origin}/cover.png` } },
    }))
    if (request.method === 'GET' && id) {
      const found = all.find((one) => String(one.series_id) === id)
      return found
        ? Response.json(found)
        : Response.json({ status: 'exception', reason: 'Not found' }, { status: 404 })
    }
    if (request.method !== 'POST' || pathname !== '/series/search') {
      return Response.json({ status: 'exception' }, { status: 405 })
    }
    const body = (await request.json()) as { search: string; perpage: number; type?: string[] }
    const unknown = Object.keys(body).filter((name) => !searchMembers.has(name))
    if (unknown.length > 0 || !(body.perpage <= 100)) {
      return Response.json({ status: 'exception', reason: unknown }, { status: 400 })
    }
    const found = all.filter(
      ({ title, type }) =>
        title.toLowerCase().includes(body.search.toLowerCase()) &&
        (body.type?.includes(type) ?? true),
    )
    const results = found.map(({ status: _, authors: __, ...record }) => ({
      record,
      hit_title: record.title,
    }))
    return Response.json({ total_hits: results.length, page: 1, per_page: body.perpage, results })
  })

/** Real works. Their descriptions are not copied from MangaUpdates. */
const series = [
  {
    series_id: 51_239_621_230,
    title: 'Vinland Saga',
    url: 'https://www.mangaupdates.com/series/njeqwry/vinland-saga',
    associated: [{ title: 'ヴィンランド・サガ' }],
    description: 'A young warrior &quot;grows up&quot; between two wars.<br>',
    type: 'Manga',
    year: '2005',
    bayesian_rating: 8.85,
    rating_votes: 4000,
    genres: [{ genre: 'Action' }, { genre: 'Drama' }],
    categories: [
      { category: 'Vikings', votes_plus: 30, votes_minus: 0 },
      { category: 'Doubtful', votes_plus: 1, votes_minus: 5 },
    ],
    status: '29 Volumes (Complete)',
    completed: true,
    authors: [
      { name: 'YUKIMURA Makoto', type: 'Author' },
      { name: 'YUKIMURA Makoto', type: 'Artist' },
    ],
    publishers: [
      { publisher_name: 'Kodansha', type: 'Original' },
      { publisher_name: 'Kodansha USA', type: 'English' },
    ],
  },
  {
    series_id: 33_200_000_001,
    title: 'Spice &amp; Wolf (Novel)',
    url: 'https://www.mangaupdates.com/series/ok1111x/spice-and-wolf-novel',
    associated: [],
    description: null,
    type: 'Novel',
    year: '2006',
    bayesian_rating: null,
    rating_votes: null,
    genres: [],
    categories: [],
    status: '24 Volumes (Ongoing)',
    completed: false,
    authors: [{ name: 'HASEKURA Isuna', type: 'Author' }],
    publishers: [],
  },
]
