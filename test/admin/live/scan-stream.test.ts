/** The stream of scans. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { closeGuardedStreams } from '../../../src/admin/live/guarded-streams'
import { users } from '../../../src/accounts/users/schema'
import { buildScanKey } from '../../../src/ingest/scanning/lifecycle/enqueue'
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
/** Ends the scan as its job would have. */
async function end(id: string, libraryId: string, values: Partial<typeof scans.$inferInsert>) {
  await change(id, { status: 'completed', completedAt: server.clock.now(), ...values })
  await server.ctx.queue.cancel(buildScanKey(libraryId))
}

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
  /** A question that was still running when the scan started may have found it pending. */
  const listEnds = (id: string) => list(id).filter((each) => !each.startsWith('pending'))
  return { response, list, listEnds, ended, cancel: () => reader.cancel() }
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
  await end(id, comics.id, { filesProcessed: 9 })
  await server.clock.advance(1_000)
  await waitUntil(() => stream.list(id).length === 3)
  expect(stream.list(id)).toEqual(['pending 0', 'running 7', 'completed 9'])
  await stream.cancel()
})

test('sends a scan that started and ended between two questions, once', async () => {
  const stream = await listen('max')
  await server.clock.advance(1_000)
  const endedBefore = await start(other.id)
  await end(endedBefore, other.id, { completedAt: new Date(0) })
  const short = await start(comics.id)
  await end(short, comics.id, { filesProcessed: 3 })
  await waitUntil(async () => {
    await server.clock.advance(1_000)
    return stream.listEnds(short).length === 1
  })
  for (let count = 0; count < 3; count++) await server.clock.advance(1_000)
  expect(stream.listEnds(short)).toEqual(['completed 3'])
  expect(stream.list(endedBefore)).toEqual([])
  await stream.cancel()
})

test('sends the end of a short scan that was stored late', async () => {
  const stream = await listen('max')
  await server.clock.advance(3_000)
  const short = await start(comics.id)
  // The transaction that ended the scan was committed seconds after it began.
  const completedAt = new Date(server.clock.now().getTime() - 2_000)
  await end(short, comics.id, { filesProcessed: 4, completedAt })
  await waitUntil(async () => {
    await server.clock.advance(1_000)
    return stream.listEnds(short).length === 1
  })
  expect(stream.listEnds(short)).toEqual(['completed 4'])
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
