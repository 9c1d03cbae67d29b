/** User data of a book or series is kept even if a scan finds that the file is not a book. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findByContent } from '../../../src/catalog/books/scanned/book-moves'
import { bookMetadata, books } from '../../../src/catalog/books/schema'
import { externalRatings } from '../../../src/catalog/metadata/schema'
import { bookProgress } from '../../../src/reading/progress/schema'
import { deleteEmptyNewSeries } from '../../../src/ingest/scanning/read/delete-empty-series'
import { storeMoves } from '../../../src/ingest/scanning/relocate/store-moves'
import { buildChains } from '../../../src/ingest/scanning/match/match-moves'
import { findLibraryToScan, findScan, listRootsToScan } from '../../../src/ingest/scanning/queries'
import { findUnreadBooks } from '../../../src/ingest/scanning/relocate/unread-books'
import type { Run, RootScan } from '../../../src/ingest/scanning/run'
import { series } from '../../../src/catalog/series/schema'
import { findBooksWithUserData } from '../../../src/ingest/scanning/match/books-with-user-data'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { makeComic, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const longAgo = new Date(0)

async function expectSuccess(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as: 'ann', body })
  expect(answer.status).toBeLessThan(300)
}

test('a file that was never analyzed stays a book when it has user data', async () => {
  const folder = makeFolder()
  writeFiles(folder, { 'A/1.cbz': await makeComic(5001), 'B/1.cbz': await makeComic(5002) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [one, two] = await listBooks(server, id)
  await markUnanalyzed([one!.n, two!.n])
  const preferences = { 'reader.fit': 'width' }
  await expectSuccess('PATCH', `/preferences?scope=book&id=${one!.id}`, { preferences })
  writeFiles(folder, { 'A/1.cbz': null, 'B/1.cbz': null })
  await server.ctx.write(async (tx) => {
    const never = await findUnreadBooks(tx, [one!.n, two!.n])
    expect([...never]).toEqual([two!.n])
  })
})

/** Resets rows to their state between creation and analysis. */
const markUnanalyzed = (ns: readonly number[]) =>
  server.ctx.write(async (tx) => {
    for (const n of ns) {
      await tx.update(books).set({ fingerprint: null }).where(eq(books.n, n))
      await tx.delete(bookMetadata).where(eq(bookMetadata.n, n))
    }
  })

test('a series created by a scan stays when it has user data', async () => {
  const library = await seedLibrary(server)
  const all = await Promise.all(
    ['Wanted', 'Set', 'Rated', 'Read', 'None'].map((title) =>
      seedSeries(server, library, { title }),
    ),
  )
  const [wanted, set, rated, read, none] = all.map(({ id }) => id)
  const home = await seedSeries(server, library, { title: 'Home' })
  const book = await seedBook(server, home, { pageCount: 3 })
  await expectSuccess('POST', '/want-to-read', { seriesId: wanted })
  await expectSuccess('PATCH', `/preferences?scope=series&id=${set}`, {
    preferences: { 'reader.fit': 'width' },
  })
  await expectSuccess('PUT', `/books/${book.id}/progress`, {
    currentPage: 2,
    progressPercentage: 0.6,
  })
  await server.ctx.write(async (tx) => {
    const rating = { seriesId: rated!, sourceName: 'a shelf', rating: 80, fetchedAt: longAgo }
    await tx.insert(externalRatings).values(rating)
    await tx.update(bookProgress).set({ seriesId: read! }).where(eq(bookProgress.bookId, book.id))
    const ids = [wanted!, set!, rated!, read!, none!]
    expect(await deleteEmptyNewSeries(tx, ids, longAgo)).toEqual([none!])
  })
  expect(await server.ctx.db.$count(series, eq(series.id, read!))).toBe(1)
  await expectSuccess('GET', `/books/${book.id}/progress`)
})

test('a copy keeps its path when a user starts reading just before it is replaced', async () => {
  const folder = makeFolder()
  const data = await makeComic(5010)
  writeFiles(folder, { 'A/1.cbz': data, 'B/1.cbz': data })
  const id = await addLibrary(server, folder)
  const { id: scanId } = await scanLibrary(server, id)
  const [lost, copied] = await listBooks(server, id)
  await addUserData(server, lost!.id)
  await addUserData(server, copied!.id)
  const { ctx } = server
  const [one, two] = (await findByContent(ctx.db, [lost!.contentHash!])).toSorted(
    (a, b) => a.n - b.n,
  )
  const [book, file] = one!.n === lost!.n ? [one!, two!] : [two!, one!]
  const [part] = buildChains([{ file, book, isVisible: true }])
  const roots = await listRootsToScan(ctx.db, id)
  const run = {
    ctx,
    library: (await findLibraryToScan(ctx.db, id))!,
    scan: (await findScan(ctx.db, id, scanId))!,
    progress: { requireLive: async () => undefined, addCounts: async () => undefined },
  } as unknown as Run
  const rootScans = roots.map((root) => ({ root }) as RootScan)
  const options = { rootScans, publishesEach: false, failed: new Set<never>(), copied: new Map() }
  expect(await storeMoves(run, [{ piece: part!, chain: part! }], options)).toEqual([])
  expect((await listBooks(server, id)).map((row) => [row.id, row.relativePath])).toEqual([
    [lost!.id, 'A/1.cbz'],
    [copied!.id, 'B/1.cbz'],
  ])
})

test('finds the books with user data among any number of equal books', async () => {
  const many = Array.from({ length: 300_000 }, (_, n) => ({ n: -1 - n, id: Bun.randomUUIDv7() }))
  expect(await findBooksWithUserData(server.ctx.db, many)).toEqual(new Set())
})
