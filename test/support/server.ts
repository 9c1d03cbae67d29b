/** The real app with a real, empty database and one user for each role. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../../src/app'
import { loadConfig } from '../../src/platform/config/load'
import type { Config } from '../../src/platform/config/model'
import type { Context } from '../../src/context'
import { dialect } from '../../src/platform/db/dialect'
import type { Store } from '../../src/platform/db/store'
import { Bus } from '../../src/platform/events/bus'
import { overStore } from '../../src/platform/events/transport'
import type { DomainEvent } from '../../src/platform/events/event'
import { JobEngine } from '../../src/platform/jobs/job-engine'
import { closeEventStreams } from '../../src/admin/live/event-streams'
import type { Permission, Role } from '../../src/accounts/permissions/model'
import { sessions } from '../../src/accounts/sessions/schema'
import { users } from '../../src/accounts/users/schema'
import { signAccessToken } from '../../src/accounts/sessions/tokens/access-tokens'
import { TestClock } from './clock'
import { openTestStore } from './database'
import { findUndocumented } from './documented'
import { messageHooks } from '../../src/platform/log/log'
import { waitUntil } from './wait-until'

type App = ReturnType<typeof createApp>

export interface TestServer {
  ctx: Context
  app: App
  /** The same as `ctx.clock`. */
  clock: TestClock
  /** The same as `ctx.queue`. Register jobs and start it in tests that run jobs. */
  engine: JobEngine
  /** All events published so far. */
  events: DomainEvent[]
  /** Empties `events` after everything published before has arrived. PostgreSQL delivers late. */
  forgetEvents: () => Promise<void>
  /** Sends an API request as a user, or without credentials. */
  call: Call
  /** Like `call`, for responses that are not JSON. `path` starts after the host. */
  fetch(path: string, init?: RequestInit & { as?: string }): Promise<Response>
  /** Accepts connections until the server is closed. Returns the origin of its URLs. */
  listen(idleTimeoutSeconds?: number): string
  /** Adds a user and returns the ID. */
  addUser(name: string, role: Role, permissions?: Permission[]): Promise<string>
  getUserId(name: string): string
  /** Returns the access token of a user. An unknown name is used as the token itself. */
  getToken(name: string): string
  close(): Promise<void>
}

type Call = (
  method: string,
  /** Path below `/api/v1`, such as `/series`. */
  path: string,
  options?: { as?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<ApiResponse>

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any shape
interface ApiResponse<Body = any> {
  status: number
  body: Body
  headers: Headers
}

/** Starts a server with the reader `ann`, the maintainer `max` and the admin `ada`. */
export async function startTestServer(
  settings: Record<string, string> = {},
  openStore: () => Promise<Store> = openTestStore,
): Promise<TestServer> {
  const store = await openStore()
  const hasProvider = Object.keys(settings).some((key) => /^providers\..+\.base$/.test(key))
  // Tests never send anything to the internet.
  const config = createTestConfig({ 'providers.offline': String(!hasProvider), ...settings })
  const log = pino({ level: process.env['QUIRE_TEST_LOG'] ?? 'silent', hooks: messageHooks })
  const bus = new Bus(overStore(store), log)
  await bus.open()
  const events: DomainEvent[] = []
  bus.subscribeToAll(({ event }) => void events.push(event))
  const forgetEvents = async () => {
    const type = `last_before_${Bun.randomUUIDv7()}`
    bus.forward({ type, timestamp: new Date().toISOString() })
    await waitUntil(() => events.some((event) => event.type === type))
    events.length = 0
  }
  const clock = new TestClock()
  const engine = new JobEngine(store, log, { clock, pollMs: 100, firstWaitMs: 10 })
  const ctx: Context = { ...store, config, log, bus, queue: engine, clock }
  // Variables of finished test files stay in memory, so `close` releases the app (30,000 objects).
  let app: App | undefined = createApp(ctx)
  const getApp = () => {
    if (!app) throw new Error('The test server is closed')
    return app
  }
  const accounts = new Map<string, { id: string; token: string }>()

  const fetch: TestServer['fetch'] = async (path, { as, ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (as) headers.set('authorization', `Bearer ${accounts.get(as)?.token ?? as}`)
    const request = new Request(`http://localhost${path}`, { ...init, headers })
    const response = await getApp().handle(request)
    const problem = findUndocumented(request.method, request.url, response.status)
    if (problem) throw new Error(problem)
    return response
  }
  const call: Call = async (method, path, { as, body, headers } = {}) => {
    const response = await fetch(`/api/v1${path}`, {
      method,
      ...(as && { as }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
  const addUser: TestServer['addUser'] = async (name, role, permissions = []) => {
    const account = await insertUser(ctx, name, role, permissions)
    accounts.set(name, account)
    return account.id
  }
  let listener: ReturnType<typeof Bun.serve> | undefined
  const listen = (idleTimeout = 10) => {
    listener = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      idleTimeout,
      fetch: (request) => getApp().handle(request),
    })
    getApp().server = listener as unknown as App['server']
    return listener.url.origin
  }
  const server: TestServer = {
    ctx,
    get app() {
      return getApp()
    },
    engine,
    clock,
    events,
    forgetEvents,
    call,
    fetch,
    listen,
    addUser,
    getUserId: (name) => accounts.get(name)!.id,
    getToken: (name) => accounts.get(name)?.token ?? name,
    close: async () => {
      await listener?.stop(true)
      await engine.stop()
      await closeEventStreams(ctx)
      await bus.close()
      await store.close()
      app = undefined
    },
  }
  await addUser('ann', 'reader')
  await addUser('max', 'maintainer')
  await addUser('ada', 'admin')
  return server
}

export function createTestConfig(settings: Record<string, string> = {}): Config {
  const folder = mkdtempSync(join(tmpdir(), 'test-server-'))
  const flags = {
    data_dir: join(folder, 'data'),
    'database.type': dialect,
    'auth.jwt_secret': 'a secret for tests that is long enough to be one',
    ...settings,
  }
  return loadConfig({ flags, env: {}, cwd: folder, systemFile: join(folder, 'none') }).config
}

async function insertUser(ctx: Context, name: string, role: Role, permissions: Permission[]) {
  const now = new Date()
  // Longer than any test moves the clock.
  const expiresAt = new Date(now.getTime() + 30 * 24 * 3_600_000)
  const id = Bun.randomUUIDv7()
  const sessionId = Bun.randomUUIDv7()
  const email = `${name}@example.org`
  await ctx.write(async (tx) => {
    await tx.insert(users).values({
      id,
      username: name,
      usernameKey: name.toLowerCase(),
      email,
      emailKey: email.toLowerCase(),
      passwordHash: '-',
      role,
      permissions,
    })
    await tx.insert(sessions).values({
      id: sessionId,
      userId: id,
      kind: 'app',
      lastUsedAt: now,
      expiresAt,
    })
  })
  const secret = ctx.config.auth.jwt_secret!
  return { id, token: await signAccessToken(secret, { userId: id, sessionId }, expiresAt) }
}
