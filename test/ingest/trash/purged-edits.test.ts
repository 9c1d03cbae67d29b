/** M11: what people edited, uploaded and listed is kept for 90 days after a purge. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUpOrphans } from '../../../src/artwork/thumbnails/orphans/clean-up'
import { deleteExpiredUserData } from '../../../src/ingest/scanning/purged/delete-expired'
import { series } from '../../../src/catalog/series/schema'
import { preservedItems, preservedSeries } from '../../../src/reading/preserved/schema'
import { makePicture } from '../../support/make/pictures'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { waitUntil } from '../../support/wait-until'
import { createCall, startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = createCall(() => server)

const get = (path: string) => call('GET', path)

/** Creates a library with one series of three books, and another one, which stays. */
async function createLibrary(title: string) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, 3)
  writeFiles(folder, { ...files, ...(await makeDifferentComics(`Other ${title}`, 1)) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder, files, title, ...(await findFirst(id, title)) }
}
type Library = Awaited<ReturnType<typeof createLibrary>>

async function findFirst(libraryId: string, folder: string) {
  const books = (await listBooks(server, libraryId)).filter(
    ({ relativePath, trashedAt }) => trashedAt === null && relativePath.startsWith(`${folder}/`),
  )
  return { bookIds: books.map(({ id }) => id), bookId: books[0]!.id, seriesId: books[0]!.seriesId }
}
type Place = Pick<Library, 'bookId' | 'seriesId' | 'bookIds'>

const findBook = async (id: string) => (await get(`/books/${id}`)).book

async function upload(path: string, seed: number) {
  const body = new FormData()
  body.set('file', new Blob([await makePicture({ width: 40, height: 60, seed })]), 'cover.jpg')
  const sent = await server.fetch(`/api/v1${path}`, { method: 'POST', as: 'max', body })
  expect(sent.status).toBe(200)
}

async function editEverything({ bookId, seriesId }: Place) {
  await call('PATCH', `/books/${bookId}`, { title: 'My title' })
  await call('PATCH', `/books/${bookId}/metadata`, { summary: 'My summary' })
  await call('PATCH', `/series/${seriesId}/metadata`, { summary: 'About it', ageRating: 12 })
  await call('PUT', `/series/${seriesId}/genres`, { genres: ['Noir'] })
  await call('PATCH', `/series/${seriesId}/tracking`, { tracked: true, trackChapters: false })
  await upload(`/books/${bookId}/cover`, 5)
  await upload(`/series/${seriesId}/cover`, 9)
}

async function readEverything({ bookId, seriesId }: Place) {
  const { title } = await findBook(bookId)
  const book = await get(`/books/${bookId}/metadata`)
  const metadata = await get(`/series/${seriesId}/metadata`)
  const [bookCovers, seriesCovers] = [
    (await get(`/books/${bookId}/covers`)).covers,
    (await get(`/series/${seriesId}/covers`)).covers,
  ]
  return {
    book: [title, book.summary, book.locks.titleLock, book.locks.summaryLock],
    series: [metadata.summary, metadata.ageRating, metadata.locks.summary, metadata.locks.genres],
    genres: (await get(`/series/${seriesId}/genres`)).genres.map(
      ({ name }: { name: string }) => name,
    ),
    tracking: await get(`/series/${seriesId}/tracking`).then(
      ({ tracked, trackChapters }: { tracked: boolean; trackChapters: boolean }) => [
        tracked,
        trackChapters,
      ],
    ),
    covers: [bookCovers, seriesCovers].map((covers) => ({
      count: covers.length,
      selected: covers.filter(({ isSelected }: { isSelected: boolean }) => isSelected).length,
    })),
  }
}

/** Thumbnails are made in the background. Until then, a page is shown. */
const showsUploads = ({ bookId, seriesId }: Place, images: readonly bigint[]) =>
  waitUntil(async () => Bun.deepEquals(await readImages({ bookId, seriesId }), images))

const readImages = ({ bookId, seriesId }: Omit<Place, 'bookIds'>) =>
  Promise.all(
    [`/books/${bookId}/thumbnail`, `/series/${seriesId}/thumbnail`].map(async (path) => {
      const response = await server.fetch(`/api/v1${path}`, { as: 'ada' })
      return BigInt(Bun.hash(await response.bytes()))
    }),
  )

async function purge({ seriesId }: Place) {
  const [row] = await server.ctx.db
    .select({ name: series.title })
    .from(series)
    .where(eq(series.id, seriesId))
  const { name } = row!
  await call('DELETE', `/series/${seriesId}`)
  const { id } = await call('POST', `/series/${seriesId}/purge`, { name })
  expect(await waitUntilPurged(server, id)).toMatchObject({ status: 'completed', seriesPurged: 1 })
}

async function bringBack(library: Library, to: { id: string; folder: string }, folder: string) {
  const names = Object.entries(library.files).map(([path, data]) => [
    path.replace(/^[^/]+/, folder),
    data,
  ])
  writeFiles(to.folder, Object.fromEntries(names))
  await scanLibrary(server, to.id)
  return findFirst(to.id, folder)
}

test('M11: edits, locks and covers return with the file in another library, twice', async () => {
  const library = await createLibrary('Edited')
  const other = await createLibrary('Target')
  await editEverything(library)
  const before = await readEverything(library)
  expect(before).toMatchObject({
    book: ['My title', 'My summary', true, true],
    series: ['About it', 12, true, true],
    genres: ['Noir'],
    tracking: [true, false],
    covers: [
      { count: 1, selected: 1 },
      { count: 1, selected: 1 },
    ],
  })
  const images = await readImages(library)
  await purge(library)
  writeFiles(library.folder, { [library.title]: null })
  const again = await bringBack(library, other, 'Found')
  expect(again.bookId).not.toBe(library.bookId)
  expect(await readEverything(again)).toEqual(before)
  await showsUploads(again, images)
  await purge(again)
  writeFiles(other.folder, { Found: null })
  const twice = await bringBack(library, library, 'Once more')
  expect(await readEverything(twice)).toEqual(before)
  await showsUploads(twice, images)
  expect(await server.ctx.db.$count(preservedItems)).toBe(0)
})

test('M11: books return to their places in lists', async () => {
  const library = await createLibrary('Listed')
  const other = (await listBooks(server, library.id)).find(
    ({ seriesId }) => seriesId !== library.seriesId,
  )
  const [one, two, three] = library.bookIds
  const list = await call('POST', '/readlists', { name: 'In order', ordered: true })
  const bookIds = [three!, one!, other!.id, two!]
  await call('POST', `/readlists/${list.id}/books`, { bookIds })
  await purge(library)
  writeFiles(library.folder, { [library.title]: null })
  const again = await bringBack(library, library, 'Returned')
  const place = new Map([...library.bookIds, other!.id].map((id, i) => [id, i]))
  const now = [...again.bookIds, other!.id]
  const listed = (await get(`/readlists/${list.id}/books`)).data.map(({ id }: { id: string }) => id)
  expect(listed).toEqual(bookIds.map((id) => now[place.get(id)!]!))
})

test('M11: edits made since the purge win, and another file at the path gets nothing', async () => {
  const library = await createLibrary('Replaced')
  await editEverything(library)
  const before = await readEverything(library)
  await purge(library)
  const path = Object.keys(library.files)[0]!
  const [different] = Object.values(await makeDifferentComics('Something else', 1))
  writeFiles(library.folder, { [library.title]: null })
  writeFiles(library.folder, { [path]: different! })
  await scanLibrary(server, library.id)
  const stranger = await findFirst(library.id, library.title)
  const { covers, book } = await readEverything(stranger)
  expect(book).toEqual([expect.not.stringMatching('My title'), null, false, false])
  expect(covers.map(({ count }) => count)).toEqual([0, 0])
  await call('PATCH', `/series/${stranger.seriesId}/metadata`, { summary: 'Newer' })
  writeFiles(library.folder, { [path]: library.files[path]! }, new Date('2024-06-01T00:00:00Z'))
  await scanLibrary(server, library.id)
  const again = await readEverything(await findFirst(library.id, library.title))
  expect(again).toEqual({ ...before, series: ['Newer', 12, true, true] })
})

test('M11: a series whose books were purged one by one returns with them', async () => {
  const library = await createLibrary('Single')
  await editEverything(library)
  const before = await readEverything(library)
  for (const id of library.bookIds) {
    const { title: name } = await findBook(id)
    await call('DELETE', `/books/${id}`)
    await waitUntilPurged(server, (await call('POST', `/books/${id}/purge`, { name })).id)
  }
  writeFiles(library.folder, { [library.title]: null })
  const again = await bringBack(library, library, 'Elsewhere')
  expect(again.seriesId).not.toBe(library.seriesId)
  expect(await readEverything(again)).toEqual(before)
})

test('M11: the chosen cover of one book is the cover of its series again', async () => {
  const library = await createLibrary('Chosen')
  const second = library.bookIds[1]!
  await call('PATCH', `/series/${library.seriesId}/cover/source`, { source: `book:${second}` })
  await purge(library)
  writeFiles(library.folder, { [library.title]: null })
  const again = await bringBack(library, library, 'Chosen again')
  const { selectedCoverSource } = await get(`/series/${again.seriesId}`)
  expect(selectedCoverSource).toBe(`book:${again.bookIds[1]}`)
})

test('M11: after 90 days only what was read and rated is left', async () => {
  const library = await createLibrary('Expired')
  const uploads = join(server.ctx.config.data_dir, 'uploads', 'covers')
  await editEverything(library)
  const files = readdirSync(uploads).length
  await call('PUT', `/books/${library.bookId}/rating`, { rating: 73 }, 'ann')
  await call('POST', `/books/${library.bookId}/bookmarks`, { page: 1, note: 'here' }, 'ann')
  await call('PUT', `/books/${library.bookId}/progress`, { currentPage: 1, completed: true }, 'ann')
  await purge(library)
  await server.clock.jump(89 * 86_400_000)
  await deleteExpiredUserData(server.ctx)
  // The clean-up of thumbnails keeps the files as well.
  await cleanUpOrphans(server.ctx, { dryRun: false })
  expect(readdirSync(uploads)).toHaveLength(files)
  await server.clock.jump(2 * 86_400_000)
  await deleteExpiredUserData(server.ctx)
  expect(readdirSync(uploads)).toHaveLength(files - 2)
  server.clock.resume(new Date())
  const kinds = await server.ctx.db.select({ kind: preservedItems.kind }).from(preservedItems)
  expect(kinds).toEqual([{ kind: 'rating' }])
  const isOfSeries = (one: { seriesId: string }) => one.seriesId === library.seriesId
  expect((await server.ctx.db.select().from(preservedSeries)).filter(isOfSeries)).toEqual([])
  writeFiles(library.folder, { [library.title]: null })
  const again = await bringBack(library, library, 'Too late')
  const { book, covers, genres } = await readEverything(again)
  expect(book).toEqual([expect.not.stringMatching('My title'), null, false, false])
  expect(covers.map(({ count }) => count)).toEqual([0, 0])
  expect(genres).toEqual([])
  const read = await call('GET', `/books/${again.bookId}`, undefined, 'ann')
  expect(read.book).toMatchObject({ readCount: 1, readProgress: { completed: true } })
  const rating = await call('GET', `/books/${again.bookId}/rating`, undefined, 'ann')
  expect(rating).toMatchObject({ rating: 73 })
  const marks = await call('GET', `/books/${again.bookId}/bookmarks`, undefined, 'ann')
  expect(marks.data).toEqual([])
})
