/** Routes that are answered without the framework answer like those that it handles. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { Refusal } from '../../../src/errors'
import { requestMessages } from '../../../src/platform/messages/common'
import {
  answersDirectly,
  createDirectRoutes,
} from '../../../src/platform/http/requests/direct-answers'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { optional, shape, text } from '../../../src/platform/http/shapes'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let book: SeededBook
let noPages: string
let etag: string

beforeAll(async () => {
  server = await startTestServer({
    'api.rate_limit.identity_per_second': '1',
    'api.rate_limit.identity_burst': '1',
  })
  await server.app.loadApi()
  book = await seedBook(server, await seedSeries(server, await seedLibrary(server)))
  const row = {
    ownerId: book.id,
    ownerKind: 'book' as const,
    shard: book.id.slice(-2),
    state: 'made' as const,
    hash: 'a'.repeat(32),
    width: 320,
    height: 480,
    bytes: 1000,
    madeAt: new Date(),
  }
  await server.ctx.write((tx) => tx.insert(thumbnails).values(row))
  etag = `"${row.hash}-${row.madeAt.getTime()}"`
  const scopes = { name: 'lists only', permissions: ['series:read'] }
  noPages = (await server.call('POST', '/api-keys', { as: 'ann', body: scopes })).body.key
})
afterAll(() => server.close())

interface Case {
  what: string
  path: string
  status: number
  headers?: () => Record<string, string>
}

const asAnn = () => ({ authorization: `Bearer ${server.getToken('ann')}` })
const unknownId = Bun.randomUUIDv7()

describe('V1: without and with the framework, the answer is the same for', () => {
  const cases: Case[] = [
    {
      what: 'a thumbnail that has not changed',
      path: '/api/v1/books/BOOK/thumbnail',
      status: 304,
      headers: () => ({ ...asAnn(), 'if-none-match': etag }),
    },
    {
      what: 'a placeholder',
      path: '/api/v1/books/BOOK/thumbnail',
      status: 200,
      headers: asAnn,
    },
    {
      what: 'a book that does not exist',
      path: `/api/v1/books/${unknownId}/thumbnail`,
      status: 404,
      headers: () => ({ ...asAnn(), 'if-none-match': '*' }),
    },
    {
      what: 'a request without credentials',
      path: '/api/v1/books/BOOK/thumbnail',
      status: 401,
    },
    {
      what: 'a missing permission',
      path: '/api/v1/books/BOOK/pages/1',
      status: 403,
      headers: () => ({ 'x-api-key': noPages }),
    },
    {
      what: 'a page that does not exist',
      path: '/api/v1/books/BOOK/pages/5000',
      status: 404,
      headers: asAnn,
    },
    {
      what: 'a body that is too large',
      path: '/api/v1/books/BOOK/pages/1',
      status: 413,
      headers: () => ({ ...asAnn(), 'content-length': '99999999999' }),
    },
    { what: 'a health check', path: '/health', status: 200 },
  ]
  test.each(cases)('$what', async ({ path, status, headers }) => {
    const send = async (query: string) => {
      const url = `http://localhost${path.replace('BOOK', book.id)}${query}`
      const init = { headers: { 'x-request-id': 'same', ...headers?.() } }
      const answer = await server.app.handle(new Request(url, init))
      const sent = [...answer.headers].filter(([name]) => name !== 'date')
      return { status: answer.status, headers: sent.toSorted(), body: await answer.text() }
    }
    // The framework decodes escape sequences.
    const handled = await send('?v=%31')
    expect(handled.status).toBe(status)
    expect(await send('?v=1')).toEqual(handled)
  })
})

test('V1: answers "not modified" count for the rate limit of the user', async () => {
  const getStatus = async () => {
    const headers = { ...asAnn(), 'if-none-match': etag }
    const request = new Request(`http://localhost/api/v1/books/${book.id}/thumbnail`, { headers })
    storePeer(request, '192.0.2.1')
    return (await server.app.handle(request)).status
  }
  const statuses = []
  for (let sent = 0; sent < 7; sent++) statuses.push(await getStatus())
  // Images have five times the limit of other requests.
  expect(statuses).toEqual([304, 304, 304, 304, 304, 429, 429])
})

test('V1: they are measured by the pattern of their path', async () => {
  const path = `/series/${Bun.randomUUIDv7()}/thumbnail`
  // Other servers of this process are counted, too.
  const before = await countMissingThumbnails()
  expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  // Requests are measured after their response has been sent.
  await waitUntil(async () => (await countMissingThumbnails()) > before)
})

async function countMissingThumbnails(): Promise<number> {
  const headers = { accept: 'text/plain' }
  const { body } = await server.call('GET', '/metrics', { as: 'ada', headers })
  const labels = 'method="GET",route="/api/v1/series/:id/thumbnail",status="404"'
  const line = `quire_http_request_duration_seconds_count{${labels}} `
  return Number(body.split(line)[1]?.split('\n')[0] ?? 0)
}

describe('a direct route', () => {
  const paths: { path: string; init?: RequestInit; isDirect: boolean }[] = [
    { path: '/things/one', isDirect: true },
    { path: '/things/one?v=2', isDirect: true },
    { path: '/things/one?v=2&v=3', isDirect: false },
    { path: '/things/one?v=%32', isDirect: false },
    { path: '/things/one?v=a+b', isDirect: false },
    { path: '/things/one?other=2', isDirect: false },
    { path: '/things/one/', isDirect: false },
    { path: '/things/o%6ee', isDirect: false },
    { path: '/things/twelve', isDirect: false },
    { path: '/things/one', init: { method: 'HEAD' }, isDirect: false },
    { path: '/things/one', init: { method: 'POST' }, isDirect: false },
    { path: '/others/one', isDirect: false },
  ]
  const routes = new Elysia()
    .get('/things/:id', () => new Response('thing'), {
      params: shape({ id: text(3) }),
      query: shape({ v: optional(text()) }),
      detail: { [answersDirectly]: true },
    })
    .get('/others/:id', () => new Response('other')).routes
  const limitRate = async ({ url }: Request) => {
    if (url.includes('v=limited')) {
      throw new Refusal('too_many_requests', requestMessages.rate_limited())
    }
  }
  const open = () => {
    const mapError = () => new Response('refused', { status: 429 })
    const direct = createDirectRoutes(server.ctx, { limitRate, mapError })
    direct.add(routes)
    return direct
  }

  test.each(paths)('leaves $path to the framework or not', async ({ path, init, isDirect }) => {
    const answer = await open().answer(new Request(`http://localhost${path}`, init))
    expect(answer !== undefined).toBe(isDirect)
  })

  test('maps what is thrown', async () => {
    const answer = await open().answer(new Request('http://localhost/things/one?v=limited'))
    expect(answer?.status).toBe(429)
  })
})
