/** Thousands of files are moved at once, and the following scan is interrupted repeatedly. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { jobs } from '../../../src/platform/jobs/schema'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { eq } from 'drizzle-orm'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../../ingest/scanning/scan-server'
import { makeShelf, renameChildren, shuffleFiles } from '../../support/make/shelves'
import { findWrongDerivedData } from '../../support/derived'
import { Dice } from '../../support/dice'
import { findJobHandler } from '../../support/jobs'
import { scanLibraryJob } from '../../../src/ingest/scanning/model'
import { createSharedTest } from '../../support/share'

const test = createSharedTest(['ingest/scanning'])

setDefaultTimeout(300_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const folders = 100
const booksOfEach = 20
const total = folders * booksOfEach
const everyBook = 40

async function begin(seed: number) {
  const folder = makeFolder()
  const paths = await makeShelf(folder, { folders, books: booksOfEach, seed })
  const id = await addLibrary(server, folder)
  expect(await scanLibrary(server, id)).toMatchObject({ added: total })
  const idOf = new Map((await listBooks(server, id)).map((book) => [book.relativePath, book.id]))
  const read = paths.filter((_, i) => i % everyBook === 0).map((path) => idOf.get(path)!)
  for (const bookId of read) {
    const body = { currentPage: 2, progressPercentage: 0.9 }
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body })
  }
  const summaries = new Map<string, string>()
  for (const [i, { id: seriesId }] of (await listSeries(server, id)).entries()) {
    if (i % 10 !== 0) continue
    const body = { summary: `Said of ${i}` }
    await server.call('PATCH', `/series/${seriesId}/metadata`, { as: 'ada', body })
    summaries.set(seriesId, body.summary)
  }
  return { folder, paths, id, idOf, read, summaries }
}

/** Runs one scan that is interrupted after each of these times and resumed. */
async function scanInPieces(libraryId: string, piecesMs: readonly number[]) {
  const payload = { libraryId, mode: 'normal', trigger: 'manual' }
  const job = {
    id: Bun.randomUUIDv7(),
    kind: 'scan_library',
    payload,
    attempts: 1,
    maxAttempts: 99,
  }
  const lease = { owner: 'another', leaseUntil: new Date(Date.now() + 3_600_000) }
  await server.ctx.write((tx) =>
    tx.insert(jobs).values({ ...job, ...lease, state: 'running', runAt: new Date() }),
  )
  const handler = findJobHandler(scanningJobs(server.ctx), scanLibraryJob)
  let deaths = 0
  for (const ms of piecesMs) {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('it dies')), ms)
    const ended = await Promise.resolve(handler(job, controller.signal)).then(
      () => true,
      (error: Error) => error.message,
    )
    clearTimeout(timer)
    if (ended === true) break
    expect(ended).toBe('it dies')
    deaths++
  }
  const effect = await handler(job, new AbortController().signal)
  await server.ctx.writeBulk(async (tx) => effect?.(tx))
  await server.ctx.write((tx) => tx.delete(jobs).where(eq(jobs.id, job.id)))
  const path = `/libraries/${libraryId}/scans/${job.id}`
  return { deaths, scan: (await server.call('GET', path, { as: 'ada' })).body }
}

async function expectAll(id: string, idOf: ReadonlyMap<string, string>, read: readonly string[]) {
  const after = new Map((await listBooks(server, id)).map((book) => [book.relativePath, book]))
  expect(after.size).toBe(total)
  const wrong: string[] = []
  for (const [path, bookId] of idOf) {
    const book = after.get(path)
    const isWhole = book?.trashedAt === null && book.analyzedAt !== null && book.pageCount === 2
    if (book?.id !== bookId || !isWhole) wrong.push(path)
  }
  expect(wrong).toEqual([])
  for (const bookId of read) {
    const { body } = await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })
    expect(body).toMatchObject({ bookId, currentPage: 2 })
  }
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
}

test('renaming every folder of a tree keeps all books, series and progress', async () => {
  const { folder, id, idOf, read, summaries } = await begin(1)
  const before = new Map((await listSeries(server, id)).map((one) => [one.groupKey, one.id]))
  const renamed = (name: string) => name.replace('Series', 'The new name of')
  renameChildren(folder, renamed)
  const { deaths, scan: done } = await scanInPieces(id, [400, 700, 1000, 1000, 1500, 1500])
  expect(deaths).toBeGreaterThan(0)
  expect(done).toMatchObject({ status: 'completed', added: 0, moved: total, missing: 0 })
  const now = [...idOf].map(([path, bookId]) => [renamed(path), bookId] as const)
  await expectAll(id, new Map(now), read)
  const after = await listSeries(server, id)
  expect(after).toHaveLength(folders)
  for (const [key, seriesId] of before) {
    expect(after.find((one) => one.id === seriesId)?.groupKey).toBe(renamed(key))
  }
  for (const [seriesId, summary] of summaries) {
    const { body } = await server.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
    expect(body.summary).toBe(summary)
  }
  expect(await scanLibrary(server, id)).toMatchObject({
    added: 0,
    moved: 0,
    changed: 0,
    missing: 0,
  })
})

test('permuting all files keeps all books and progress', async () => {
  const { folder, paths, id, idOf, read } = await begin(2)
  const dice = new Dice(7)
  const to = shuffleFiles(folder, paths, (sides) => dice.roll(sides))
  const { deaths, scan: done } = await scanInPieces(id, [400, 700, 1000, 1000, 1500, 1500])
  expect(deaths).toBeGreaterThan(0)
  const moved = paths.filter((path, i) => to[i] !== path).length
  expect(done).toMatchObject({ status: 'completed', added: 0, moved, missing: 0 })
  const now = paths.map((path, i) => [to[i]!, idOf.get(path)!] as const)
  await expectAll(id, new Map(now), read)
  expect(await scanLibrary(server, id)).toMatchObject({
    added: 0,
    moved: 0,
    changed: 0,
    missing: 0,
  })
})
