/** A server with a plugin that stores reading lists at a service on this machine. */
import { externalIds } from '../../../src/catalog/metadata/schema'
import { readingSyncJobs } from '../../../src/ingest/reading-sync/jobs'
import { recommendationJobs } from '../../../src/ingest/recommendations/jobs'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import type { ExamplePlugin } from '../plugins/example-plugin'
import { startPluginServer } from '../plugins/plugin-server'

interface PluginEntry {
  externalId: string
  status: string
  progress?: { chapters?: number; volumes?: number }
  latestUpdatedAt?: string
  startedAt?: string
  completedAt?: string
  score?: unknown
  notes?: string | null
}

/** Data of one account at the service. Accounts are keyed by token. */
interface Account {
  id: string
  entries: Map<string, PluginEntry>
  pushes: PluginEntry[]
  /** Number of times that the list was read from the beginning. */
  reads: number
  /** Replaces the response to a request for the list. */
  list: unknown
  /** Replaces the responses to requests for the list. The cursor is the position. */
  pages?: unknown[]
}

/** Plugin code that forwards each request to the service with the token of its user. */
export const syncAnswers = `
  const ask = async (path, body) => {
    const response = await fetch(config.service + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer ' + credentials.access_token },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 401) fail(-32003, 'the token is refused')
    return response.json()
  }
  if (method === 'sync/getUserInfo') return ask('/me')
  if (method === 'sync/pullProgress') return ask('/list?cursor=' + (params.cursor ?? ''))
  if (method === 'sync/pushProgress') return ask('/push', params)
`

export const syncPlugin: ExamplePlugin = {
  name: 'sync-example',
  manifest: {
    capabilities: { userReadSync: true, externalIdSource: 'api:example' },
    requiredCredentials: [{ key: 'access_token', label: 'Token', required: true }],
    userConfigSchema: {
      fields: [{ key: 'list', label: 'Name of the list', type: 'string' }],
    },
  },
  answers: syncAnswers,
}

const pageSize = 2

function answerService(accounts: Map<string, Account>, request: Request) {
  const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
  const account = accounts.get(token)
  if (!account) return new Response('', { status: 401 })
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/me') {
    return Response.json({ externalId: account.id, username: `reader ${account.id}` })
  }
  if (pathname === '/list' && !searchParams.get('cursor')) account.reads += 1
  if (pathname === '/list') {
    const page = account.pages?.[Number(searchParams.get('cursor'))]
    return Response.json(page ?? account.list ?? listPage(account, searchParams))
  }
  return push(account, request)
}

function listPage({ entries }: Account, query: URLSearchParams) {
  const from = Number(query.get('cursor') ?? 0)
  const all = [...entries.values()]
  const next = from + pageSize
  const isMore = next < all.length
  return {
    entries: all.slice(from, next),
    hasMore: isMore,
    ...(isMore && { nextCursor: String(next) }),
  }
}

async function push({ entries, pushes }: Account, request: Request) {
  const given = ((await request.json()) as { entries: PluginEntry[] }).entries
  for (const one of given) {
    pushes.push(one)
    entries.set(one.externalId, { ...one, latestUpdatedAt: new Date().toISOString() })
  }
  const success = given.map(({ externalId }) => ({ externalId, status: 'updated' }))
  return Response.json({ success, failed: [] })
}

export async function startPluginListServer() {
  const accounts = new Map<string, Account>()
  const home = await startPluginServer({ respond: (request) => answerService(accounts, request) })
  const { server } = home
  server.engine.register(readingSyncJobs(server.ctx))
  server.engine.register(recommendationJobs(server.ctx))
  await server.engine.start()
  const library = await seedLibrary(server, { type: 'manga' })

  function addAccount(token: string, id = token): Account {
    const account: Account = { id, entries: new Map(), pushes: [], reads: 0, list: undefined }
    accounts.set(token, account)
    return account
  }

  async function addWork(externalId: string, { to = library }: { to?: SeededLibrary } = {}) {
    const added = await seedSeries(server, to, { title: `Work ${externalId}`, bookCount: 5 })
    const source = 'plugin:example'
    await server.ctx.write((tx) =>
      tx.insert(externalIds).values({ seriesId: added.id, source, externalId }),
    )
    const books: string[] = []
    for (let chapter = 1; chapter <= 5; chapter++) {
      books.push((await seedBook(server, added, { title: `c${chapter}`, chapter })).id)
    }
    return { id: added.id, books }
  }

  async function call(method: string, path: string, { as = 'ann', body }: CallOptions = {}) {
    const answer = await server.call(method, path, { as, ...(body && { body }) })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function read(books: readonly string[], as = 'ann') {
    for (const id of books) await call('POST', `/books/${id}/read`, { as })
  }

  async function listRead(books: readonly string[], as = 'ann') {
    const numbers: number[] = []
    for (const [index, id] of books.entries()) {
      const answer = await server.call('GET', `/books/${id}/progress`, { as })
      if (answer.status === 200 && answer.body.completed) numbers.push(index + 1)
    }
    return numbers
  }

  async function install(plugin: ExamplePlugin = syncPlugin) {
    const id = await home.install(plugin)
    await home.call('PATCH', `/admin/plugins/${id}`, { rateLimitRequestsPerMinute: 6000 })
    return id
  }

  const connect = (id: string, accessToken: string, as = 'ann') =>
    server.call('POST', `/user/plugins/${id}/credentials`, { as, body: { accessToken } })

  /** Returns the latest run. */
  async function sync(id: string, as = 'ann') {
    await call('POST', `/user/plugins/${id}/sync`, { as })
    return waitForEnd(id, as)
  }

  async function waitForEnd(id: string, as = 'ann') {
    const path = `/user/plugins/${id}/sync`
    await waitUntil(async () => !(await call('GET', `${path}/status`, { as })).syncing)
    return (await call('GET', `${path}/runs`, { as })).data[0]
  }

  async function act(id: string, run: { id: string }, name: 'approve' | 'undo', as = 'ann') {
    await call('POST', `/user/plugins/${id}/sync/runs/${run.id}/${name}`, { as })
    return waitForEnd(id, as)
  }

  /** Connects and runs the first sync. */
  async function settle(id: string, token: string, as = 'ann') {
    const connected = await connect(id, token, as)
    if (connected.status !== 200) throw new Error(JSON.stringify(connected.body))
    const run = await sync(id, as)
    if (run?.state === 'waiting') await act(id, run, 'approve', as)
  }

  return {
    ...home,
    library,
    accounts,
    addAccount,
    addWork,
    callAs: call,
    read,
    listRead,
    install,
    connect,
    sync,
    act,
    settle,
  }
}

interface CallOptions {
  as?: string
  body?: object
}
