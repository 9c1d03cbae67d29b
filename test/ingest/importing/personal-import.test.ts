/** Ratings, want-to-read lists and bookmarks of other programs. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { joinWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { bookmarks } from '../../../src/reading/bookmarks/schema'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { hashAsKavita, type KavitaData, writeKavita } from './databases/kavita-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'personal-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = '2024-03-01T20:15:00Z'
const kavita: KavitaData = {
  people: [{ id: 1, name: 'kim', password: hashAsKavita(password) }],
  series: [
    { id: 1, name: 'Ashfall' },
    { id: 2, name: 'Night Ferry' },
    { id: 3, name: 'Old' },
    // Its folder here is that of the first series.
    { id: 4, name: 'Ashfall, second half' },
    { id: 5, name: 'Empty' },
  ],
  chapters: [
    { id: 1, series: 1, volume: 1, files: [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }] },
    { id: 2, series: 4, volume: 2, files: [{ id: 12, path: 'Ashfall/Ashfall 02.cbz' }] },
    { id: 3, series: 3, volume: 1, files: [{ id: 13, path: 'Old/x.cbz' }] },
    {
      id: 4,
      series: 2,
      pages: 40,
      volume: 1,
      files: [{ id: 14, path: 'Night Ferry/Night Ferry 01.cbz' }],
    },
  ],
  more: {
    AppUserRating: [
      { Id: 1, AppUserId: 1, SeriesId: 1, HasBeenRated: 1, Rating: 4.5, Review: 'Twice.' },
      { Id: 2, AppUserId: 1, SeriesId: 4, HasBeenRated: 1, Rating: 1 },
      { Id: 3, AppUserId: 1, SeriesId: 3, HasBeenRated: 1, Rating: 2 },
      { Id: 4, AppUserId: 1, SeriesId: 5, HasBeenRated: 1, Rating: 2 },
    ],
    AppUserChapterRating: [
      { Id: 1, AppUserId: 1, ChapterId: 4, HasBeenRated: 1, Rating: 3, LastModifiedUtc: at },
    ],
    AppUserWantToRead: [
      { Id: 1, AppUserId: 1, SeriesId: 3 },
      { Id: 2, AppUserId: 1, SeriesId: 2 },
      { Id: 3, AppUserId: 1, SeriesId: 1 },
    ],
    AppUserBookmark: [
      { Id: 1, AppUserId: 1, ChapterId: 1, Page: 2, CreatedUtc: at },
      { Id: 2, AppUserId: 1, ChapterId: 4, Page: 20 },
      { Id: 3, AppUserId: 1, ChapterId: 1, Page: 500 },
      { Id: 4, AppUserId: 1, ChapterId: 3, Page: 4 },
    ],
  },
}

let count = 0
function write(data: KavitaData = kavita) {
  const path = join(folder, `${++count}`, 'kavita.db')
  writeKavita(path, data)
  return path
}

async function startShelf() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

const counts = {
  ratings: { new: 2, same: 1, waiting: 1, not_possible: 1 },
  wanted: { new: 2, waiting: 1 },
  bookmarks: { new: 2, waiting: 1, not_possible: 1 },
}

test('they come along, and wait for books that are not here', async () => {
  const { server, ashfall, b1, b4 } = await startShelf()
  const { report } = await runImportOf(server, write())
  expect(report.people).toMatchObject([counts])
  const { token } = await signIn(server, 'kim')
  expect(await get(server, token, `/series/${ashfall}/rating`)).toMatchObject({
    rating: 90,
    notes: 'Twice.',
  })
  expect(await get(server, token, `/books/${b4}/rating`)).toMatchObject({
    rating: 60,
    notes: null,
    updatedAt: '2024-03-01T20:15:00.000Z',
  })
  expect((await get(server, token, '/want-to-read')).data).toMatchObject([
    { title: 'Night Ferry', position: 1 },
    { title: 'Ashfall', position: 2 },
  ])
  expect((await get(server, token, `/books/${b1}/bookmarks`)).data).toMatchObject([
    { page: 3, note: null, createdAt: '2024-03-01T20:15:00.000Z' },
  ])
  // The file here has half as many pages.
  expect((await get(server, token, `/books/${b4}/bookmarks`)).data).toMatchObject([{ page: 11 }])
})

test('a preview writes nothing, a repeat adds nothing, an undo leaves nothing', async () => {
  const { server } = await startShelf()
  const path = write()
  const empty = await dumpTables(server)
  const preview = await runImportOf(server, path, { applies: false })
  expect(await dumpTables(server)).toEqual(empty)
  const applied = await runImportOf(server, path)
  expect(applied.report).toEqual(preview.report)
  const full = await dumpTables(server)
  const again = await runImportOf(server, path)
  expect(again.report.people).toMatchObject([
    {
      ratings: { same: 3, older: 1, not_possible: 1 },
      wanted: { same: 3 },
      bookmarks: { same: 3, not_possible: 1 },
    },
  ])
  expect(await dumpTables(server)).toEqual(full)
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, applied.importId!)
  expect(await dumpTables(server)).toEqual(empty)
})

test('what someone has here stays, also after an undo', async () => {
  const { server, ashfall, b1, b4 } = await startShelf()
  const ann = async (method: string, path: string, body?: object) =>
    server.call(method, path, { as: 'ann', ...(body && { body }) })
  await ann('PATCH', `/series/${ashfall}/user-data`, { rating: 20, favorite: true })
  await ann('POST', '/want-to-read', { seriesId: ashfall })
  await ann('POST', `/books/${b1}/bookmarks`, { page: 3, note: 'mine' })
  const before = await dumpTables(server)
  const users = new Map([['kim', 'ann']])
  const { report, importId } = await runImportOf(server, write(), { users })
  expect(report.people).toMatchObject([
    {
      // The note is new beside the rating.
      ratings: { new: 2, same: 1 },
      wanted: { new: 1, same: 1, waiting: 1 },
      bookmarks: { new: 1, same: 1, waiting: 1, not_possible: 1 },
    },
  ])
  expect(await get(server, 'ann', `/series/${ashfall}/user-data`)).toMatchObject({
    rating: 20,
    note: 'Twice.',
    favorite: true,
  })
  expect((await get(server, 'ann', '/want-to-read')).data).toMatchObject([
    { title: 'Ashfall', position: 1 },
    { title: 'Night Ferry', position: 2 },
  ])
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(before)
  const second = await runImportOf(server, write(), { users })
  await ann('PUT', `/books/${b4}/rating`, { rating: 70 })
  const { data } = await get(server, 'ann', `/books/${b4}/bookmarks`)
  await ann('PATCH', `/books/${b4}/bookmarks/${data[0].id}`, { note: 'changed' })
  expect(await undoImport(server.ctx, second.importId!)).toEqual({ kept: 2 })
  expect(await get(server, 'ann', `/books/${b4}/rating`)).toMatchObject({ rating: 70 })
  expect((await get(server, 'ann', `/books/${b4}/bookmarks`)).data).toMatchObject([
    { page: 11, note: 'changed' },
  ])
})

test('they join the book and its series when these are found, and can be undone', async () => {
  const { server, library } = await startShelf()
  const { importId } = await runImportOf(server, write())
  const old = await seedSeries(server, library, { title: 'Old' })
  const book = await seedBook(server, old, { title: 'x', relativePath: 'Old/x.cbz', volume: 1 })
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [old.id]))
  expect(await joinWaitingFacts(server.ctx)).toBe(3)
  const { token } = await signIn(server, 'kim')
  expect(await get(server, token, `/series/${old.id}/rating`)).toMatchObject({ rating: 40 })
  expect((await get(server, token, '/want-to-read')).data).toMatchObject([
    { title: 'Night Ferry' },
    { title: 'Ashfall' },
    { title: 'Old', position: 3 },
  ])
  expect((await get(server, token, `/books/${book.id}/bookmarks`)).data).toMatchObject([
    { page: 5 },
  ])
  const full = await dumpTables(server)
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
  await runImportOf(server, write())
  expect(await dumpTables(server)).toEqual(full)
  // The account stays, because someone signed in.
  expect(await undoImport(server.ctx, importId!)).toEqual({ kept: 1 })
  const left = await dumpTables(server)
  expect([left['ratings'], left['wantToRead'], left['bookmarks']]).toEqual([[], [], []])
})

test('a book that has all its bookmarks takes no more', async () => {
  const { server, b1 } = await startShelf()
  const userId = await server.getUserId('ann')
  const now = new Date('2024-01-01T00:00:00Z')
  const row = { userId, bookId: b1, page: 1, locator: null, fraction: 0, note: null }
  const rows = Array.from({ length: 999 }, () => ({ ...row, createdAt: now, updatedAt: now }))
  await server.ctx.write(async (tx) => void (await tx.insert(bookmarks).values(rows)))
  const more = {
    AppUserBookmark: [2, 4].map((page) => ({ Id: page, AppUserId: 1, ChapterId: 1, Page: page })),
  }
  const users = new Map([['kim', 'ann']])
  const path = write({ ...kavita, more })
  for (const applies of [false, true]) {
    const { report } = await runImportOf(server, path, { users, applies })
    expect(report.people[0]!.bookmarks).toEqual({ new: 1, not_possible: 1 })
  }
})

test('a page that no book has is not possible, also before its pages are counted', async () => {
  const { server, b1 } = await startShelf()
  await server.ctx.write((tx) => tx.update(books).set({ pageCount: 0 }).where(eq(books.id, b1)))
  const more = {
    AppUserBookmark: [2, 2 ** 31 - 2].map((Page, Id) => ({ Id, AppUserId: 1, ChapterId: 1, Page })),
  }
  const { report } = await runImportOf(server, write({ ...kavita, more }))
  expect(report.people[0]!.bookmarks).toEqual({ new: 1, not_possible: 1 })
})
