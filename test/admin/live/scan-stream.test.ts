/** The stream of scans. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeGuardedStreams } from '../../../src/admin/live/guarded-streams'
import { users } from '../../../src/accounts/users/schema'
import { scans } from '../../../src/ingest/scanning/schema'
import { seedLibrary, type SeededLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let comics: SeededLibrary
let other: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  comics = await seedLibrary(server, { name: 'Comics' })
  other = await seedLibrary(server, { name: 'Other' })
  hidden = await seedLibrary(server, { name: 'Hidden' })
  await server.addUser('tom', 'maintainer')
  const limited = { libraryIds: [comics.id, other.id] }
  const userId = server.getUserId('tom')
  await server.ctx.write((tx) => tx.update(users).set(limited).where(eq(users.id, userId)))
})
afterAll(() => server.close())

const start = async (libraryId: string) => {
  const { status, body } = await server.call('POST', `/libraries/${libraryId}/scan`, { as: 'ada' })
  expect(status).toBe(202)
  return body.id as string
}
const change = (id: string, values: Partial<typeof scans.$inferInsert>) =>
  server.ctx.write((tx) => tx.update(scans).set(values).where(eq(scans.id, id)))

interface Sent {
  type: string
  scan: { id: string; status: string; filesProcessed: number }
}

async function listen(as: string) {
  const response = await server.fetch('/api/v1/scans/stream', { as })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const ended = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  })()
  const list = (id: string) =>
    text
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: '))
      .map((frame) => JSON.parse(frame.slice(6)) as Sent)
      .filter(({ type, scan }) => type === 'scan_updated' && scan.id === id)
      .map(({ scan }) => `${scan.status} ${scan.filesProcessed}`)
  return { response, list, ended, cancel: () => reader.cancel() }
}

test('sends each change of a scan once, and its end', async () => {
  const id = await start(comics.id)
  const stream = await listen('max')
  expect(stream.response.headers.get('content-type')).toStartWith('text/event-stream')
  await waitUntil(() => stream.list(id).length === 1)
  await change(id, { status: 'running', filesProcessed: 7 })
  await server.clock.advance(1_000)
  await waitUntil(() => stream.list(id).length === 2)
  await server.clock.advance(3_000)
  await change(id, { status: 'completed', filesProcessed: 9, completedAt: server.clock.now() })
  await server.clock.advance(1_000)
  await waitUntil(() => stream.list(id).length === 3)
  expect(stream.list(id)).toEqual(['pending 0', 'running 7', 'completed 9'])
  await stream.cancel()
})

test('leaves out scans of libraries that the user does not see', async () => {
  const secret = await start(hidden.id)
  const shown = await start(other.id)
  const stream = await listen('tom')
  await waitUntil(() => stream.list(shown).length === 1)
  expect(stream.list(secret)).toEqual([])
  await stream.cancel()
})

test('needs the permission, and is limited for each user', async () => {
  expect((await server.call('GET', '/scans/stream', { as: 'ann' })).status).toBe(403)
  expect((await server.call('GET', '/scans/stream')).status).toBe(401)
  const streams = []
  for (let count = 0; count < 5; count++) streams.push(await listen('max'))
  const refused = await server.call('GET', '/scans/stream', { as: 'max' })
  expect([refused.status, refused.body.code]).toEqual([429, 'live.too_many_own'])
  const ofAda = await listen('ada')
  expect(ofAda.response.status).toBe(200)
  closeGuardedStreams(server.ctx)
  await Promise.all([...streams, ofAda].map(({ ended }) => ended))
})
