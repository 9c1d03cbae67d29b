import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { withText } from '../../../src/platform/messages/message'
import { valueMessages } from '../../../src/platform/messages/common'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

const login = (body: RequestInit['body'], headers: Record<string, string> = json) =>
  server.fetch('/api/v1/auth/login', { method: 'POST', headers, body: body ?? null })

/** Returns a body without a known length. */
function streamMegabytes(megabytes: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent++ < megabytes) controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20))
      else controller.close()
    },
  })
}

describe('a request body', () => {
  test('is rejected with thousands of nesting levels', async () => {
    const nested = `${'['.repeat(30_000)}1${']'.repeat(30_000)}`
    const response = await login(nested)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request.too_deep', params: { max: 64 } })
  })

  test.each([
    ['a million numbers', `[${'1,'.repeat(999_999)}1]`],
    ['many lists', `[${'[1],'.repeat(400_000)}1]`],
    ['many names', `{${Array.from({ length: 150_000 }, (_, i) => `"a${i}":1`).join()}}`],
    ['half of a surrogate pair at the end', `[${'1,'.repeat(900_000)}"\\ud800"]`],
  ])('is rejected with %s', async (_, body) => {
    const { status } = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(status).toBe(400)
  })

  test('without a length is read only up to the limit', async () => {
    expect((await login(streamMegabytes(40))).status).toBe(413)
    const response = await server.fetch('/api/v1/api-keys', {
      method: 'POST',
      as: 'ann',
      headers: json,
      body: streamMegabytes(1),
    })
    expect(response.status).toBe(400)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of the type %s is rejected without credentials',
    async (type) => {
      const response = await login('{"username":"ann","password":"x"}', { 'content-type': type })
      expect(response.status).toBe(415)
    },
  )

  test('accepts upper-case types, charsets and +json', async () => {
    for (const type of ['Application/JSON; charset=utf-8', 'application/merge-patch+json']) {
      const response = await server.fetch('/api/v1/api-keys', {
        method: 'POST',
        as: 'ann',
        headers: { 'content-type': type },
        body: '{"name":"app"}',
      })
      expect(response.status).toBe(201)
    }
  })

  test.each([
    ['half of a surrogate pair', '\\ud800'],
    ['a NUL character', '\\u0000'],
  ])('is rejected with %s, even in a free-form field', async (_, escape) => {
    const body = `{"name":"x","path":"/tmp","seriesConfig":{"a":["b","${escape}"]}}`
    const response = await server.call('POST', '/libraries', { as: 'ada', body: body })
    expect(response.status).toBe(400)
    expect(response.body.details).toEqual([
      { path: 'seriesConfig.a.1', ...withText(valueMessages.bad_text()) },
    ])
  })

  test('may contain complete characters beyond the first 65,536', async () => {
    const body = '{"name":"\\ud83d\\ude00 😀"}'
    const response = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(response.status).toBe(201)
    expect(response.body.name).toBe('😀 😀')
  })

  test('keeps form fields as text and limits their number', async () => {
    const sendForm = async (form: FormData) => {
      const response = await server.fetch('/api/v1/api-keys', {
        method: 'POST',
        as: 'ann',
        body: form,
      })
      return ((await response.json()) as { details?: { path: string }[] }).details
    }
    const nested = new FormData()
    nested.append('name', 'x')
    nested.append('permissions', '['.repeat(100_000) + ']'.repeat(100_000))
    expect(await sendForm(nested)).toMatchObject([{ path: 'permissions' }])
    const twice = new FormData()
    twice.append('name', 'x')
    twice.append('name', 'y')
    expect(await sendForm(twice)).toMatchObject([{ path: 'name' }])
    const long = new FormData()
    for (let i = 0; i < 101; i++) long.append(`a${i}`, 'x')
    expect(await sendForm(long)).toBeUndefined()
  })

  test('is not read when an anonymous request lacks permission', async () => {
    let isRead = false
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const response = await server.fetch('/api/v1/libraries', {
      method: 'POST',
      headers: json,
      body,
    })
    expect(response.status).toBe(401)
    expect(isRead).toBe(false)
  })
})

describe('a time in a request', () => {
  test.each(['+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])(
    'is rejected when PostgreSQL cannot store it: %s',
    async (expiresAt) => {
      const body = { name: 'app', expiresAt }
      const response = await server.call('POST', '/api-keys', { as: 'ann', body })
      expect(response.status).toBe(400)
      expect(response.body.details[0].path).toBe('expiresAt')
    },
  )

  test('may be the last moment of the year 9999', async () => {
    const body = { name: 'app', expiresAt: '9999-12-31T23:59:59.999Z' }
    const response = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(response.status).toBe(201)
    expect(response.body.expiresAt).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('the authentication challenge', () => {
  const getChallenge = async (headers: Record<string, string>) =>
    (await server.call('GET', '/libraries', { headers })).headers.get('www-authenticate')

  test('offers Basic to apps and to direct navigation', async () => {
    expect(await getChallenge({})).toContain('Basic')
    expect(await getChallenge({ 'sec-fetch-mode': 'navigate' })).toContain('Basic')
  })

  test('does not open a password dialog over a page', async () => {
    const bearer = 'Bearer realm="Quire"'
    expect(await getChallenge({ 'sec-fetch-mode': 'cors' })).toBe(bearer)
    expect(await getChallenge({ 'sec-fetch-mode': 'no-cors' })).toBe(bearer)
    expect(await getChallenge({ origin: 'https://example.org' })).toBe(bearer)
  })
})
