/** Positions of KOReader between devices, other apps, hidden libraries and scans. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { computePartialMd5 } from '../../../src/media/reader/koreader-hash'
import { joinWaitingPositions } from '../../../src/reading/progress/clients/waiting-positions'
import { bookCompletions, readingEvents } from '../../../src/reading/progress/schema'
import { makeEpub } from '../../support/make/epub'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from '../../ingest/scanning/scan-server'
import { enqueueHashing } from '../../../src/ingest/scanning/hashing/hashing'
import { waitUntil } from '../../support/wait-until'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: ScanServer
const logins = new Map<string, { username: string; password: string }>()

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

beforeAll(async () => {
  server = await startScanServer()
  for (const as of ['ann', 'max', 'ada']) {
    logins.set(as, (await server.call('POST', '/sync-logins', { as, body: { name: 'Kobo' } })).body)
  }
})
afterAll(async () => {
  await server.close()
  closeDecoder()
})

async function send(as: string, method: string, path: string, body?: object) {
  const { username, password } = logins.get(as)!
  const response = await server.fetch(`/koreader${path}`, {
    method,
    headers: { 'x-auth-user': username, 'x-auth-key': md5(password) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

interface Push {
  as?: string
  device?: string
}
async function push(
  document: string,
  progress: string,
  percentage: number,
  { as = 'ann', device = 'Clara' }: Push = {},
) {
  const body = { document, progress, percentage, device, device_id: `id of ${device}` }
  const answer = await send(as, 'PUT', '/syncs/progress', body)
  expect(answer).toEqual({ status: 200, body: { document, timestamp: expect.any(Number) } })
}
async function pull(document: string, as = 'ann') {
  const { status, body } = await send(as, 'GET', `/syncs/progress/${document}`)
  expect(status).toBe(200)
  return body
}

const getProgress = async (id: string, as = 'ann') =>
  (await server.call('GET', `/books/${id}/progress`, { as })).body
const setPage = (id: string, currentPage: number) =>
  server.call('PUT', `/books/${id}/progress`, { as: 'ann', body: { currentPage } })

let documents = 0
async function addBook(values: Partial<typeof books.$inferInsert> = {}) {
  const document = md5(`document ${++documents}`)
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  const { id } = await seedBook(server, series, { partialMd5: document, ...values })
  return { id, document, series, libraryId: library.id }
}

/** Restricts a user to these libraries. null stands for all libraries. */
async function restrict(name: string, libraryIds: string[] | null) {
  const path = `/users/${server.getUserId(name)}/libraries`
  const { status } = await server.call('PUT', path, { as: 'ada', body: { libraryIds } })
  expect(status).toBe(200)
}

test('an older position of another device does not replace the exact newest one', async () => {
  const { document, id } = await addBook({ format: 'epub', pageCount: 100 })
  const exact = '/body/DocFragment[5]/body/p[7]/text().12'
  await push(document, exact, 0.5)
  await push(document, '/body/DocFragment[4]/body/p[1]/text().0', 0.4, { device: 'Phone' })
  expect(await getProgress(id)).toMatchObject({ currentPage: 50 })
  expect(await pull(document)).toMatchObject({
    progress: exact,
    percentage: 0.5,
    device: 'Clara',
    device_id: 'id of Clara',
  })
})

test('marking unread removes the position until the next one', async () => {
  const { document, id } = await addBook()
  await push(document, '15', 0.75)
  await server.call('POST', `/books/${id}/unread`, { as: 'ann' })
  expect(await pull(document)).toEqual({})
  await push(document, '3', 0.15)
  expect(await pull(document)).toMatchObject({ progress: '3' })
  expect(await getProgress(id)).toMatchObject({ currentPage: 3 })
})

test('the last page completes a book, and the first page begins it again', async () => {
  const { document, id } = await addBook()
  await push(document, '20', 1)
  expect(await getProgress(id)).toMatchObject({ completed: true })
  await push(document, '1', 0.05)
  expect(await getProgress(id)).toMatchObject({ completed: false, currentPage: 1 })
  expect(await pull(document)).toMatchObject({ progress: '1', percentage: 0.05 })
  const { db } = server.ctx
  expect(await db.$count(bookCompletions, eq(bookCompletions.bookId, id))).toBe(1)
})

test('a comic with more pages in KOReader is completed by 100 %', async () => {
  const { document, id } = await addBook()
  await push(document, '21', 1)
  expect(await getProgress(id)).toMatchObject({ completed: true, currentPage: 20 })
})

test('a comic with fewer pages in KOReader is completed by 100 %', async () => {
  const { document, id } = await addBook()
  await push(document, '19', 1)
  expect(await getProgress(id)).toMatchObject({ completed: true })
})

test('a late position of an offline device goes back nowhere', async () => {
  const { document, id } = await addBook()
  await setPage(id, 12)
  await push(document, '7', 0.35)
  expect(await getProgress(id)).toMatchObject({ currentPage: 12 })
  expect(await pull(document)).toMatchObject({ progress: '12', percentage: 0.6 })
  const { db } = server.ctx
  expect(await db.$count(readingEvents, eq(readingEvents.bookId, id))).toBe(2)
})

test('positions of two readers of one book are separate', async () => {
  const { document, id } = await addBook()
  await push(document, '5', 0.25)
  expect(await pull(document, 'max')).toEqual({})
  await push(document, '9', 0.45, { as: 'max' })
  expect(await pull(document)).toMatchObject({ progress: '5' })
  expect(await getProgress(id)).toMatchObject({ currentPage: 5 })
  expect(await getProgress(id, 'max')).toMatchObject({ currentPage: 9 })
})

test('a copy in a hidden library is not the book of a document', async () => {
  const hidden = await addBook({ contentHash: `file:1:${documents}` })
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  const shown = await seedBook(server, series, { partialMd5: hidden.document })
  await restrict('ann', [library.id])
  await push(hidden.document, '6', 0.3)
  expect(await getProgress(shown.id)).toMatchObject({ currentPage: 6 })
  expect((await server.call('GET', `/books/${hidden.id}/progress`, { as: 'ann' })).status).toBe(404)
  await restrict('ann', null)
  expect((await server.call('GET', `/books/${hidden.id}/progress`, { as: 'ann' })).status).toBe(204)
})

test('a position for a hidden book is given back, and joined once the book is shown', async () => {
  const { document, id } = await addBook()
  await restrict('ann', [])
  await push(document, '6', 0.3)
  expect(await pull(document)).toMatchObject({ progress: '6', percentage: 0.3 })
  await restrict('ann', null)
  expect(await pull(document)).toMatchObject({ progress: '6', percentage: 0.3 })
  expect(await getProgress(id)).toMatchObject({ currentPage: 6 })
})

test('a position for a hidden book is joined without KOReader once the book is shown', async () => {
  const { document, id } = await addBook()
  await restrict('ann', [])
  await push(document, '6', 0.3)
  await joinWaitingPositions(server.ctx)
  await restrict('ann', null)
  expect((await server.call('GET', `/books/${id}/progress`, { as: 'ann' })).status).toBe(204)
  await joinWaitingPositions(server.ctx)
  expect(await getProgress(id)).toMatchObject({ currentPage: 6 })
})

test('a position that waited is not lost when the next one comes first', async () => {
  const { document, id } = await addBook()
  await restrict('ann', [])
  await push(document, '16', 0.8)
  await restrict('ann', null)
  await push(document, '10', 0.5)
  expect(await getProgress(id)).toMatchObject({ currentPage: 16 })
})

test('equal files count as one book', async () => {
  const { document, id, series } = await addBook()
  await seedBook(server, series, { partialMd5: document })
  await push(document, '6', 0.3)
  expect(await getProgress(id)).toMatchObject({ currentPage: 6 })
})

test('a file name that different books have belongs to none of them', async () => {
  const fileNameMd5 = md5('Volume 1.cbz')
  const first = await addBook({ fileNameMd5, contentHash: 'crc:1' })
  await push(fileNameMd5, '6', 0.3)
  expect(await getProgress(first.id)).toMatchObject({ currentPage: 6 })
  const other = await addBook({ fileNameMd5, contentHash: 'crc:2' })
  await push(fileNameMd5, '9', 0.45)
  expect(await pull(fileNameMd5)).toMatchObject({ progress: '9' })
  expect(await getProgress(first.id)).toMatchObject({ currentPage: 6 })
  expect(await getProgress(other.id)).toBe('')
})

test('copies with one file name count as one book', async () => {
  const values = { fileNameMd5: md5('Volume 2.cbz'), contentHash: 'crc:3' }
  const first = await addBook(values)
  await addBook(values)
  await push(values.fileNameMd5, '6', 0.3)
  expect(await getProgress(first.id)).toMatchObject({ currentPage: 6 })
})

test('a waiting position is joined by a scan, unless the reader has read on', async () => {
  const folder = makeFolder()
  const epub = await makeEpub({ chapters: ['a', 'b', 'c'].map((text) => text.repeat(3000)) })
  writeFiles(folder, { 'Sea/Sea v1.cbz': await makeComic(), 'Wind.epub': epub })
  const comic = computePartialMd5(join(folder, 'Sea/Sea v1.cbz'))
  const ebook = md5('Wind.epub')
  await push(comic, '1', 0.5)
  await push(comic, '2', 1, { as: 'max' })
  const exact = '/body/DocFragment[2]/body/p[1]/text().9'
  await push(ebook, exact, 0.4)
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const rows = await listBooks(server, libraryId)
  const find = (name: string) => rows.find((row) => row.relativePath.includes(name))!.id
  expect(await getProgress(find('Sea'))).toMatchObject({ currentPage: 1, completed: false })
  expect(await getProgress(find('Sea'), 'max')).toMatchObject({ completed: true })
  const place = await getProgress(find('Wind'))
  expect(place.progressPercentage).toBeCloseTo(0.4)
  expect(await pull(ebook)).toMatchObject({ progress: exact, percentage: 0.4 })
  // A position of another app becomes the start of its part.
  await server.call('PUT', `/books/${find('Wind')}/progression`, {
    as: 'ann',
    body: {
      modified: new Date().toISOString(),
      device: { id: 'web', name: 'Browser' },
      locator: {
        href: 'resources/OEBPS/c3.xhtml',
        type: 'application/xhtml+xml',
        locations: { totalProgression: 0.9 },
      },
    },
  })
  expect(await pull(ebook)).toMatchObject({
    progress: '/body/DocFragment[3].0',
    percentage: 0.9,
    device: 'Browser',
    device_id: 'web',
  })
})

test('a book has both identities after a scan and after it is renamed', async () => {
  const folder = makeFolder()
  const [comic] = Object.values(await makeDifferentComics('Tide', 1))
  writeFiles(folder, { 'Tide/Tide v1.cbz': comic! })
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const { body } = await server.call('GET', `/books?libraryId=${libraryId}`, { as: 'ann' })
  const [{ id, koreaderHash }] = body.data
  expect(koreaderHash).toBe(computePartialMd5(join(folder, 'Tide/Tide v1.cbz')))
  await push(md5('Tide v1.cbz'), '1', 0.5)
  expect(await getProgress(id)).toMatchObject({ currentPage: 1 })
  writeFiles(folder, { 'Tide/Tide v01.cbz': comic!, 'Tide/Tide v1.cbz': null })
  await scanLibrary(server, libraryId)
  expect(await pull(md5('Tide v1.cbz'))).toMatchObject({ progress: '1' })
  expect(await pull(md5('Tide v01.cbz'))).toMatchObject({ progress: '1' })
  await push(koreaderHash, '1', 1)
  expect(await getProgress(id)).toMatchObject({ completed: true })
})

test('books that were scanned before get their identities, and waiting positions', async () => {
  const folder = makeFolder()
  const comics = await makeDifferentComics('Dune', 3)
  writeFiles(folder, comics)
  const libraryId = await addLibrary(server, folder)
  await scanLibrary(server, libraryId)
  const before = await listBooks(server, libraryId)
  const changed = before[2]!
  await server.ctx.write(async (tx) => {
    const isHere = eq(books.libraryId, libraryId)
    await tx.update(books).set({ partialMd5: null, fileNameMd5: null }).where(isHere)
    await tx.update(books).set({ modifiedAtMs: 5 }).where(eq(books.id, changed.id))
  })
  await push(before[0]!.partialMd5!, '1', 1)
  await server.ctx.write((tx) => enqueueHashing(server.ctx, tx))
  const find = async (place: number) => (await listBooks(server, libraryId))[place]!
  await waitUntil(async () => (await find(0)).partialMd5 !== null)
  for (const place of [0, 1]) {
    const { partialMd5, fileNameMd5 } = before[place]!
    expect(await find(place)).toMatchObject({ partialMd5, fileNameMd5 })
  }
  expect((await find(2)).partialMd5).toBeNull()
  expect(await getProgress(before[0]!.id)).toMatchObject({ completed: true })
})
