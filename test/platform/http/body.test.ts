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

/** A body that does not tell its length beforehand. */
function inPieces(megabytes: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent++ < megabytes) controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20))
      else controller.close()
    },
  })
}

describe('a request body', () => {
  test('of thousands of levels is refused', async () => {
    const deep = `${'['.repeat(30_000)}1${']'.repeat(30_000)}`
    const response = await login(deep)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request.too_deep', params: { max: 64 } })
  })

  test.each([
    ['a million numbers', `[${'1,'.repeat(999_999)}1]`],
    ['many lists', `[${'[1],'.repeat(400_000)}1]`],
    ['many names', `{${Array.from({ length: 150_000 }, (_, i) => `"a${i}":1`).join()}}`],
    ['half of a character at the end', `[${'1,'.repeat(900_000)}"\\ud800"]`],
  ])('of %s is refused', async (_, body) => {
    const { status } = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(status).toBe(400)
  })

  test('without a length is read no further than the limit', async () => {
    expect((await login(inPieces(40))).status).toBe(413)
    const response = await server.fetch('/api/v1/api-keys', {
      method: 'POST',
      as: 'ann',
      headers: json,
      body: inPieces(1),
    })
    expect(response.status).toBe(400)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of the type %s is not taken from strangers',
    async (type) => {
      const response = await login('{"username":"ann","password":"x"}', { 'content-type': type })
      expect(response.status).toBe(415)
    },
  )

  test('may say its type in capitals, with a charset, or as a kind of JSON', async () => {
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
    ['half of a character', '\\ud800'],
    ['a NUL character', '\\u0000'],
  ])('with %s is refused, even where anything goes', async (_, escape) => {
    const free = `{"name":"x","path":"/tmp","seriesConfig":{"a":["b","${escape}"]}}`
    const answer = await server.call('POST', '/libraries', { as: 'ada', body: free })
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([
      { path: 'seriesConfig.a.1', ...withText(valueMessages.bad_text()) },
    ])
  })

  test('with whole characters beyond the first 65536 is taken', async () => {
    const body = '{"name":"\\ud83d\\ude00 😀"}'
    const answer = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(answer.status).toBe(201)
    expect(answer.body.name).toBe('😀 😀')
  })

  test('that is a form keeps its texts as texts, and is small', async () => {
    const send = async (form: FormData) => {
      const response = await server.fetch('/api/v1/api-keys', {
        method: 'POST',
        as: 'ann',
        body: form,
      })
      return ((await response.json()) as { details?: { path: string }[] }).details
    }
    const deep = new FormData()
    deep.append('name', 'x')
    deep.append('permissions', '['.repeat(100_000) + ']'.repeat(100_000))
    expect(await send(deep)).toMatchObject([{ path: 'permissions' }])
    const twice = new FormData()
    twice.append('name', 'x')
    twice.append('name', 'y')
    expect(await send(twice)).toMatchObject([{ path: 'name' }])
    const long = new FormData()
    for (let i = 0; i < 101; i++) long.append(`a${i}`, 'x')
    expect(await send(long)).toBeUndefined()
  })

  test('of strangers is not even read where they have no business', async () => {
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

describe('a moment in a request', () => {
  test.each(['+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])(
    'such as %s is refused: PostgreSQL does not know it',
    async (expiresAt) => {
      const body = { name: 'app', expiresAt }
      const answer = await server.call('POST', '/api-keys', { as: 'ann', body })
      expect(answer.status).toBe(400)
      expect(answer.body.details[0].path).toBe('expiresAt')
    },
  )

  test('may be the last one', async () => {
    const body = { name: 'app', expiresAt: '9999-12-31T23:59:59.999Z' }
    const answer = await server.call('POST', '/api-keys', { as: 'ann', body })
    expect(answer.status).toBe(201)
    expect(answer.body.expiresAt).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('the challenge to a stranger', () => {
  const challengeWith = async (headers: Record<string, string>) =>
    (await server.call('GET', '/libraries', { headers })).headers.get('www-authenticate')

  test('offers a password window to apps and to addresses that are opened', async () => {
    expect(await challengeWith({})).toContain('Basic')
    expect(await challengeWith({ 'sec-fetch-mode': 'navigate' })).toContain('Basic')
  })

  test('opens no password window over a page', async () => {
    const bearer = 'Bearer realm="Quire"'
    expect(await challengeWith({ 'sec-fetch-mode': 'cors' })).toBe(bearer)
    expect(await challengeWith({ 'sec-fetch-mode': 'no-cors' })).toBe(bearer)
    expect(await challengeWith({ origin: 'https://example.org' })).toBe(bearer)
  })
})
