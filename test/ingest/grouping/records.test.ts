/**
 * A change of naming rules is recorded, can be undone, and never runs at the same time as a scan.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { jobs } from '../../../src/platform/jobs/schema'
import { buildScanKey } from '../../../src/ingest/scanning/lifecycle/enqueue'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
} from '../scanning/scan-server'
import { startGroupingServer, patchLibrary, waitUntilRegrouped, listShelf } from './grouping-server'
import { defineJob, type Job } from '../../../src/platform/jobs/job'
import type { ApplyNamesOrder } from '../../../src/ingest/grouping/model'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer()
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })

const acrossFolders = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** Creates a library with two series whose books share two folders. */
async function createLibrary() {
  const folder = makeFolder()
  const files = {
    ...(await makeDifferentComics('Saga', 4)),
    ...(await makeDifferentComics('Bone', 4)),
  }
  const named = Object.entries(files).map(([path, data], i) => {
    return [`F${i % 2}/${path.slice(path.indexOf('/') + 1)}`, data] as const
  })
  writeFiles(folder, Object.fromEntries(named))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder }
}

const listRecords = async (id: string) =>
  (await call('GET', `/libraries/${id}/scans`)).body.data.filter(
    ({ trigger }: { trigger: string }) => trigger === 'names',
  )

const takeSnapshot = async (id: string) =>
  (await listBooks(server, id)).map((book) => [book.id, book.seriesId, book.relativePath])

test('a changed strategy is recorded with its moves, and its undo restores everything', async () => {
  const { id } = await createLibrary()
  const before = await takeSnapshot(id)
  const shelf = await listShelf(server, id)
  const keys = new Map((await listSeries(server, id)).map((one) => [one.id, one.groupKey]))
  await call('PUT', `/books/${before[0]![0]}/progress`, { currentPage: 1, completed: true })
  await patchLibrary(server, id, acrossFolders)
  const after = await listShelf(server, id)
  expect(after.map(([title, ...paths]) => [title, paths.length])).toEqual([
    ['Bone', 4],
    ['Saga', 4],
  ])
  const [record] = await listRecords(id)
  expect(record).toMatchObject({ status: 'completed', added: 0, missing: 0, messages: [] })
  expect(record.moved).toBe(4)
  const path = `/libraries/${id}/scans/${record.id}/changes`
  const { body } = await call('GET', `${path}?kind=moved`)
  expect(body.data).toHaveLength(record.moved)
  expect((await call('GET', `${path}?kind=changed`)).body.total).toBe(record.changed)

  expect(await undoScan(server, id, record.id)).toMatchObject({ status: 'completed', skipped: 0 })
  await waitUntilRegrouped(server)
  // The undo also restores the strategies, so a scan moves nothing.
  expect(await listRecords(id)).toHaveLength(1)
  const { seriesStrategy } = (await call('GET', `/libraries/${id}`)).body
  expect(seriesStrategy).toBe('smart')
  expect(await takeSnapshot(id)).toEqual(before)
  expect((await listShelf(server, id)).map(([, ...paths]) => paths)).toEqual(
    shelf.map(([, ...paths]) => paths),
  )
  for (const one of await listSeries(server, id)) {
    if (keys.has(one.id)) expect(one.groupKey).toBe(keys.get(one.id)!)
  }
  const read = (await call('GET', `/books/${before[0]![0]}`)).body.book
  expect(read.readProgress).toMatchObject({ completed: true })
})

test('regrouping waits for a running scan, and a scan waits for regrouping', async () => {
  const { id } = await createLibrary()
  const before = await takeSnapshot(id)
  const key = buildScanKey(id)
  const holder = await server.ctx.write((tx) =>
    server.engine.enqueue(tx, defineJob('nobody'), {}, { key }),
  )
  await call('PATCH', `/libraries/${id}`, acrossFolders)
  await Bun.sleep(700)
  expect(await takeSnapshot(id)).toEqual(before)
  expect(await listRecords(id)).toEqual([])
  expect((await call('POST', `/libraries/${id}/scan`)).status).toBe(409)
  await server.engine.cancelJob(holder!)
  await waitUntilRegrouped(server)
  expect(await listRecords(id)).toHaveLength(1)
  expect(await takeSnapshot(id)).not.toEqual(before)
})

test('a manual scan does not cancel regrouping', async () => {
  const { id } = await createLibrary()
  await server.engine.stop()
  const { status } = await call('PATCH', `/libraries/${id}`, acrossFolders)
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
  expect(await listRecords(id)).toMatchObject([{ status: 'pending' }])
  expect((await call('POST', `/libraries/${id}/scan`)).status).toBe(409)
  expect(await listRecords(id)).toMatchObject([{ status: 'pending' }])
})
