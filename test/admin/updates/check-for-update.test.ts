/** The notice about newer versions, which an administrator must turn on. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { checkForUpdate, findNewerRelease } from '../../../src/admin/updates/check-for-update'
import { release } from '../../../src/version'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let downloads: ReturnType<typeof Bun.serve>
let asked: string[] = []
let answer: () => Response = () => Response.json({ version: '99.1.0', security: false })

beforeAll(async () => {
  downloads = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return answer()
    },
  })
  server = await startTestServer({
    'updates.url': `${downloads.url.origin}/base`,
    'providers.offline': 'false',
  })
})
afterAll(async () => {
  await server.close()
  await downloads.stop(true)
})

const turn = (value: 'true' | 'false') =>
  server.call('PUT', '/admin/settings/updates.check', { as: 'ada', body: { value } })
const listNews = async (as: string) =>
  (await server.call('GET', '/user/notifications', { as })).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'update',
  )
const dayMs = 86_400_000

test('nothing is asked until it is turned on', async () => {
  await checkForUpdate(server.ctx)
  expect(asked).toEqual([])
  expect(await findNewerRelease(server.ctx)).toBeUndefined()
})

test('a newer version is announced to administrators, and asked for once a day', async () => {
  await turn('true')
  await checkForUpdate(server.ctx)
  await checkForUpdate(server.ctx)
  expect(asked).toEqual(['GET /base/latest.json'])
  expect(await findNewerRelease(server.ctx)).toMatchObject({ version: '99.1.0' })
  expect(await listNews('ada')).toMatchObject([
    { code: 'notifications.news.update', path: '/settings/about' },
  ])
  const info = await server.call('GET', '/info', { as: 'ada' })
  expect(info.body.server.newerRelease).toMatchObject({
    version: '99.1.0',
    isSecurityRelease: false,
    notesUrl: `${downloads.url.origin}/base/99.1.0/RELEASE_NOTES.md`,
  })
  expect(await listNews('max')).toEqual([])
  const [first] = await listNews('ada')
  await server.clock.advance(dayMs)
  await checkForUpdate(server.ctx)
  expect(asked.length).toBe(2)
  expect(await listNews('ada')).toEqual([first])
})

test('a version that fixes security problems says so', async () => {
  answer = () => Response.json({ version: '99.2.0', security: true })
  await server.clock.advance(dayMs)
  await checkForUpdate(server.ctx)
  expect((await listNews('ada'))[0].code).toBe('notifications.news.security_update')
})

test.each([
  { name: 'the same version', make: () => Response.json({ version: release }) },
  { name: 'an older version', make: () => Response.json({ version: '0.0.1' }) },
])('$name is no news', async ({ make }) => {
  answer = make
  await server.clock.advance(dayMs)
  await checkForUpdate(server.ctx)
  expect(await findNewerRelease(server.ctx)).toBeUndefined()
})

test.each([
  { name: 'an error', make: () => new Response('gone', { status: 404 }) },
  { name: 'a sign-in page', make: () => new Response('<html>sign in</html>') },
  { name: 'another document', make: () => Response.json({ version: '<b>9</b>' }) },
  { name: 'null', make: () => Response.json(null) },
  { name: 'a huge file', make: () => new Response('x'.repeat(2_000_000)) },
])('$name is ignored, and not asked for again on the same day', async ({ make }) => {
  answer = make
  await server.clock.advance(dayMs)
  asked = []
  await checkForUpdate(server.ctx)
  await checkForUpdate(server.ctx)
  expect(asked.length).toBe(1)
  expect(await findNewerRelease(server.ctx)).toBeUndefined()
})

test('nothing is asked or shown after it is turned off', async () => {
  answer = () => Response.json({ version: '99.3.0' })
  await server.clock.advance(dayMs)
  await checkForUpdate(server.ctx)
  expect(await findNewerRelease(server.ctx)).toBeDefined()
  await turn('false')
  await server.clock.advance(dayMs)
  asked = []
  await checkForUpdate(server.ctx)
  expect(asked).toEqual([])
  expect(await findNewerRelease(server.ctx)).toBeUndefined()
  expect(await listNews('ada')).toEqual([])
})
