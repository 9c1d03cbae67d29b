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
  booksOf,
  makeFolder,
  manyComics,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'
import { waitUntil } from '../../support/wait-until'
import { findJobHandler } from '../../support/jobs'
import { scanLibraryJob } from '../../../src/ingest/scanning/model'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** Resolves when so many books are there. */
const untilBooks = (libraryId: string, count: number) =>
  waitUntil(
    async () => (await server.ctx.db.$count(books, eq(books.libraryId, libraryId))) >= count,
  )

async function bigLibrary(count: number) {
  const folder = makeFolder()
  put(folder, await manyComics('Big', count))
  return { folder, id: await addLibrary(server, folder) }
}

async function expectWhole(id: string, count: number) {
  const all = await booksOf(server, id)
  expect(all).toHaveLength(count)
  for (const book of all) {
    expect(book).toMatchObject({ attempts: 0, finding: null, pageCount: 2, trashedAt: null })
    expect(book.analyzedAt).not.toBeNull()
  }
  expect(await seriesOf(server, id)).toMatchObject([{ bookCount: count }])
}

describe('a scan that is cancelled', () => {
  test('stops, leaves what it has done, and the next one does the rest', async () => {
    const { id } = await bigLibrary(400)
    const { body } = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    const second = await server.call('POST', `/libraries/${id}/scan`, { as: 'ada' })
    expect(second.status).toBe(409)
    await untilBooks(id, 50)
    const path = `/libraries/${id}/scans/${body.id}`
    const cancelled = await server.call('POST', `${path}/cancel`, { as: 'ada' })
    expect(cancelled.status).toBe(200)
    expect(cancelled.body.status).toBe('cancelled')
    expect(cancelled.body.completedAt).not.toBeNull()
    const stopped = (await booksOf(server, id)).length
    await Bun.sleep(300)
    const later = await booksOf(server, id)
    // At most the slice that was being written.
    expect(later.length).toBeLessThan(400)
    expect(later.length - stopped).toBeLessThanOrEqual(50)
    expect(later.every(({ attempts }) => attempts === 0)).toBe(true)
    expect((await server.call('POST', `${path}/cancel`, { as: 'ada' })).status).toBe(409)
    expect((await server.call('GET', path, { as: 'ada' })).body.status).toBe('cancelled')

    await scan(server, id)
    await expectWhole(id, 400)
  }, 60_000)
})

describe('a scan that is interrupted', () => {
  test('goes on as the same scan when its job runs again', async () => {
    const { id } = await bigLibrary(400)
    const job = {
      id: Bun.randomUUIDv7(),
      kind: 'scan_library',
      payload: { libraryId: id, mode: 'normal', trigger: 'manual' },
      attempts: 1,
      maxAttempts: 5,
    }
    // The program that ends still holds the job.
    const lease = { owner: 'another', leaseUntil: new Date(Date.now() + 600_000) }
    await server.ctx.write((tx) =>
      tx.insert(jobs).values({ ...job, ...lease, state: 'running', runAt: new Date() }),
    )
    const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
    const controller = new AbortController()
    const first = handler(job, controller.signal)
    await untilBooks(id, 50)
    controller.abort(new Error('the program ends'))
    expect(await Promise.resolve(first).catch((error: Error) => error.message)).toBe(
      'the program ends',
    )
    const path = `/libraries/${id}/scans/${job.id}`
    expect((await server.call('GET', path, { as: 'ada' })).body.status).toBe('running')
    const half = await booksOf(server, id)
    expect(half.length).toBeLessThan(400)

    const effect = await handler({ ...job, attempts: 2 }, new AbortController().signal)
    await server.ctx.writeBulk((tx) => effect!(tx))
    await expectWhole(id, 400)
    const { body } = await server.call('GET', path, { as: 'ada' })
    expect(body).toMatchObject({ status: 'completed', added: 400 })
    const after = new Set((await booksOf(server, id)).map((book) => book.id))
    for (const before of half) {
      expect(after.has(before.id)).toBe(true)
    }
  }, 60_000)

  test('reads again what was in its hands when the power went', async () => {
    const { id } = await bigLibrary(3)
    await scan(server, id)
    const [book] = await booksOf(server, id)
    await server.ctx.write(async (tx) => {
      await tx
        .update(books)
        .set({ attempts: 1, analyzedAt: null, pageCount: 0 })
        .where(eq(books.n, book!.n))
      await tx.delete(bookMetadata).where(eq(bookMetadata.n, book!.n))
    })
    expect(await scan(server, id)).toMatchObject({ filesTotal: 1, findings: 0 })
    await expectWhole(id, 3)
    expect(await server.ctx.db.$count(bookMetadata, eq(bookMetadata.n, book!.n))).toBe(1)
  })

  test('leaves a file alone on which everything died twice, until it changes', async () => {
    const { folder, id } = await bigLibrary(3)
    await scan(server, id)
    const [book] = await booksOf(server, id)
    await server.ctx.write((tx) =>
      tx.update(books).set({ attempts: 2, analyzedAt: null }).where(eq(books.n, book!.n)),
    )
    expect(await scan(server, id)).toMatchObject({ status: 'completed', findings: 1 })
    const [left] = await booksOf(server, id)
    expect(left).toMatchObject({ finding: 'unreadable', attempts: 0, trashedAt: null })
    expect(await scan(server, id)).toMatchObject({ filesTotal: 0 })
    put(folder, { [book!.relativePath]: await makeCbz({ pages: 4 }) })
    await scan(server, id)
    expect((await booksOf(server, id))[0]).toMatchObject({ finding: null, pageCount: 4 })
  })

  test('that belongs to a library in the trash does nothing', async () => {
    const { id } = await bigLibrary(3)
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
    expect(await booksOf(server, id)).toEqual([])
  })
})

const deadly = () => new Worker(new URL('./deadly.worker.ts', import.meta.url).href)
const orders = (...paths: string[]) => paths.map((path, key) => ({ key, path }))
const outcomes = (results: ReadResult[]) =>
  results.map((result) => ('failed' in result ? result.failed : 'read'))
const broken = () => new Worker('data:text/javascript,throw new Error("no such library")')

describe('the readers', () => {
  test('blame only the file on which their Worker died, and read the others', async () => {
    using readers = new FileReaders(1, 5_000, deadly)
    const results = await readers.read(orders('a', 'exit', 'b', 'throw', 'c'))
    expect(outcomes(results)).toEqual(['read', 'died', 'read', 'died', 'read'])
    expect(results.map(({ key }) => key)).toEqual([0, 1, 2, 3, 4])
  })

  test('blame no file when they cannot even start', async () => {
    using readers = new FileReaders(1, 5_000, broken)
    const failure = await readers.read(orders('a', 'b')).catch((error: Error) => error.message)
    expect(failure).toContain('failed to start file reader')
  })

  test('give up a file that takes for ever', async () => {
    using readers = new FileReaders(2, 300, deadly)
    const results = await readers.read(orders('a', 'hang', 'b', 'c', 'd'))
    expect(outcomes(results)).toEqual(['read', 'endless', 'read', 'read', 'read'])
  })
})

test('a walk that was ended answers nobody, at once', async () => {
  const walker = new WalkClient()
  walker[Symbol.dispose]()
  const order = { root: makeFolder(), formats: null, excluded: [] }
  const told = await walker
    .findMissingFiles(order, '1', ['a.cbz'])
    .catch((error: Error) => error.message)
  expect(told).toBe('the walk was stopped')
})

test('readers that were ended start no Worker again', async () => {
  let started = 0
  const readers = new FileReaders(1, 5_000, () => {
    started++
    return deadly()
  })
  readers[Symbol.dispose]()
  expect(outcomes(await readers.read(orders('a', 'b')))).toEqual(['unreadable', 'unreadable'])
  expect(started).toBe(0)
})
