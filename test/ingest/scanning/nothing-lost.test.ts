/** What a person said of a book or series that nobody has read yet stays when a scan finds it to be none. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findByContent } from '../../../src/catalog/books/scanned/moves'
import { bookMetadata, books } from '../../../src/catalog/books/schema'
import { loadNaming } from '../../../src/catalog/corrections/load'
import { externalRatings } from '../../../src/catalog/metadata/schema'
import { bookProgress } from '../../../src/reading/progress/schema'
import { deleteEmptyNewSeries } from '../../../src/ingest/scanning/read/delete-empty-series'
import { storeMoves } from '../../../src/ingest/scanning/relocate/store-moves'
import { buildChains } from '../../../src/ingest/scanning/match/moves'
import { findLibraryToScan, findScan, listRootsToScan } from '../../../src/ingest/scanning/queries'
import { findUnreadBooks } from '../../../src/ingest/scanning/relocate/unread-books'
import type { Run, RootScan } from '../../../src/ingest/scanning/run'
import { series } from '../../../src/catalog/series/schema'
import { findBooksWithUserData } from '../../../src/ingest/scanning/match/user-data'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { comicOf, treasure } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const longAgo = new Date(0)

async function done(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { as: 'ann', body })
  expect(answer.status).toBeLessThan(300)
}

test('a file that no scan came to read is a book for whoever set something on it', async () => {
  const folder = makeFolder()
  put(folder, { 'A/1.cbz': await comicOf(5001), 'B/1.cbz': await comicOf(5002) })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const [one, two] = await booksOf(server, id)
  await unread([one!.n, two!.n])
  const preferences = { 'reader.fit': 'width' }
  await done('PATCH', `/preferences?scope=book&id=${one!.id}`, { preferences })
  put(folder, { 'A/1.cbz': null, 'B/1.cbz': null })
  await server.ctx.write(async (tx) => {
    const never = await findUnreadBooks(tx, [one!.n, two!.n])
    expect([...never]).toEqual([two!.n])
  })
})

/** As rows are between the moment in which a scan makes them and the one in which it reads the files. */
const unread = (ns: readonly number[]) =>
  server.ctx.write(async (tx) => {
    for (const n of ns) {
      await tx.update(books).set({ fingerprint: null }).where(eq(books.n, n))
      await tx.delete(bookMetadata).where(eq(bookMetadata.n, n))
    }
  })

test('a series that a scan made stays for whoever wants it, set something on it or has read in it', async () => {
  const library = await seedLibrary(server)
  const all = await Promise.all(
    ['Wanted', 'Set', 'Rated', 'Read', 'None'].map((title) =>
      seedSeries(server, library, { title }),
    ),
  )
  const [wanted, set, rated, read, none] = all.map(({ id }) => id)
  const home = await seedSeries(server, library, { title: 'Home' })
  const book = await seedBook(server, home, { pageCount: 3 })
  await done('POST', '/want-to-read', { seriesId: wanted })
  await done('PATCH', `/preferences?scope=series&id=${set}`, {
    preferences: { 'reader.fit': 'width' },
  })
  await done('PUT', `/books/${book.id}/progress`, { currentPage: 2, progressPercentage: 0.6 })
  await server.ctx.write(async (tx) => {
    const rating = { seriesId: rated!, sourceName: 'a shelf', rating: 80, fetchedAt: longAgo }
    await tx.insert(externalRatings).values(rating)
    await tx.update(bookProgress).set({ seriesId: read! }).where(eq(bookProgress.bookId, book.id))
    const ids = [wanted!, set!, rated!, read!, none!]
    expect(await deleteEmptyNewSeries(tx, ids, longAgo)).toEqual([none!])
  })
  expect(await server.ctx.db.$count(series, eq(series.id, read!))).toBe(1)
  await done('GET', `/books/${book.id}/progress`)
})

test('a copy in which somebody begins to read just before it would be pushed out keeps its place', async () => {
  const folder = makeFolder()
  const data = await comicOf(5010)
  put(folder, { 'A/1.cbz': data, 'B/1.cbz': data })
  const id = await addLibrary(server, folder)
  const { id: scanId } = await scan(server, id)
  const [lost, copied] = await booksOf(server, id)
  await treasure(server, lost!.id)
  await treasure(server, copied!.id)
  const { ctx } = server
  const [one, two] = (await findByContent(ctx.db, [lost!.contentHash!])).toSorted(
    (a, b) => a.n - b.n,
  )
  const [book, file] = one!.n === lost!.n ? [one!, two!] : [two!, one!]
  const [part] = await buildChains([{ file, book, isVisible: true }])
  const roots = await listRootsToScan(ctx.db, id)
  const run = {
    ctx,
    library: (await findLibraryToScan(ctx.db, id))!,
    scan: (await findScan(ctx.db, id, scanId))!,
    naming: await loadNaming(ctx.db, id),
    progress: { requireLive: async () => undefined, addCounts: async () => undefined },
  } as unknown as Run
  const rootScans = roots.map((root) => ({ root }) as RootScan)
  const options = { rootScans, publishesEach: false, failed: new Set<never>() }
  expect(await storeMoves(run, [{ piece: part!, chain: part! }], options)).toEqual([])
  expect((await booksOf(server, id)).map((row) => [row.id, row.relativePath])).toEqual([
    [lost!.id, 'A/1.cbz'],
    [copied!.id, 'B/1.cbz'],
  ])
})

test('of any number of equal books is asked which mean something', async () => {
  const many = Array.from({ length: 300_000 }, (_, n) => ({ n: -1 - n, id: Bun.randomUUIDv7() }))
  expect(await findBooksWithUserData(server.ctx.db, many)).toEqual(new Set())
})
