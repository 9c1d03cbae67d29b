/** Imports from Kavita into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../support/server'
import { writeKomga } from './databases/komga-database'
import { hashAsKavita, type KavitaData, writeKavita } from './databases/kavita-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'kavita-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const kavita: KavitaData = {
  people: [
    { id: 1, name: 'Kim', password: hashAsKavita(password), roles: ['Admin'] },
    {
      id: 2,
      name: 'ben',
      email: 'ben@example.org',
      password: hashAsKavita(password),
      roles: ['Login'],
      row: { AgeRestriction: 8, AgeRestrictionIncludeUnknowns: 1 },
    },
    // Someone who was invited and never came.
    { id: 3, name: 'cy', roles: ['Login'], libraries: [] },
  ],
  series: [
    {
      id: 1,
      name: 'Ashfall',
      metadata: { PublicationStatus: 2, PublicationStatusLocked: 1, GenresLocked: 1 },
      genres: ['drama'],
    },
    { id: 2, name: 'Night Ferry' },
    { id: 3, name: 'Old' },
  ],
  chapters: [
    { id: 1, series: 1, volume: 1, files: [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }] },
    { id: 2, series: 1, volume: 2, files: [{ id: 12, path: 'Ashfall/Ashfall 02.cbz' }] },
    { id: 3, series: 3, volume: 1, files: [{ id: 13, path: 'Old/x.cbz' }] },
    { id: 4, series: 2, volume: 1, files: [{ id: 14, path: 'Night Ferry/Night Ferry 01.cbz' }] },
  ],
  readings: [
    { chapter: 1, person: 1, pagesRead: 20, at: '2024-03-01T20:15:00Z' },
    { chapter: 2, person: 1, pagesRead: 4, at: '2024-03-02T21:00:00Z' },
    { chapter: 3, person: 1, pagesRead: 6, at: '2024-03-03T21:00:00Z' },
    { chapter: 1, person: 2, pagesRead: 20, at: '2024-02-10T06:30:00Z' },
    { chapter: 4, person: 2, pagesRead: 0, at: '2024-02-11T06:30:00Z' },
  ],
  collections: [{ id: 1, title: 'Harbours', person: 1, items: [2, 1], promoted: 1 }],
  readingLists: [{ id: 1, title: 'Long Night', person: 2, items: [4, 3, 1] }],
  more: { AppUserRating: [{ Id: 1, HasBeenRated: 1, Rating: 4.5 }] },
}

let count = 0
function write(data: KavitaData = kavita) {
  const path = join(folder, `${++count}`)
  writeKavita(join(path, 'config', 'kavita.db'), data)
  return path
}

async function startShelf() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

test('people, reading, lists and edits come along', async () => {
  const { server, ashfall, b1, b2 } = await startShelf()
  const { report } = await runImportOf(server, write())
  expect(report).toMatchObject({
    folders: [{ from: '/manga', to: '/srv/media', sampled: 4, found: 3 }],
    books: { total: 4, found: { path: 3 }, waiting: 1, missing: ['/manga/Old/x.cbz'] },
    people: [
      {
        name: 'Kim',
        account: 'Kim',
        isNew: true,
        keepsPassword: true,
        completed: { new: 1 },
        positions: { new: 1, waiting: 1 },
      },
      { name: 'ben', keepsPassword: true, completed: { new: 1 }, positions: {} },
      { name: 'cy', isNew: true, keepsPassword: false },
    ],
    lists: [
      { name: 'Harbours', found: 2, total: 2, outcome: 'new' },
      { name: 'Long Night', found: 2, total: 3, outcome: 'new' },
    ],
    edits: { new: 1 },
  })
  const kim = await signIn(server, 'kim')
  expect(kim).toMatchObject({ status: 200, user: { role: 'reader', email: '' } })
  expect(await get(server, kim.token, `/books/${b1}/read-history`)).toMatchObject({
    readCount: 1,
    entries: [{ completedAt: '2024-03-01T20:15:00.000Z' }],
  })
  expect(await get(server, kim.token, `/books/${b2}/progress`)).toMatchObject({
    currentPage: 5,
    completed: false,
  })
  expect(await get(server, kim.token, `/series/${ashfall}`)).toMatchObject({
    metadata: { status: 'ended', locks: { status: true, genres: true, title: false } },
    genres: [{ name: 'drama' }],
  })
  const lists = await get(server, kim.token, '/readlists')
  expect(lists.data).toEqual([])
  expect((await get(server, kim.token, '/collections')).data).toMatchObject([{ name: 'Harbours' }])
})

test('restrictions and private lists come along', async () => {
  const { server } = await startShelf()
  await runImportOf(server, write())
  const ben = await signIn(server, 'ben@example.org')
  expect(ben.status).toBe(200)
  expect(await get(server, 'ada', `/users/${ben.user.id}/restrictions`)).toMatchObject({
    ageLimit: 13,
    hidesUnrated: false,
    libraryIds: [expect.any(String)],
  })
  const lists = await get(server, ben.token, '/readlists')
  expect(lists.data).toMatchObject([{ name: 'Long Night', bookCount: 2 }])
})

test('a preview writes nothing, and names the same counts', async () => {
  const { server } = await startShelf()
  const path = write()
  const before = await dumpTables(server)
  const preview = await runImportOf(server, path, { applies: false })
  expect(await dumpTables(server)).toEqual(before)
  const applied = await runImportOf(server, path)
  expect(applied.report).toEqual(preview.report)
})

test('importing again changes nothing', async () => {
  const { server } = await startShelf()
  const path = write()
  await runImportOf(server, path)
  const before = await dumpTables(server)
  const { report } = await runImportOf(server, path)
  expect(await dumpTables(server)).toEqual(before)
  expect(report).toMatchObject({
    people: [
      { isNew: false, completed: { same: 1 }, positions: { same: 2 } },
      { isNew: false, completed: { same: 1 } },
      { isNew: false },
    ],
    lists: [{ outcome: 'same' }, { outcome: 'same' }],
  })
})

test('an undo leaves every row as it was', async () => {
  const { server } = await startShelf()
  const before = await dumpTables(server)
  const { importId } = await runImportOf(server, write())
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(before)
})

test('a database of an unknown version changes nothing', async () => {
  const { server } = await startShelf()
  const path = write({ ...kavita, change: (db) => db.run('drop table Chapter') })
  const before = await dumpTables(server)
  expect(runImportOf(server, path)).rejects.toThrow('This version of Kavita')
  expect(await dumpTables(server)).toEqual(before)
})

test('a reading that two programs know of is one', async () => {
  const { server, b1 } = await startShelf()
  const komga = join(folder, 'komga', 'database.sqlite')
  writeKomga(komga, {
    people: [{ email: 'kim@example.org' }],
    books: [{ id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall' }],
    readings: [
      { book: 'B1', person: 'kim@example.org', completed: true, at: '2024-03-01T21:00:00Z' },
    ],
  })
  const before = await dumpTables(server)
  const first = await runImportOf(server, komga, { users: new Map([['kim', 'ann']]) })
  const users = new Map(['Kim', 'ben', 'cy'].map((name) => [name, name === 'Kim' ? 'ann' : '']))
  const second = await runImportOf(server, write(), { users })
  expect(second.report.people).toMatchObject([{ completed: { same: 1 } }, {}, {}])
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  await undoImport(server.ctx, first.importId!)
  await undoImport(server.ctx, second.importId!)
  expect(await dumpTables(server)).toEqual(before)
})

test('people are named by name and address, never by their number', async () => {
  const { server } = await startShelf()
  const before = await dumpTables(server)
  for (const wanted of [{ admins: new Set(['1']) }, { users: new Map([['2', 'ann']]) }]) {
    await expect(runImportOf(server, write(), wanted)).rejects.toThrow('no user')
  }
  expect(await dumpTables(server)).toEqual(before)
})

test.each([2 ** 31 - 2, 2 ** 31 - 1, 2 ** 53])(
  'page %d of a book without counted pages does not stop an import',
  async (pagesRead) => {
    const { server, b1 } = await startShelf()
    await server.ctx.write((tx) => tx.update(books).set({ pageCount: 0 }).where(eq(books.id, b1)))
    const files = [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }]
    const { report } = await runImportOf(
      server,
      write({
        ...kavita,
        chapters: [{ id: 1, series: 1, volume: 1, pages: 0, files }],
        readings: [{ chapter: 1, person: 1, pagesRead, at: '2024-03-01T20:15:00Z' }],
      }),
    )
    expect(report.books.found).toEqual({ path: 1 })
  },
)

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

test('covers that someone chose come along from the folder', async () => {
  const { server, ashfall, b1, b2 } = await startShelf()
  const chosen = (CoverImage: string) => ({ CoverImage, CoverImageLocked: 1 })
  const [first, second, third, last] = kavita.chapters!
  const path = write({
    ...kavita,
    series: [
      { id: 1, name: 'Ashfall', row: chosen('_series1.png') },
      { id: 2, name: 'Night Ferry', row: chosen('../kavita.db') },
      { id: 3, name: 'Old', row: { CoverImage: '_series1.png', CoverImageLocked: 0 } },
    ],
    chapters: [
      { ...first!, row: chosen('v1001_c1.png') },
      { ...second!, row: chosen('link.png') },
      { ...third!, row: chosen('gone.png') },
      last!,
    ],
    change: (db) => {
      db.run('alter table Volume add column CoverImage')
      db.run('alter table Volume add column CoverImageLocked')
      db.run("update Volume set CoverImage = '_series1.png', CoverImageLocked = 1 where Id = 1002")
    },
  })
  const covers = join(path, 'config', 'covers')
  mkdirSync(covers)
  writeFileSync(join(covers, '_series1.png'), picture)
  writeFileSync(join(covers, 'v1001_c1.png'), 'no picture')
  symlinkSync(join(covers, '_series1.png'), join(covers, 'link.png'))
  const { report, importId } = await runImportOf(server, path)
  expect(report.covers).toEqual({ new: 2, not_possible: 1 })
  const left = report.leftOut.find(({ code }) => code.endsWith('chosen_covers'))
  expect(left?.params).toMatchObject({ count: 3 })
  const custom = { covers: [{ source: 'custom', isSelected: true }] }
  expect(await get(server, 'ada', `/series/${ashfall}/covers`)).toMatchObject(custom)
  expect(await get(server, 'ada', `/books/${b2}/covers`)).toMatchObject(custom)
  expect(await get(server, 'ada', `/books/${b1}/covers`)).toEqual({ covers: [] })
  expect((await runImportOf(server, path)).report.covers).toEqual({ same: 2, not_possible: 1 })
  await undoImport(server.ctx, importId!)
  expect(await get(server, 'ada', `/series/${ashfall}/covers`)).toEqual({ covers: [] })
})
