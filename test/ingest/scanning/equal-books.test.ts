/** Thousands of books with equal content are matched in linear time. */
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { BookByContent } from '../../../src/catalog/books/scanned/book-moves'
import { bookmarks } from '../../../src/reading/bookmarks/schema'
import { moveBooksBack } from '../../../src/ingest/scanning/relocate/move-books-back'
import type { Run } from '../../../src/ingest/scanning/run'
import { WalkClient } from '../../../src/ingest/scanning/walk/walk-client'
import { users } from '../../../src/accounts/users/schema'
import { makeComic, makeComics, expectUserData, addUserData } from './user-data'
import {
  addLibrary,
  listBooks,
  waitUntilScanEnded,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
} from './scan-server'
import type { ScanServer } from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

test('lost books and as many copies are matched in one pass', async () => {
  const count = 240
  const folder = makeFolder()
  const comic = await makeComic(1)
  for (let i = 0; i < count; i++) {
    writeFiles(folder, { [`Old/${i}.cbz`]: comic }, new Date(1_600_000_000_000 + i * 1000))
  }
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const originals = await listBooks(server, id)
  const [ann] = await server.ctx.db.select().from(users).where(eq(users.username, 'ann'))
  const marks = originals.map(({ id: bookId }) => ({
    id: Bun.randomUUIDv7(),
    bookId,
    userId: ann!.id,
    page: 1,
    fraction: 0,
  }))
  await server.ctx.write((tx) => tx.insert(bookmarks).values(marks))
  cpSync(`${folder}/Old`, `${folder}/New`, { recursive: true, preserveTimestamps: true })
  await scanLibrary(server, id)
  rmSync(`${folder}/Old`, { recursive: true })
  await scanLibrary(server, id)

  const looks = spyOn(WalkClient.prototype, 'findGrowingFiles')
  const { body } = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
  expect(await waitUntilScanEnded(server, id, body.id)).toMatchObject({
    moved: count,
    missing: count,
  })
  const looked = looks.mock.calls.reduce((sum, [, files]) => sum + files.length, 0)
  looks.mockRestore()
  expect(looked).toBeLessThanOrEqual(2 * count)

  const present = (await listBooks(server, id)).filter(({ trashedAt }) => trashedAt === null)
  expect(new Set(present.map((book) => book.id))).toEqual(new Set(originals.map((book) => book.id)))
  const nameOf = new Map(
    originals.map((book) => [book.id, book.relativePath.replace('Old', 'New')]),
  )
  for (const { id: bookId, relativePath } of present) expect(relativePath).toBe(nameOf.get(bookId)!)
})

test('E1: two lost books with user data continue with one renamed copy', async () => {
  const folder = makeFolder()
  const comic = await makeComic(2)
  writeFiles(folder, await makeComics('Others', 30, 100))
  writeFiles(folder, { 'A/one.cbz': comic }, new Date(1_600_000_000_000))
  writeFiles(folder, { 'B/two.cbz': comic }, new Date(1_600_000_001_000))
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const lost = (await listBooks(server, id)).filter(({ relativePath }) =>
    /^[AB]/.test(relativePath),
  )
  for (const book of lost) await addUserData(server, book.id)
  writeFiles(folder, { 'C/three.cbz': comic }, new Date(1_600_000_002_000))
  await scanLibrary(server, id)
  for (const name of ['A', 'B']) rmSync(`${folder}/${name}`, { recursive: true })
  expect(await scanLibrary(server, id)).toMatchObject({ moved: 0, missing: 2 })
  // Another scan has no new information.
  expect(await scanLibrary(server, id)).toMatchObject({ moved: 0 })
  const after = await listBooks(server, id)
  const waiting = after.filter((book) => lost.some((one) => one.id === book.id))
  expect(waiting.map(({ trashedAt }) => trashedAt === null)).toEqual([false, false])
  expect(after.find(({ relativePath }) => relativePath === 'C/three.cbz')!.trashedAt).toBeNull()
  const copy = after.find(({ relativePath }) => relativePath === 'C/three.cbz')!
  await expectUserData(server, copy.id)
  writeFiles(folder, { 'D/two.cbz': comic }, new Date(1_600_000_003_000))
  expect(await scanLibrary(server, id)).toMatchObject({ moved: 1, added: 0 })
  const placeOf = new Map((await listBooks(server, id)).map((book) => [book.id, book.relativePath]))
  expect(lost.map((book) => [book.relativePath, placeOf.get(book.id)]).toSorted()).toEqual([
    ['A/one.cbz', 'A/one.cbz'],
    ['B/two.cbz', 'D/two.cbz'],
  ])
  const returned = lost.find(({ relativePath }) => relativePath === 'B/two.cbz')!
  for (const book of [copy, returned]) await expectUserData(server, book.id)
})

test('a book that returns to its path is matched by path', async () => {
  const count = 2000
  const libraryId = Bun.randomUUIDv7()
  let looks = 0
  const buildBook = (n: number, path: string): BookByContent => ({
    n,
    id: Bun.randomUUIDv7(),
    seriesId: libraryId,
    scannedSeriesId: libraryId,
    isSeriesChosen: false,
    libraryId,
    rootId: libraryId,
    get path() {
      looks++
      return path
    },
    size: 1,
    modifiedAtMs: 1,
    directory: null,
    content: 'equal',
    missingSince: null,
    trashedAt: null,
    createdAt: new Date(0),
  })
  const range = Array.from({ length: count }, (_, i) => i + 1)
  const guests = range.map((n) => buildBook(n, `${n}.cbz`))
  const moves = range.map((n) => ({
    file: { ...buildBook(0, `home ${n}.cbz`), n: undefined },
    book: buildBook(count + n, `${n}.cbz//${count + n}`),
  }))
  const found = {
    arrivals: [],
    booksByContent: new Map([['equal', guests]]),
    contentByPlace: new Map(),
    changedContents: new Map(),
  }
  const run = { ctx: server.ctx, library: { id: libraryId } } as Run
  looks = 0
  expect(await moveBooksBack(run, found, moves)).toHaveLength(count)
  expect(looks).toBeLessThan(10 * count)
})
