import { makeEpub } from '../../support/make/epub'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { preservedItems, preservedSeries } from '../../../src/reading/preserved/schema'
import {
  addLibrary,
  listBooks,
  listSeries,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer()
})
afterAll(() => server.close())

async function call(as: string, method: string, path: string, body?: object) {
  const response = await server.call(method, path, { as, ...(body && { body }) })
  expect(`${method} ${path} ${response.status}`).toMatch(/ 20\d$/)
  return response.body
}

interface Items {
  bookId: string
  seriesId: string
}

/** E-books, because text can be highlighted only in them. */
async function makeEbooks(title: string): Promise<Record<string, Buffer>> {
  const make = (text: string) => makeEpub({ title, cover: false, chapters: [`${title} ${text}`] })
  return {
    [`${title}/${title} v1.epub`]: await make('one'),
    [`${title}/${title} v2.epub`]: await make('two'),
  }
}

async function createLibrary(title: string) {
  const folder = makeFolder()
  const files = await makeEbooks(title)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [first] = await listBooks(server, id)
  return { id, folder, files, title, bookId: first!.id, seriesId: first!.seriesId }
}

type Library = Awaited<ReturnType<typeof createLibrary>>

async function purge({ seriesId, title }: Library) {
  await call('max', 'DELETE', `/series/${seriesId}`)
  const { id } = await call('max', 'POST', `/series/${seriesId}/purge`, { name: title })
  await waitUntilPurged(server, id)
}

/** Brings the first file back, in another folder and under another name. */
async function bringBack({ id, folder, files, title }: Library): Promise<Items> {
  writeFiles(folder, { [title]: null, 'Found/again.epub': files[`${title}/${title} v1.epub`]! })
  await scanLibrary(server, id)
  const [again] = await listBooks(server, id)
  return { bookId: again!.id, seriesId: again!.seriesId }
}

const locator = {
  href: 'OEBPS/c1.xhtml',
  type: 'application/xhtml+xml',
  locations: { progression: 0.1, totalProgression: 0.5, partialCfi: 'epubcfi(/4/2,/1:0,/1:5)' },
  text: { before: 'a', highlight: 'A passage', after: 'b' },
}

const buildSession = (bookId: string) => ({
  id: Bun.randomUUIDv7(),
  bookId,
  deviceId: 'reader-1',
  kind: 'progress',
  clientStartedAt: '2026-10-01T10:00:00.000Z',
  clientEndedAt: '2026-10-01T10:30:00.000Z',
  activeDurationMs: 1_200_000,
  pagesRead: 1,
  toPage: 1,
})

/** Adds every kind of user data. Returns the IDs of the lists that were created for this. */
async function useEverything(as: string, { bookId, seriesId }: Items) {
  await call(as, 'POST', `/books/${bookId}/bookmarks`, { page: 1, note: 'here' })
  await call(as, 'POST', `/books/${bookId}/highlights`, { locator, note: 'good' })
  await call(as, 'PUT', `/books/${bookId}/rating`, { rating: 73, notes: 'Mine' })
  await call(as, 'PUT', `/series/${seriesId}/rating`, { rating: 41, notes: 'Its series' })
  await call(as, 'POST', '/want-to-read', { bookId })
  await call(as, 'POST', '/want-to-read', { seriesId })
  await call(as, 'POST', '/reading-sessions', { sessions: [buildSession(bookId)] })
  const { id: list } = await call(as, 'POST', '/readlists', { name: `${as} list` })
  await call(as, 'POST', `/readlists/${list}/books`, { bookIds: [bookId] })
  const { id: collection } = await call(as, 'POST', '/collections', { name: `${as} collection` })
  await call(as, 'POST', `/collections/${collection}/series`, { seriesIds: [seriesId] })
  return { list, collection }
}

async function readEverything(
  as: string,
  { bookId, seriesId }: Items,
  { list, collection }: { list: string; collection: string },
) {
  const pick = (rows: object[], ...keys: string[]) =>
    rows.map((row) => keys.map((key) => (row as Record<string, unknown>)[key]))
  const get = (path: string) => call(as, 'GET', path)
  const wanted = await get('/want-to-read?sort=custom')
  return {
    bookmarks: pick((await get(`/books/${bookId}/bookmarks`)).data, 'page', 'note', 'createdAt'),
    highlights: pick((await get(`/books/${bookId}/highlights`)).data, 'passage', 'note', 'locator'),
    book: pick([await get(`/books/${bookId}/rating`)], 'rating', 'notes', 'createdAt'),
    series: pick([await get(`/series/${seriesId}/rating`)], 'rating', 'notes', 'createdAt'),
    wanted: [wanted.total, ...pick(wanted.data, 'addedAt')],
    list: (await get(`/readlists/${list}/books`)).data.map(
      ({ id }: { id: string }) => id === bookId,
    ),
    collection: (await get(`/collections/${collection}/series`)).data.map(
      ({ id }: { id: string }) => id === seriesId,
    ),
    readMs: (await get('/reading-stats?from=2026-09-30T00:00:00Z&to=2026-10-02T00:00:00Z')).summary
      .duration.totalMs,
  }
}

test('what readers attached to purged books and series returns with the content', async () => {
  const library = await createLibrary('Kept')
  const lists = await useEverything('ann', library)
  const before = await readEverything('ann', library, lists)
  expect(before).toMatchObject({ readMs: 1_200_000, list: [true], collection: [true] })
  await purge(library)
  expect(await server.ctx.db.$count(preservedItems)).toBe(9)
  const again = await bringBack(library)
  expect(again.bookId).not.toBe(library.bookId)
  expect(await readEverything('ann', again, lists)).toEqual(before)
  expect(await server.ctx.db.$count(preservedItems)).toBe(0)
  expect((await call('max', 'GET', `/books/${again.bookId}/bookmarks`)).data).toEqual([])
})

test('what a reader attached meanwhile is kept beside it', async () => {
  const library = await createLibrary('Meanwhile')
  await call('ann', 'PUT', `/books/${library.bookId}/rating`, { rating: 10, notes: 'Old' })
  await call('ann', 'POST', `/books/${library.bookId}/bookmarks`, { page: 1, note: 'old' })
  await purge(library)
  // Adds another file in its place, which gets the content of the first one later.
  const { id, folder, files } = library
  writeFiles(folder, { Meanwhile: null, 'Found/again.epub': Buffer.from('not a book yet') })
  await scanLibrary(server, id)
  const [copy] = await listBooks(server, id)
  await call('ann', 'PUT', `/books/${copy!.id}/rating`, { rating: 90, notes: null })
  writeFiles(folder, { 'Found/again.epub': files['Meanwhile/Meanwhile v1.epub']! })
  await scanLibrary(server, id)
  expect(await call('ann', 'GET', `/books/${copy!.id}/rating`)).toMatchObject({
    rating: 90,
    notes: 'Old',
  })
  expect((await call('ann', 'GET', `/books/${copy!.id}/bookmarks`)).data).toMatchObject([
    { note: 'old' },
  ])
})

test('lists and users deleted meanwhile do not return, and nothing else is lost', async () => {
  const library = await createLibrary('Deleted')
  const lists = await useEverything('max', library)
  await call('max', 'PUT', `/series/${library.seriesId}/rating`, { rating: 55 })
  await purge(library)
  await call('max', 'DELETE', `/readlists/${lists.list}`)
  await call('max', 'DELETE', `/collections/${lists.collection}`)
  const again = await bringBack(library)
  expect(await call('max', 'GET', `/series/${again.seriesId}/rating`)).toMatchObject({ rating: 55 })
  expect(await call('max', 'GET', `/books/${again.bookId}/rating`)).toMatchObject({ rating: 73 })
})

test('clearing the history includes the sessions of purged books', async () => {
  const library = await createLibrary('Cleared')
  await call('ann', 'POST', '/reading-sessions', { sessions: [buildSession(library.bookId)] })
  await purge(library)
  await call('ann', 'DELETE', '/user/read-history')
  const again = await bringBack(library)
  const stats = await call(
    'ann',
    'GET',
    '/reading-stats?from=2026-09-30T00:00:00Z&to=2026-10-02T00:00:00Z',
  )
  expect(again.bookId).not.toBe(library.bookId)
  const kinds = await server.ctx.db.select({ kind: preservedItems.kind }).from(preservedItems)
  expect(kinds.filter(({ kind }) => kind === 'session')).toEqual([])
  expect(stats.summary.books).toBe(0)
})

test('a purged series to which nobody attached anything leaves nothing behind', async () => {
  const library = await createLibrary('Nothing')
  const before = await server.ctx.db.$count(preservedSeries)
  await purge(library)
  expect(await server.ctx.db.$count(preservedSeries)).toBe(before)
})

test('what was attached to several copies of one content returns once', async () => {
  const library = await createLibrary('Copies')
  const { id, folder, files, title } = library
  const lists = await useEverything('ada', library)
  // Adds another copy of the first book, in a series of its own and in the same lists.
  writeFiles(folder, { 'Second/copy.epub': files[`${title}/${title} v1.epub`]! })
  await scanLibrary(server, id)
  const copy = (await listBooks(server, id)).find(({ relativePath }) => /copy/.test(relativePath))!
  await call('ada', 'POST', `/readlists/${lists.list}/books`, { bookIds: [copy.id] })
  await call('ada', 'POST', `/collections/${lists.collection}/series`, {
    seriesIds: [copy.seriesId],
  })
  await purge(library)
  // By now, the copy has the bookmark of the first book.
  const bookmarks = (await call('ada', 'GET', `/books/${copy.id}/bookmarks`)).data
  expect(bookmarks).toHaveLength(1)
  const second = (await listSeries(server, id)).find((one) => one.id === copy.seriesId)!
  await purge({ ...library, seriesId: second.id, title: second.title })
  writeFiles(folder, { Second: null })
  const again = await bringBack(library)
  expect((await call('ada', 'GET', `/books/${again.bookId}/bookmarks`)).data).toHaveLength(1)
  expect((await call('ada', 'GET', `/books/${again.bookId}/highlights`)).data).toHaveLength(1)
  const entries = (await call('ada', 'GET', `/readlists/${lists.list}/books`)).data
  expect(entries.map((book: { id: string }) => book.id)).toEqual([again.bookId])
})
