/** What a change of how names are read has changed is told, can be undone, and is never done beside a scan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { jobs } from '../../../src/platform/jobs/schema'
import { buildScanKey } from '../../../src/ingest/scanning/lifecycle/enqueue'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  put,
  scan,
  type ScanServer,
  seriesOf,
  undo,
} from '../scanning/support'
import { startGroupingServer, patchLibrary, settled, shelfOf } from './support'
import { defineJob, type Job } from '../../../src/platform/jobs/job'
import type { ApplyNamesOrder } from '../../../src/ingest/grouping/model'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })

const across = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Two series that lie in the same two folders. */
async function library() {
  const folder = makeFolder()
  const files = { ...(await differentComics('Saga', 4)), ...(await differentComics('Bone', 4)) }
  const named = Object.entries(files).map(([path, data], i) => {
    return [`F${i % 2}/${path.slice(path.indexOf('/') + 1)}`, data] as const
  })
  put(folder, Object.fromEntries(named))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { id, folder }
}

const recordsOf = async (id: string) =>
  (await call('GET', `/libraries/${id}/scans`)).body.data.filter(
    ({ trigger }: { trigger: string }) => trigger === 'names',
  )

const standing = async (id: string) =>
  (await booksOf(server, id)).map((book) => [book.id, book.seriesId, book.relativePath])

test('a changed strategy is a record that says what it moved, and its undo puts all back', async () => {
  const { id } = await library()
  const before = await standing(id)
  const shelf = await shelfOf(server, id)
  const keys = new Map((await seriesOf(server, id)).map((one) => [one.id, one.groupKey]))
  await call('PUT', `/books/${before[0]![0]}/progress`, { currentPage: 1, completed: true })
  await patchLibrary(server, id, across)
  const after = await shelfOf(server, id)
  expect(after.map(([title, ...paths]) => [title, paths.length])).toEqual([
    ['Bone', 4],
    ['Saga', 4],
  ])
  const [record] = await recordsOf(id)
  expect(record).toMatchObject({ status: 'completed', added: 0, missing: 0, messages: [] })
  expect(record.moved).toBe(4)
  const path = `/libraries/${id}/scans/${record.id}/changes`
  const { body } = await call('GET', `${path}?kind=moved`)
  expect(body.data).toHaveLength(record.moved)
  expect((await call('GET', `${path}?kind=changed`)).body.total).toBe(record.changed)

  expect(await undo(server, id, record.id)).toMatchObject({ status: 'completed', skipped: 0 })
  await settled(server)
  // The strategies are as before, too, so nothing wants them elsewhere.
  expect(await recordsOf(id)).toHaveLength(1)
  const { seriesStrategy } = (await call('GET', `/libraries/${id}`)).body
  expect(seriesStrategy).toBe('series_volume')
  expect(await standing(id)).toEqual(before)
  expect((await shelfOf(server, id)).map(([, ...paths]) => paths)).toEqual(
    shelf.map(([, ...paths]) => paths),
  )
  for (const one of await seriesOf(server, id)) {
    if (keys.has(one.id)) expect(one.groupKey).toBe(keys.get(one.id)!)
  }
  const read = (await call('GET', `/books/${before[0]![0]}`)).body.book
  expect(read.readProgress).toMatchObject({ completed: true })
})

test('nothing is regrouped while a scan has the library, and no scan begins meanwhile', async () => {
  const { id } = await library()
  const before = await standing(id)
  const key = buildScanKey(id)
  const holder = await server.ctx.write((tx) =>
    server.engine.enqueue(tx, defineJob('nobody'), {}, { key }),
  )
  await call('PATCH', `/libraries/${id}`, across)
  await Bun.sleep(700)
  expect(await standing(id)).toEqual(before)
  expect(await recordsOf(id)).toEqual([])
  expect((await call('POST', `/libraries/${id}/scan`)).status).toBe(409)
  await server.engine.cancelJob(holder!)
  await settled(server)
  expect(await recordsOf(id)).toHaveLength(1)
  expect(await standing(id)).not.toEqual(before)
})

test('a person cannot push a regrouping aside with a scan', async () => {
  const { id } = await library()
  await server.engine.stop()
  const { status } = await call('PATCH', `/libraries/${id}`, across)
  expect(status).toBe(200)
  const wish = and(eq(jobs.kind, 'apply_names'), eq(jobs.state, 'ready'))
  const [job] = await server.ctx.db.select().from(jobs).where(wish)
  expect(job?.payload).toMatchObject({ libraryId: id })
  const { waitForLibrary } = await import('../../../src/ingest/grouping/apply-naming')
  const claim = await waitForLibrary(
    server.ctx,
    job as Job<ApplyNamesOrder>,
    new AbortController().signal,
  )
  await server.ctx.write(async (tx) => claim?.(tx))
  expect(await recordsOf(id)).toMatchObject([{ status: 'pending' }])
  expect((await call('POST', `/libraries/${id}/scan`)).status).toBe(409)
  expect(await recordsOf(id)).toMatchObject([{ status: 'pending' }])
})
