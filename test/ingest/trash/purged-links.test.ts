/** M11: what people linked, hid and locked returns after a purge, and with a copy. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { preservedItems } from '../../../src/reading/preserved/schema'
import { importFile, review, writeFile } from '../cbl/cbl-requests'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { createCall, startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = createCall(() => server)

const get = (path: string, as = 'ada') => call('GET', path, undefined, as)

async function createLibrary(title: string) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, 3, 4)
  writeFiles(folder, { ...files, ...(await makeDifferentComics(`Other ${title}`, 1)) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder, files, title }
}
type Library = Awaited<ReturnType<typeof createLibrary>>

async function findPlace(libraryId: string, folder: string) {
  const books = (await listBooks(server, libraryId))
    .filter(({ relativePath, trashedAt }) => trashedAt === null && relativePath.startsWith(folder))
    .toSorted((one, other) => (one.relativePath < other.relativePath ? -1 : 1))
  return { bookIds: books.map(({ id }) => id), seriesId: books[0]!.seriesId }
}
type Place = Awaited<ReturnType<typeof findPlace>>

const buildFile = (title: string) =>
  writeFile([`<Book Series="Unlike ${title}" Number="1" Volume="1999" Year="1999" />`], title)

async function linkEverything({ id, title }: Library, { seriesId, bookIds }: Place) {
  const other = await findPlace(id, `Other ${title}/`)
  const link = { seriesId: other.seriesId, kind: 'language' }
  await call('POST', `/series/${seriesId}/editions`, link)
  await call('PUT', `/series/${seriesId}/metadata/locks`, { cover: true })
  await call('PUT', `/books/${bookIds[1]}/metadata/locks`, { coverLock: true })
  for (const bookId of bookIds.slice(1)) {
    await call('PUT', `/books/${bookId}/progress`, { currentPage: 1 }, 'ann')
  }
  await call('DELETE', `/books/${bookIds[2]}/continue-reading`, undefined, 'ann')
  const choices = { books: {} }
  const { body } = await importFile(server, 'ann', { file: buildFile(title), choices, name: title })
  const { entries } = await get(`/readlists/${body.list.id}/missing`, 'ann')
  const path = `/readlists/${body.list.id}/missing/${entries[0].id}/book`
  await call('PUT', path, { bookId: bookIds[0] }, 'ann')
}

async function readEverything(title: string, { seriesId, bookIds }: Place) {
  const reviewed = await review(server, 'ann', buildFile(title))
  const inProgress = (await get('/books/in-progress', 'ann')).data as { id: string }[]
  const reading = new Set(inProgress.map(({ id }) => id))
  const editions = (await get(`/series/${seriesId}/editions`)) as { title: string; kind: string }[]
  const bookLocks = bookIds.map(async (bookId) => {
    return (await get(`/books/${bookId}/metadata`)).locks.coverLock as boolean
  })
  return {
    editions: editions.map((one) => `${one.title} ${one.kind}`),
    seriesLock: (await get(`/series/${seriesId}/metadata`)).locks.cover,
    bookLocks: await Promise.all(bookLocks),
    reading: bookIds.map((bookId) => reading.has(bookId)),
    chosen: bookIds.indexOf(reviewed.body.entries[0].candidates[0]?.bookId),
  }
}

const buildExpected = (title: string) => ({
  editions: [`Other ${title} language`],
  seriesLock: true,
  bookLocks: [false, true, false],
  reading: [false, true, false],
  chosen: 0,
})

test('M11: editions, chosen entries, locked covers and hidden books return, twice', async () => {
  const library = await createLibrary('Linked')
  let place = await findPlace(library.id, 'Linked/')
  await linkEverything(library, place)
  expect(await readEverything('Linked', place)).toEqual(buildExpected('Linked'))
  for (let time = 0; time < 2; time++) {
    const { seriesId } = place
    await call('DELETE', `/series/${seriesId}`)
    const purged = await call('POST', `/series/${seriesId}/purge`, { name: 'Linked' })
    await waitUntilPurged(server, purged.id)
    await scanLibrary(server, library.id)
    place = await findPlace(library.id, 'Linked/')
    expect(place.seriesId).not.toBe(seriesId)
    expect(await readEverything('Linked', place)).toEqual(buildExpected('Linked'))
  }
  expect(await server.ctx.db.$count(preservedItems)).toBe(0)
})

test('M11: what users chose since the purge wins', async () => {
  const library = await createLibrary('Newer')
  const place = await findPlace(library.id, 'Newer/')
  await linkEverything(library, place)
  const kept = await findPlace(library.id, 'Other Newer/')
  await call('DELETE', `/series/${place.seriesId}`)
  const purged = await call('POST', `/series/${place.seriesId}/purge`, { name: 'Newer' })
  await waitUntilPurged(server, purged.id)
  const choices = { books: {} }
  const file = buildFile('Newer')
  const { body } = await importFile(server, 'ann', { file, choices, name: 'Newer again' })
  const { entries } = await get(`/readlists/${body.list.id}/missing`, 'ann')
  const path = `/readlists/${body.list.id}/missing/${entries[0].id}/book`
  await call('PUT', path, { bookId: kept.bookIds[0] }, 'ann')
  await scanLibrary(server, library.id)
  const reviewed = await review(server, 'ann', file)
  expect(reviewed.body.entries[0].candidates[0].bookId).toBe(kept.bookIds[0])
})

test('M11: a copy in another library has the editions and chosen entries', async () => {
  const library = await createLibrary('Copied')
  const target = await createLibrary('Target')
  await linkEverything(library, await findPlace(library.id, 'Copied/'))
  writeFiles(target.folder, library.files)
  writeFiles(library.folder, { Copied: null })
  await scanLibrary(server, library.id)
  await scanLibrary(server, target.id)
  const copy = await findPlace(target.id, 'Copied/')
  expect(await readEverything('Copied', copy)).toMatchObject({
    editions: ['Other Copied language'],
    reading: [false, true, false],
    chosen: 0,
  })
})
