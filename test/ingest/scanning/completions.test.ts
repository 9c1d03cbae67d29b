/** Completions of series after scans: only reading completes a series. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  type ScanServer,
  scanLibrary,
  startScanServer,
  writeFiles,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

async function scanSeries(title: string, count: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, count)
  writeFiles(folder, files)
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const books = await listBooks(server, libraryId)
  return { folder, files, libraryId, books, id: books[0]!.seriesId }
}

const call = async (method: string, path: string, body?: unknown) =>
  (await server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })).body
const getSeries = (id: string) => call('GET', `/series/${id}`)
const getHistory = (id: string) => call('GET', `/series/${id}/read-history`)
const nothing = { readCount: 0, lastCompletedAt: null, entries: [] }

test('A3: a missing file completes no series, and none after it returned', async () => {
  const { folder, files, libraryId, books, id } = await scanSeries('Harbor', 2)
  await call('POST', `/books/${books[0]!.id}/read`)
  writeFiles(folder, { 'Harbor/Harbor v2.cbz': null })
  await scanLibrary(server, libraryId)
  expect(await getSeries(id)).toMatchObject({ bookCount: 1, unreadCount: 0, readCount: 0 })
  expect(await getHistory(id)).toEqual(nothing)
  writeFiles(folder, files)
  await scanLibrary(server, libraryId)
  expect(await getSeries(id)).toMatchObject({ bookCount: 2, unreadCount: 1, readCount: 0 })
  expect(await getHistory(id)).toEqual(nothing)
})

test('A3: reading the rest completes no series while an unread book is missing', async () => {
  const { folder, libraryId, books, id } = await scanSeries('Pier', 3)
  await call('POST', `/books/${books[0]!.id}/read`)
  writeFiles(folder, { 'Pier/Pier v3.cbz': null })
  await scanLibrary(server, libraryId)
  await call('POST', `/books/${books[1]!.id}/read`)
  expect(await getHistory(id)).toEqual(nothing)
})

test('A3: a missing book that was read stays part of the completions', async () => {
  const { folder, libraryId, books, id } = await scanSeries('Quay', 2)
  await call('POST', `/books/${books[1]!.id}/read`)
  writeFiles(folder, { 'Quay/Quay v2.cbz': null })
  await scanLibrary(server, libraryId)
  await call('POST', `/books/${books[0]!.id}/read`)
  expect(await getHistory(id)).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })
})

test('A3: a book that moved to another series completes none', async () => {
  const { folder, files, libraryId, books, id } = await scanSeries('Wharf', 2)
  await call('POST', `/books/${books[0]!.id}/read`)
  const moved = files['Wharf/Wharf v2.cbz']!
  writeFiles(folder, { 'Wharf/Wharf v2.cbz': null, 'Dock/Dock v2.cbz': moved })
  await scanLibrary(server, libraryId)
  expect((await getHistory(id)).entries).toEqual([])
  writeFiles(folder, { 'Wharf/Wharf v2.cbz': moved, 'Dock/Dock v2.cbz': null })
  await scanLibrary(server, libraryId)
  expect(await getHistory(id)).toEqual(nothing)
})

test('A3: purging the missing book completes the series without an entry in the history', async () => {
  const { folder, libraryId, books, id } = await scanSeries('Mole', 2)
  await call('POST', `/books/${books[0]!.id}/read`)
  const { completedAt } = await call('GET', `/books/${books[0]!.id}/progress`)
  writeFiles(folder, { 'Mole/Mole v2.cbz': null })
  await scanLibrary(server, libraryId)
  const { deleteBooks } = await import('../../../src/catalog/books/scanned/trash-books')
  const { refreshSeriesAndProgress } =
    await import('../../../src/reading/progress/refresh-series-and-progress')
  await server.ctx.write(async (tx) => {
    await deleteBooks(tx, [books[1]!.n])
    await refreshSeriesAndProgress(tx, [id])
  })
  expect(await getHistory(id)).toEqual({ readCount: 1, lastCompletedAt: completedAt, entries: [] })
})
