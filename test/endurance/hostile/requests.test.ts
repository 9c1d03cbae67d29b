/** No request to any route causes a fault, a framework error, a delay or a memory leak. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Permission } from '../../../src/accounts/permissions/model'
import { computeEffectivePermissions } from '../../../src/accounts/permissions/permission-rules'
import { dialect } from '../../../src/platform/db/dialect'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type Attack, attacksOn } from './attacks'
import { listApiRoutes, type Ids, buildPath, type Route, listRoutes } from '../../support/routes'
import { takeRoutes } from '../../support/share'

let server: TestServer
let ids: Ids

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { path: mkdtempSync(join(tmpdir(), 'hostile-')) })
  const series = await seedSeries(server, library)
  const book = await seedBook(server, series)
  const other = await server.addUser('bob', 'reader')
  ids = { library: library.id, series: series.id, book: book.id, other }
})
afterAll(() => server.close())

const modules = ['platform/http', 'accounts/permissions']
const maxMs = 5_000
/** All attacks on all routes are more than 100,000 requests. */
const sendAll = process.env['QUIRE_HOSTILE'] === 'all'
const longMs = (sendAll ? 60 : 10) * 60_000
/** Text that must never leave the server: code locations, statements, folders. */
const secrets = /\bat \S+:\d+:\d+|node_modules|\.ts:\d|\b(select|insert into|update) "|\/tmp\//i

interface Seen {
  status: number
  problem: string | undefined
  isSlow: boolean
}

async function send({ path, init }: Attack, as: string | undefined): Promise<Seen> {
  const began = performance.now()
  const response = await server.fetch(path, { ...init, ...(as && { as }) })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, problem: undefined, isSlow: false }
  }
  const text = await response.text()
  const isSlow = performance.now() - began > maxMs
  return { status: response.status, problem: problemOf(response, text), isSlow }
}

/** Repeats slow requests. On a busy machine, any request can be slow, but not three times. */
async function sendUntilQuick(attack: Attack, as: string | undefined): Promise<Seen> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const seen = await send(attack, as)
    if (!seen.isSlow) return seen
  }
  return { status: 0, problem: 'takes too long, three times', isSlow: true }
}

function problemOf({ status, headers }: Response, text: string): string | undefined {
  // 501 means an operation of a third-party API that Quire does not have.
  if (status >= 500 && status !== 501) return 'is a fault'
  if (headers.has('x-evil')) return 'lets a header in'
  if (status < 400 || isAuthenticationDocument(headers, text)) return undefined
  if (!headers.get('content-type')?.startsWith('application/json')) return `is no JSON: ${text}`
  const answer = JSON.parse(text) as Record<string, unknown>
  const { error, message, requestId } = answer
  const members = [error, message, requestId]
  if (!members.every((member) => typeof member === 'string' && member !== '')) return `is ${text}`
  if (headers.get('x-request-id') !== requestId) return 'has another request id'
  if (text.length > 50_000) return `is ${text.length} characters long`
  return secrets.test(text) ? `tells ${text.slice(0, 500)}` : undefined
}

/** OPDS 2.0 has its own body for 401. */
const isAuthenticationDocument = (headers: Headers, text: string) =>
  headers.get('content-type') === 'application/opds-authentication+json' &&
  (JSON.parse(text) as { id: string }).id === 'http://localhost/opds/v2/authentication'

async function problemsOf(route: Route, attacks: Iterable<() => Attack>, as: string | undefined) {
  const problems: string[] = []
  for (const make of attacks) {
    const attack = make()
    const { status, problem } = await sendUntilQuick(attack, as)
    // Each request yields to the event loop, as over a socket, so that its garbage can be freed.
    await new Promise<void>((resolve) => void setImmediate(resolve))
    if (problem)
      problems.push(`${route.method} ${route.path}, ${attack.what}: ${status} ${problem}`)
  }
  return problems
}

const isSigningOut = ({ path }: Route) => path === '/api/v1/auth/logout'

/** Each database gets different attacks. */
const shift = dialect === 'sqlite' ? 0 : 0.5

/** Sends about `most` attacks to each route, of different kinds than to adjacent routes. */
async function problemsOfAll(routes: readonly Route[], as: string | undefined, most: number) {
  const problems: string[] = []
  for (const [place, route] of takeRoutes(routes, modules).entries()) {
    // Attacks are only counted, because storing those on one route can take 100 MB.
    const count = attacksOn(route, ids).reduce((n) => n + 1, 0)
    const every = sendAll ? 1 : Math.ceil(count / most)
    const first = place + Math.floor(every * shift)
    const attacks = attacksOn(route, ids).filter((_, i) => (i + first) % every === 0)
    // Signing out would end the session, so that later requests would be anonymous.
    problems.push(...(await problemsOf(route, attacks, isSigningOut(route) ? undefined : as)))
  }
  return problems.slice(0, 50)
}

describe('hostile requests', () => {
  test(
    'without sign-in to public routes never cause a server error',
    async () => {
      const open = (await listRoutes(server)).filter(
        (route) => !route.path.startsWith('/api/v1/') || publicRoutes.includes(nameOf(route)),
      )
      expect(open.length).toBeGreaterThan(10)
      expect(await problemsOfAll(open, undefined, 40)).toEqual([])
    },
    longMs,
  )

  test(
    'with a forged token never cause a server error',
    async () => {
      expect(await problemsOfAll(await listRoutes(server), 'no token at all', 4)).toEqual([])
    },
    longMs,
  )

  for (const { who, most } of [
    { who: 'ann', most: 7 },
    { who: 'ada', most: 16 },
  ]) {
    test(
      `as ${who} never cause a server error`,
      async () => {
        expect(await problemsOfAll(await listRoutes(server), who, most)).toEqual([])
        // Otherwise every request would have been rejected without reaching a handler.
        expect((await server.call('GET', '/auth/me', { as: who })).status).toBe(200)
      },
      longMs,
    )
  }

  test('do not leak memory', async () => {
    const route = (await listApiRoutes(server)).find(
      ({ method, body }) => method === 'POST' && body,
    )!
    const attacks = [...attacksOn(route, ids)]
    await problemsOf(route, attacks, 'ada')
    Bun.gc(true)
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 3; i++) await problemsOf(route, attacks, 'ada')
    Bun.gc(true)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
  }, 120_000)
})

/** Public routes. */
const publicRoutes = [
  'GET /api/v1/settings/branding',
  'GET /api/v1/openapi.json',
  'GET /api/v1/setup/status',
  'GET /api/v1/auth/oidc/:provider/callback',
  'GET /api/v1/auth/oidc/providers',
  'POST /api/v1/auth/invitation',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/login-link',
  'POST /api/v1/auth/oidc/:provider/backchannel-logout',
  'POST /api/v1/auth/oidc/:provider/login',
  'POST /api/v1/auth/passkey',
  'POST /api/v1/auth/passkey/options',
  'GET /api/v1/auth/quick-switch/people',
  'GET /api/v1/auth/quick-switch/people/:id/picture',
  'POST /api/v1/auth/quick-switch',
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/logout',
  'POST /api/v1/auth/refresh',
  'POST /api/v1/setup/initialize',
]

/** Routes about the user's own data, which only require sign-in. */
const ownRoutes = [
  'DELETE /api/v1/auth/sessions',
  'DELETE /api/v1/auth/sessions/:id',
  'GET /api/v1/info',
  'GET /api/v1/settings/public',
  'GET /api/v1/auth/me',
  'PATCH /api/v1/user',
  'POST /api/v1/auth/oidc/end-session',
  'PUT /api/v1/auth/password',
]

/** Queries that are too long for a URL. */
const questions = new Set([
  'POST /api/v1/series/search',
  'POST /api/v1/series/list',
  'POST /api/v1/series/list/alphabetical-groups',
  'POST /api/v1/series/list/facets',
  'POST /api/v1/books/list',
  'POST /api/v1/books/list/alphabetical-groups',
  'POST /api/v1/books/list/facets',
])

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const usual = ({ method }: Route): RequestInit =>
  method === 'GET'
    ? { method }
    : { method, headers: { 'content-type': 'application/json' }, body: '{}' }

describe('every route of the API', () => {
  test('rejects anonymous requests before it reads them, except public routes', async () => {
    const open: string[] = []
    for (const route of await listApiRoutes(server)) {
      const statuses: number[] = []
      for (const init of [usual(route), { ...usual(route), ...malformed(route) }]) {
        statuses.push(
          (await send({ what: '', path: buildPath(route, ids), init }, undefined)).status,
        )
      }
      if (statuses.some((status) => status !== 401)) open.push(nameOf(route))
    }
    // A public route may also return 401, for example for an invalid refresh token.
    expect(open.toSorted()).toEqual(publicRoutes.toSorted())
  })

  test('requires a permission, and one that matches when it writes', async () => {
    const needs = await rightsNeeded()
    const unguarded = [...needs].filter(([, right]) => right === undefined).map(([name]) => name)
    expect(unguarded.toSorted()).toEqual(ownRoutes.toSorted())
    const wrong = [...needs].filter(([name, right]) => {
      const writes = !name.startsWith('GET ') && !questions.has(name)
      return right !== undefined && writes && !/:(write|delete|manage|admin)$/.test(right)
    })
    expect(wrong).toEqual([])
  })

  test('that readers have no permission for returns 403', async () => {
    const rights = computeEffectivePermissions({ role: 'reader', permissions: [] })
    const needs = await rightsNeeded()
    const closed = (await listApiRoutes(server)).filter((route) => {
      const right = needs.get(nameOf(route))
      return right !== undefined && !rights.has(right)
    })
    expect(closed.length).toBeGreaterThan(50)
    for (const route of closed) {
      const { status } = await send(
        { what: '', path: buildPath(route, ids), init: usual(route) },
        'ann',
      )
      expect(`${nameOf(route)} ${status}`).toBe(`${nameOf(route)} 403`)
    }
  })
})

const malformed = ({ method }: Route) => (method === 'GET' ? {} : { body: '{"' })

/** Returns the permission that each route requires, from the error for a key without any. */
async function rightsNeeded(): Promise<Map<string, Permission | undefined>> {
  const made = await server.call('POST', '/api-keys', {
    as: 'ada',
    body: { name: 'no rights', permissions: [] },
  })
  const needs = new Map<string, Permission | undefined>()
  for (const route of await listApiRoutes(server)) {
    if (publicRoutes.includes(nameOf(route))) continue
    const init = { ...usual(route), as: String(made.body.key) }
    const response = await server.fetch(buildPath(route, ids), init)
    const { message = '' } = (await response.json()) as { message?: string }
    const right = / the (\S+) permission$/.exec(message)?.[1]
    needs.set(nameOf(route), right as Permission | undefined)
  }
  return needs
}
