/**
 * AniList and Kitsu, with reading lists as described by their documentation. They reject what the
 * real ones would reject.
 */
import { type ProviderServer, startProviderServer } from '../providers/servers/server'
import { answerOauth, createOauthState, type OauthState } from './oauth-pages'

export interface FakeEntry {
  id: number
  status: string
  progress: number
  progressVolumes: number
  updatedAt: number
  score?: number
  notes?: string | null
  /** The score on Kitsu, from 2 to 20. */
  ratingTwenty?: number | null
  /** Date in the format of the service. */
  startedAt?: unknown
  completedAt?: unknown
}

export interface ListServer extends ProviderServer {
  /** The list of the only account, keyed by ID of the work. */
  readonly entries: Map<number, FakeEntry>
  /** Bodies of the requests that changed something. */
  readonly writes: unknown[]
  /** The only accepted token. */
  token: string
  /** ID of the token's owner. */
  accountId: number
  /** Called when a change is requested, before it is made. */
  beforeWrite: (() => unknown) | undefined
  /** The next change is made, but answered with 500. */
  isAnswerLost: boolean
  /** Returns nothing instead of the list, as after an error. */
  isListMissing: boolean
  /** Returned in place of the list of entries, or of the lists of AniList. */
  wrongList?: unknown
  /** Recommendations by readers, keyed by ID of a work. Only on AniList. */
  readonly recommendations: Map<number, object[]>
  /** State of the sign-in pages. */
  readonly oauth: OauthState
}

let lastEntryId = 1000

export const entry = (values: Partial<FakeEntry> = {}): FakeEntry => ({
  id: ++lastEntryId,
  status: 'CURRENT',
  progress: 0,
  progressVolumes: 0,
  updatedAt: Math.floor(Date.now() / 1000) - 3600,
  ...values,
})

type Answer = (state: ListServer, request: Request) => Promise<Response> | Response

export function startListServer(answer: Answer): ListServer {
  const lists = {
    entries: new Map<number, FakeEntry>(),
    writes: [],
    token: 'good-token',
    accountId: 77,
    beforeWrite: undefined,
    isAnswerLost: false,
    isListMissing: false,
    oauth: createOauthState(),
    recommendations: new Map(),
  }
  const server: ListServer = Object.assign(
    startProviderServer(async (request) => {
      const writes = server.writes.length
      const response = await answer(server, request)
      if (!server.isAnswerLost || server.writes.length === writes) return response
      server.isAnswerLost = false
      return new Response('', { status: 500 })
    }),
    lists,
  )
  return server
}

/** Supports the PKCE challenge, and does not issue working refresh tokens. */
const anilistPages = {
  prefix: '/api/v2/oauth/',
  challenge: 'S256',
  secret: 'client-secret',
  seconds: 31_536_000,
} as const

export const startAnilistLists = () =>
  startListServer(async (state, request) => {
    const page = await answerOauth(anilistPages, state, request)
    if (page) return page
    if (request.method !== 'POST') return answerErrors(405, 'POST only')
    // oxlint-disable-next-line typescript/no-explicit-any -- a request body of any form
    const { query, variables } = (await request.json()) as any
    if (query.includes('recommendations(')) return recommend(state, variables, request)
    if (request.headers.get('authorization') !== `Bearer ${state.token}`) {
      return answerErrors(400, 'Invalid token')
    }
    const wrong = Object.entries(variables).find(
      ([name, value]) => !query.includes(`$${name}`) || !isValue(value),
    )
    if (wrong) return answerErrors(400, wrong[0])
    if (query.includes('Viewer'))
      return answerData({ Viewer: { id: state.accountId, name: `reader${state.accountId % 70}` } })
    if (query.includes('MediaListCollection(')) return answerData(listChunk(state, variables))
    if (query.includes('mediaList(')) return answerData(findOne(state, variables))
    await state.beforeWrite?.()
    state.writes.push(variables)
    if (query.includes('SaveMediaListEntry(')) return answerData(save(state, variables))
    return answerData(remove(state, variables))
  })

/** Returns recommendations. Rejects requests that identify a user. */
function recommend(
  { recommendations }: ListServer,
  { id }: { id: number },
  { headers }: Request,
): Response {
  if (headers.has('authorization')) return answerErrors(400, 'not needed')
  const nodes = recommendations.get(id)
  return nodes
    ? answerData({ Media: { recommendations: { nodes } } })
    : answerErrors(404, 'Not Found.')
}

/** True for a valid value. Dates are the only objects. */
const isValue = (value: unknown) =>
  typeof value === 'number' ||
  typeof value === 'string' ||
  Object.keys(value as object).join() === 'year,month,day'

const answerErrors = (status: number, message: string) =>
  Response.json({ data: null, errors: [{ message, status }] }, { status })
const answerData = (data: object) => Response.json({ data })

const toMediaList = ([mediaId, one]: [number, FakeEntry]) => ({ ...one, mediaId })

/** Returns two entries per chunk, so that tests read several chunks. */
function listChunk({ entries, ...state }: ListServer, { chunk }: { chunk: number }) {
  if (state.isListMissing) return { MediaListCollection: null }
  if (state.wrongList !== undefined) {
    return { MediaListCollection: { hasNextChunk: false, lists: state.wrongList } }
  }
  const all = [...entries].map(toMediaList)
  const some = all.slice((chunk - 1) * 2, chunk * 2)
  const lists = [{ entries: some }, { entries: some.slice(0, 1) }]
  return { MediaListCollection: { hasNextChunk: chunk * 2 < all.length, lists } }
}

function findOne({ entries }: ListServer, { mediaId }: { mediaId: number }) {
  const found = entries.get(mediaId)
  return { Page: { mediaList: found ? [toMediaList([mediaId, found])] : [] } }
}

type Saved = { mediaId: number; scoreRaw?: number } & Partial<FakeEntry>

function save({ entries }: ListServer, { mediaId, scoreRaw, ...given }: Saved) {
  const values = { ...given, ...(scoreRaw !== undefined && { score: scoreRaw }) }
  const known = entries.get(mediaId) ?? entry({ status: 'CURRENT' })
  entries.set(mediaId, { ...known, ...values, updatedAt: Math.floor(Date.now() / 1000) })
  return { SaveMediaListEntry: { id: known.id } }
}

function remove({ entries }: ListServer, { id }: { id: number }) {
  for (const [mediaId, one] of entries) if (one.id === id) entries.delete(mediaId)
  return { DeleteMediaListEntry: { deleted: true } }
}

const jsonApi = { 'content-type': 'application/vnd.api+json' }

/** Starts Kitsu. Its API is located below `/api/edge`, as on the real server. */
export function startKitsuLists(): ListServer {
  const server = startListServer(async (state, request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/oauth/token') return signIn(state, await request.text())
    if (request.headers.get('authorization') !== `Bearer ${state.token}`) {
      return answerJsonApi({ errors: [{ title: 'Unauthorized' }] }, 401)
    }
    if (pathname === '/api/edge/users') {
      return answerJsonApi({ data: [{ id: '77', attributes: { name: 'reader7' } }] })
    }
    if (!pathname.startsWith('/api/edge/library-entries')) return answerJsonApi({}, 404)
    if (request.method === 'GET') return answerJsonApi(listPage(state, searchParams))
    await state.beforeWrite?.()
    if (request.method === 'DELETE') {
      remove(state, { id: Number(pathname.split('/').at(-1)) })
      return new Response(null, { status: 204 })
    }
    if (request.headers.get('content-type') !== jsonApi['content-type']) {
      return answerJsonApi({}, 415)
    }
    return change(state, request)
  })
  server.base += '/api/edge'
  return server
}

const answerJsonApi = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: jsonApi })

function signIn(state: ListServer, body: string) {
  const form = new URLSearchParams(body)
  const isRight =
    (form.get('grant_type') === 'password' && form.get('password') === 'right') ||
    (form.get('grant_type') === 'refresh_token' &&
      form.get('refresh_token') === 'refresh-1' &&
      !state.oauth.refusesRenewal)
  if (!isRight) return answerJsonApi({ error: 'invalid_grant' }, 400)
  return answerJsonApi({
    access_token: state.token,
    refresh_token: 'refresh-1',
    expires_in: 2_592_000,
  })
}

function listPage({ entries, wrongList }: ListServer, query: URLSearchParams) {
  if (wrongList !== undefined) return { data: wrongList, links: {} }
  const [limit, offset] = [Number(query.get('page[limit]')), Number(query.get('page[offset]'))]
  const wanted = query.get('filter[mangaId]')
  const all = [...entries].filter(([id]) => wanted === null || id === Number(wanted))
  const data = all.slice(offset, offset + limit).map(([mangaId, one]) => ({
    id: String(one.id),
    type: 'libraryEntries',
    attributes: {
      status: one.status,
      progress: one.progress,
      updatedAt: new Date(one.updatedAt * 1000).toISOString(),
      startedAt: one.startedAt ?? null,
      finishedAt: one.completedAt ?? null,
      ratingTwenty: one.ratingTwenty ?? null,
      notes: one.notes ?? null,
    },
    relationships: { manga: { data: { type: 'manga', id: String(mangaId) } } },
  }))
  return { data, links: offset + limit < all.length ? { next: 'next' } : {} }
}

async function change(state: ListServer, request: Request) {
  // oxlint-disable-next-line typescript/no-explicit-any -- a request body of any form
  const { data } = (await request.json()) as any
  state.writes.push(data)
  const id =
    request.method === 'PATCH' ? Number(new URL(request.url).pathname.split('/').at(-1)) : 0
  const known = [...state.entries].find(([, one]) => one.id === id)
  const mangaId = known?.[0] ?? Number(data.relationships?.media.data.id)
  if (!known && state.entries.has(mangaId)) return answerJsonApi({ errors: [] }, 422)
  const values = known?.[1] ?? entry({ status: 'current' })
  state.entries.set(mangaId, { ...values, ...data.attributes })
  return answerJsonApi({ data: { id: String(values.id) } }, known ? 200 : 201)
}
