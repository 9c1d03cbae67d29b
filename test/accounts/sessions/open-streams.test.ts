/** S2, S3: an open event stream ends with what it was opened by. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { buildBasicHeader, givePasswords, password, signIn } from '../sign-in'

let server: TestServer
let origin: string
beforeAll(async () => {
  server = await startTestServer()
  origin = server.listen(60)
})
const closing = new AbortController()
afterAll(async () => {
  closing.abort()
  await server.close()
})

class Stream {
  hasEnded = false

  static async open(path: string, headers: Record<string, string>) {
    const response = await fetch(`${origin}${path}`, { headers, signal: closing.signal })
    expect(response.status).toBe(200)
    const stream = new Stream()
    void stream.#read(response)
    return stream
  }

  async #read(response: Response) {
    try {
      for await (const _ of response.body!);
      this.hasEnded = true
    } catch (error) {
      // The test is over.
      if ((error as Error).name !== 'AbortError') throw error
    }
  }
}

const paths = ['/api/v1/events/stream', '/komga/sse/v1/events']

/** Every way in which a user can open a stream, each with the paths that it opens. */
async function openAll(name: string) {
  await server.addUser(name, 'reader')
  await givePasswords(server, name)
  const { cookie, accessToken } = await signIn(server, name)
  const { body: key } = await server.call('POST', '/api-keys', { as: name, body: { name: 'App' } })
  const me = await server.fetch('/komga/api/v2/users/me', {
    headers: { authorization: buildBasicHeader(name, password), 'x-auth-token': '' },
  })
  const ways: Record<string, [string[], Record<string, string>]> = {
    cookie: [paths.slice(0, 1), { cookie }],
    token: [paths, { authorization: `Bearer ${accessToken}` }],
    key: [paths, { 'x-api-key': key.key }],
    komga: [paths.slice(1), { 'x-auth-token': me.headers.get('x-auth-token')! }],
  }
  const streams: Record<string, Stream[]> = {}
  for (const [way, [opened, headers]] of Object.entries(ways))
    streams[way] = await Promise.all(opened.map((path) => Stream.open(path, headers)))
  return { streams, keyId: String(key.id), token: accessToken }
}

const listEnded = (streams: Record<string, Stream[]>) =>
  Object.keys(streams).filter((way) => streams[way]!.every(({ hasEnded }) => hasEnded))

interface Opened {
  name: string
  keyId: string
  token: string
}

const endings: [string, string[], (opened: Opened) => Promise<{ status: number }>][] = [
  [
    'all other sessions are ended',
    ['cookie', 'token', 'komga'],
    ({ name }) => server.call('DELETE', '/auth/sessions', { as: name }),
  ],
  [
    'an administrator ends all sessions',
    ['cookie', 'token', 'komga'],
    ({ name }) => server.call('DELETE', `/users/${server.getUserId(name)}/sessions`, { as: 'ada' }),
  ],
  [
    'the password changes',
    ['cookie', 'token', 'komga'],
    ({ name }) =>
      server.call('PUT', '/auth/password', {
        as: name,
        body: { currentPassword: password, newPassword: 'another long pass phrase' },
      }),
  ],
  [
    'the key is deleted',
    ['key'],
    ({ name, keyId }) => server.call('DELETE', `/api-keys/${keyId}`, { as: name }),
  ],
  [
    'the session signs out',
    ['cookie', 'token'],
    ({ token }) => server.call('POST', '/auth/logout', { as: token }),
  ],
  [
    'the account is deactivated',
    ['cookie', 'token', 'key', 'komga'],
    ({ name }) =>
      server.call('PATCH', `/users/${server.getUserId(name)}`, {
        as: 'ada',
        body: { isActive: false },
      }),
  ],
  [
    'the account is deleted',
    ['cookie', 'token', 'key', 'komga'],
    ({ name }) => server.call('DELETE', `/users/${server.getUserId(name)}`, { as: 'ada' }),
  ],
]

test.each(endings)('open streams end when %s', async (when, expected, end) => {
  const name = `u${endings.findIndex(([each]) => each === when)}`
  const { streams, ...opened } = await openAll(name)
  expect(listEnded(streams)).toEqual([])
  const { status } = await end({ name, ...opened })
  expect(status).toBeLessThan(300)
  await waitUntil(() => expected.every((way) => listEnded(streams).includes(way)))
  expect(listEnded(streams)).toEqual(expected)
})
