import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookMetadata, books } from '../../../src/catalog/books/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { type ReadResult, FileReaders } from '../../../src/ingest/scanning/read/file-readers'
import { WalkClient } from '../../../src/ingest/scanning/walk/walk-client'
import { makeCbz } from '../../support/make/cbz'
import {
  addLibrary,
  listBooks,
  makeFolder,
  makeComics,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'
import { waitUntil } from '../../support/wait-until'
import { findJobHandler } from '../../support/jobs'
import { scanLibraryJob } from '../../../src/ingest/scanning/model'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** Resolves when the library has this many books. */
const waitUntilBooks = (libraryId: string, count: number) =>
  waitUntil(
    async () => (await server.ctx.db.$count(books, eq(books.libraryId, libraryId))) >= count,
  )

async function createLargeLibrary(count: number) {
  const folder = makeFolder()
  writeFiles(folder, await makeComics('Big', count))
  return { folder, id: await addLibrary(server, folder) }
}

async function expectComplete(id: string, count: number) {
  const all = await listBooks(server, id)
  expect(all).toHaveLength(count)
  for (const book of all) {
    expect(book).toMatchObject({ attempts: 0, finding: null, pageCount: 2, trashedAt: null })
    expect(book.analyzedAt).not.toBeNull()
  }
  expect(await listSeries(server, id)).toMatchObject([{ bookCount: count }])
}

describe('a scan that is cancelled', () => {
  test('stops and keeps its work, and the next one does the rest', async () => {
    const { id } = await createLargeLibrary(400)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    const second = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    expect(second.status).toBe(409)
    await waitUntilBooks(id, 50)
    const path = `/libraries/${id}/scans/${body.id}`
    const cancelled = await server.call('POST', `${path}/cancel`, { as: 'ada' })
    expect(cancelled.status).toBe(200)
    expect(cancelled.body.status).toBe('cancelled')
    expect(cancelled.body.completedAt).not.toBeNull()
    const stopped = (await listBooks(server, id)).length
    await Bun.sleep(300)
    const later = await listBooks(server, id)
    // After the cancellation, at most the current batch is still written.
    expect(later.length).toBeLessThan(400)
    expect(later.length - stopped).toBeLessThanOrEqual(50)
    expect(later.every(({ attempts }) => attempts === 0)).toBe(true)
    expect((await server.call('POST', `${path}/cancel`, { as: 'ada' })).status).toBe(409)
    expect((await server.call('GET', path, { as: 'ada' })).body.status).toBe('cancelled')

    await scanLibrary(server, id)
    await expectComplete(id, 400)
  }, 60_000)
})

describe('a scan that is interrupted', () => {
  test('resumes as the same scan when its job runs again', async () => {
    const { id } = await createLargeLibrary(400)
    const job = {
      id: Bun.randomUUIDv7(),
      kind: 'scan_library',
      payload: { libraryId: id, mode: 'normal', trigger: 'manual' },
      attempts: 1,
      maxAttempts: 5,
    }
    // The crashed program still holds the job.
    const lease = { owner: 'another', leaseUntil: new Date(Date.now() + 600_000) }
    await server.ctx.write((tx) =>
      tx.insert(jobs).values({ ...job, ...lease, state: 'running', runAt: new Date() }),
    )
    const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
    const controller = new AbortController()
    const first = handler(job, controller.signal)
    await waitUntilBooks(id, 50)
    controller.abort(new Error('the program ends'))
    expect(await Promise.resolve(first).catch((error: Error) => error.message)).toBe(
      'the program ends',
    )
    const path = `/libraries/${id}/scans/${job.id}`
    expect((await server.call('GET', path, { as: 'ada' })).body.status).toBe('running')
    const half = await listBooks(server, id)
    expect(half.length).toBeLessThan(400)

    const effect = await handler({ ...job, attempts: 2 }, new AbortController().signal)
    await server.ctx.writeBulk((tx) => effect!(tx))
    await expectComplete(id, 400)
    const { body } = await server.call('GET', path, { as: 'ada' })
    expect(body).toMatchObject({ status: 'completed', added: 400 })
    const after = new Set((await listBooks(server, id)).map((book) => book.id))
    for (const before of half) {
      expect(after.has(before.id)).toBe(true)
    }
  }, 60_000)

  test('analyzes files again that were in progress during a power loss', async () => {
    const { id } = await createLargeLibrary(3)
    await scanLibrary(server, id)
    const [book] = await listBooks(server, id)
    await server.ctx.write(async (tx) => {
      await tx
        .update(books)
        .set({ attempts: 1, analyzedAt: null, pageCount: 0 })
        .where(eq(books.n, book!.n))
      await tx.delete(bookMetadata).where(eq(bookMetadata.n, book!.n))
    })
    expect(await scanLibrary(server, id)).toMatchObject({ filesTotal: 1, findings: 0 })
    await expectComplete(id, 3)
    expect(await server.ctx.db.$count(bookMetadata, eq(bookMetadata.n, book!.n))).toBe(1)
  })

  test('skips a file that crashed it twice, until the file changes', async () => {
    const { folder, id } = await createLargeLibrary(3)
    await scanLibrary(server, id)
    const [book] = await listBooks(server, id)
    await server.ctx.write((tx) =>
      tx.update(books).set({ attempts: 2, analyzedAt: null }).where(eq(books.n, book!.n)),
    )
    expect(await scanLibrary(server, id)).toMatchObject({ status: 'completed', findings: 1 })
    const [left] = await listBooks(server, id)
    expect(left).toMatchObject({ finding: 'unreadable', attempts: 0, trashedAt: null })
    expect(await scanLibrary(server, id)).toMatchObject({ filesTotal: 0 })
    writeFiles(folder, { [book!.relativePath]: await makeCbz({ pages: 4 }) })
    await scanLibrary(server, id)
    expect((await listBooks(server, id))[0]).toMatchObject({ finding: null, pageCount: 4 })
  })

  test('does nothing for a trashed library', async () => {
    const { id } = await createLargeLibrary(3)
    await server.call('DELETE', `/libraries/${id}`, { as: 'ada' })
    const payload = { libraryId: id, mode: 'normal', trigger: 'manual' }
    const job = {
      id: Bun.randomUUIDv7(),
      kind: 'scan_library',
      payload,
      attempts: 1,
      maxAttempts: 5,
    }
    const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
    expect(await handler(job, new AbortController().signal)).toBeUndefined()
    expect(await listBooks(server, id)).toEqual([])
  })
})

const startCrashingWorker = () => new Worker(new URL('./crashing.worker.ts', import.meta.url).href)
const startAlways = (take: () => Worker) => ({
  take,
  giveBack: (worker: Worker) => worker.terminate(),
})
const buildOrders = (...paths: string[]) => paths.map((path, key) => ({ key, path }))
const listOutcomes = (results: ReadResult[]) =>
  results.map((result) => ('failed' in result ? result.failed : 'read'))
const buildBroken = () => new Worker('data:text/javascript,throw new Error("no such library")')

describe('analysis Workers', () => {
  test('skip only the file that crashed their Worker', async () => {
    using readers = new FileReaders(1, 5_000, startAlways(startCrashingWorker))
    const results = await readers.read(buildOrders('a', 'exit', 'b', 'throw', 'c'))
    expect(listOutcomes(results)).toEqual(['read', 'died', 'read', 'died', 'read'])
    expect(results.map(({ key }) => key)).toEqual([0, 1, 2, 3, 4])
  })

  test('skip no file when they cannot even start', async () => {
    using readers = new FileReaders(1, 5_000, startAlways(buildBroken))
    const failure = await readers.read(buildOrders('a', 'b')).catch((error: Error) => error.message)
    expect(failure).toContain('failed to start file reader')
  })

  test('give up on a file that takes forever', async () => {
    using readers = new FileReaders(2, 300, startAlways(startCrashingWorker))
    const results = await readers.read(buildOrders('a', 'hang', 'b', 'c', 'd'))
    expect(listOutcomes(results)).toEqual(['read', 'endless', 'read', 'read', 'read'])
  })
})

test('a walk that was terminated rejects immediately', async () => {
  const walker = new WalkClient()
  walker[Symbol.dispose]()
  const order = { root: makeFolder(), formats: null, excluded: [] }
  const outcome = await walker
    .findMissingFiles(order, '1', ['a.cbz'])
    .catch((error: Error) => error.message)
  expect(outcome).toBe('the walk was stopped')
})

test('terminated analysis does not start another Worker', async () => {
  let started = 0
  const startCounted = () => {
    started++
    return startCrashingWorker()
  }
  const readers = new FileReaders(1, 5_000, startAlways(startCounted))
  readers[Symbol.dispose]()
  expect(listOutcomes(await readers.read(buildOrders('a', 'b')))).toEqual([
    'unreadable',
    'unreadable',
  ])
  expect(started).toBe(0)
})
