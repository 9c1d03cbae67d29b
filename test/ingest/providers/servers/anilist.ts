/**
 * AniList, as described by its documentation. Rejects requests that the real server would reject.
 */
import { type ProviderServer, startProviderServer } from './server'

const windowMs = 60_000
/** The documented value is 90. */
const requestsPerWindow = 30

interface Media {
  id: number
  title: Record<string, string | null>
  synonyms: string[]
}

/** Starts the server. `changes` overrides members of works, by ID, and is read at each request. */
export function startAnilist(changes: ReadonlyMap<number, object> = new Map()): ProviderServer {
  const served: number[] = []
  return startProviderServer(async (request, origin) => {
    const refusal = findRefusal(request)
    if (refusal) return refusal
    const now = Date.now()
    if (served.filter((at) => at > now - windowMs).length >= requestsPerWindow) {
      const headers = { 'retry-after': '60', 'x-ratelimit-remaining': '0' }
      return answerError(429, 'Too Many Requests.', headers)
    }
    served.push(now)
    return answerQuery(addCovers(origin, changes), await request.json())
  })
}

/** On this server, all works have the same image. */
const addCovers = (origin: string, changes: ReadonlyMap<number, object>) =>
  anilistMedia.map((one) => ({
    ...one,
    coverImage: { extraLarge: `${origin}/cover.png`, large: null },
    ...changes.get(one.id),
  })) as unknown as Media[]

const answerError = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ data: null, errors: [{ message, status }] }, { status, headers })

function findRefusal({ method, headers }: Request) {
  if (method !== 'POST') return answerError(405, 'POST only')
  if (!headers.get('content-type')?.startsWith('application/json')) {
    return answerError(400, 'content type')
  }
  return undefined
}

// oxlint-disable-next-line typescript/no-explicit-any -- a request body of any form
function answerQuery(media: readonly Media[], { query, variables, ...others }: any) {
  if (Object.keys(others).length > 0) return answerError(400, 'unknown member')
  for (const name of Object.keys(variables)) {
    if (!query.includes(`$${name}`)) return answerError(400, `Variable "$${name}" is not defined`)
  }
  if (!/\bPage\(/.test(query)) {
    const found = media.find(({ id }) => id === variables.id)
    return found ? Response.json({ data: { Media: found } }) : answerError(404, 'Not Found.')
  }
  if (!(variables.limit <= 50)) return answerError(400, 'perPage')
  const found = media.filter((one) => isSimilar(one, variables.search)).slice(0, variables.limit)
  return Response.json({ data: { Page: { media: found } } })
}

const isSimilar = ({ title, synonyms }: Media, search: string) =>
  [...Object.values(title ?? {}), ...(synonyms ?? [])].some((name) =>
    name?.toLowerCase().includes(search.toLowerCase()),
  )

/** Real works. Their descriptions are not copied from AniList. */
const anilistMedia = [
  {
    id: 30013,
    idMal: 13,
    type: 'MANGA',
    format: 'MANGA',
    status: 'RELEASING',
    countryOfOrigin: 'JP',
    isAdult: false,
    chapters: null,
    volumes: null,
    genres: ['Action', 'Adventure'],
    synonyms: ['OP'],
    meanScore: 91,
    popularity: 300_000,
    siteUrl: 'https://anilist.co/manga/30013',
    title: { romaji: 'ONE PIECE', english: 'One Piece', native: 'ワンピース' },
    description:
      'A boy with a straw hat &amp; a <i>very</i> stretchy body looks for a treasure.<br><br>~!He finds friends.!~(Source: somebody)',
    startDate: { year: 1997 },
    tags: [
      { name: 'Pirates', rank: 98, isMediaSpoiler: false },
      { name: 'Secret', rank: 90, isMediaSpoiler: true },
      { name: 'Rare', rank: 20, isMediaSpoiler: false },
    ],
    staff: {
      edges: [{ role: 'Story & Art', node: { name: { full: 'Eiichiro Oda' } } }],
    },
  },
  {
    id: 30642,
    idMal: 642,
    type: 'MANGA',
    format: 'MANGA',
    status: 'FINISHED',
    countryOfOrigin: 'JP',
    isAdult: false,
    chapters: 220,
    volumes: 29,
    genres: ['Drama', 'Action'],
    synonyms: [],
    meanScore: 89,
    popularity: 90_000,
    siteUrl: 'https://anilist.co/manga/30642',
    title: { romaji: 'Vinland Saga', english: 'Vinland Saga', native: 'ヴィンランド・サガ' },
    description: 'A young warrior grows up between two wars.',
    startDate: { year: 2005 },
    tags: [],
    staff: { edges: [{ role: 'Story & Art', node: { name: { full: 'Makoto Yukimura' } } }] },
  },
  {
    id: 30104,
    idMal: 104,
    type: 'MANGA',
    format: 'MANGA',
    status: 'RELEASING',
    countryOfOrigin: 'JP',
    isAdult: false,
    chapters: null,
    volumes: null,
    genres: ['Comedy', 'Slice of Life'],
    synonyms: [],
    meanScore: 88,
    popularity: 80_000,
    siteUrl: 'https://anilist.co/manga/30104',
    title: { romaji: 'Yotsuba to!', english: 'Yotsuba&!', native: 'よつばと!' },
    description: 'A small girl discovers the world, one ordinary day at a time.',
    startDate: { year: 2003 },
    tags: [],
    staff: { edges: [{ role: 'Story & Art', node: { name: { full: 'Kiyohiko Azuma' } } }] },
  },
  {
    id: 39115,
    idMal: 9115,
    type: 'MANGA',
    format: 'NOVEL',
    status: 'RELEASING',
    countryOfOrigin: 'JP',
    isAdult: false,
    chapters: null,
    volumes: null,
    genres: ['Fantasy', 'Romance'],
    synonyms: [],
    meanScore: 84,
    popularity: 20_000,
    siteUrl: 'https://anilist.co/manga/39115',
    title: { romaji: 'Ookami to Koushinryou', english: 'Spice & Wolf', native: '狼と香辛料' },
    description: 'A travelling merchant meets a harvest deity who wants to go home.',
    startDate: { year: 2006 },
    tags: [],
    staff: { edges: [{ role: 'Story', node: { name: { full: 'Isuna Hasekura' } } }] },
  },
]
