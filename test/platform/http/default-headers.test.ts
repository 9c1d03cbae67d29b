import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('every response', () => {
  test("has a generated request ID or the client's", async () => {
    const own = await server.fetch('/health')
    expect(own.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    const given = await server.fetch('/health', { headers: { 'x-request-id': 'mine-1' } })
    expect(given.headers.get('x-request-id')).toBe('mine-1')
    const hostile = await server.fetch('/health', { headers: { 'x-request-id': 'a b<script>' } })
    expect(hostile.headers.get('x-request-id')).not.toContain('<')
  })

  test('has the security headers, even for errors', async () => {
    for (const path of ['/health', '/api/v1/nothing-here']) {
      const { headers } = await server.fetch(path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
  })
})

describe('GET', () => {
  test('returns 304 without a body when the client has the current version', async () => {
    const first = await server.fetch('/health')
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^W\//)
    const again = await server.fetch('/health', { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await server.fetch('/health', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('is also answered for HEAD, without a body', async () => {
    const response = await server.fetch('/health', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('a request without a route', () => {
  test('returns 404 in JSON', async () => {
    const { status, body } = await server.call('GET', '/nothing-here')
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'not_found', requestId: expect.any(String) })
  })

  test('returns 405 when only the method is wrong', async () => {
    const response = await server.fetch('/health', { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
    expect(await response.json()).toMatchObject({ error: 'method_not_allowed' })
  })

  test.each([
    ['PATCH', '/books/list', ['POST']],
    ['POST', '/health', ['GET', 'HEAD']],
    ['PUT', `/books/${crypto.randomUUID()}`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
  ])(
    'B3: %s %s returns 405 with the methods of exactly this path',
    async (method, path, allowed) => {
      const prefix = path === '/health' ? '' : '/api/v1'
      const response = await server.fetch(`${prefix}${path}`, { method, as: 'ada' })
      expect(response.status).toBe(405)
      const allow = response.headers.get('allow')!.split(', ').toSorted()
      expect(allow).toEqual(allowed.toSorted())
    },
  )

  test('returns 405 below a wildcard path, too', async () => {
    const below = `/books/${Bun.randomUUIDv7()}/resources`
    const wrong = await server.fetch(`/api/v1${below}/text/one.xhtml`, { method: 'PUT' })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toContain('GET')
    const nowhere = await server.fetch(`/api/v1${below}`, { method: 'PUT' })
    expect(nowhere.status).toBe(404)
  })
})

test('the API document is OpenAPI 3.1 and its page loads nothing from other servers', async () => {
  const { status, body } = await server.call('GET', '/openapi.json')
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  expect(body.paths['/health'].get.responses['200'].content).toHaveProperty(['application/json'])
  const page = await (await server.fetch('/docs')).text()
  expect(page).not.toMatch(/https?:/)
  for (const [, link] of page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)) {
    const asset = await server.fetch(`/${link}`)
    expect([link, asset.status]).toEqual([link, 200])
  }
})
