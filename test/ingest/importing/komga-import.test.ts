/** Imports from Komga into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { joinWaitingFacts } from '../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { refreshSeriesAndProgress } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { type KomgaData, writeKomga } from './databases/komga-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'komga-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const hash = `$2a$${Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 }).slice(4)}`
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const komga: KomgaData = {
  people: [
    { email: 'kim@example.org', password: hash, roles: ['ADMIN'] },
    {
      email: 'ben@example.org',
      password: hash,
      row: { SHARED_ALL_LIBRARIES: 0, AGE_RESTRICTION: 16, AGE_RESTRICTION_ALLOW_ONLY: 0 },
      libraries: ['L1'],
      labels: [{ label: 'Adult', allow: 0 }],
    },
  ],
  books: [
    { id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1 },
    { id: 'B2', path: 'Ashfall/Ashfall 02.cbz', series: 'Ashfall', number: 2 },
    { id: 'B3', path: 'Old/x.cbz', series: 'Old', number: 1 },
    { id: 'B4', path: 'Night Ferry/Night Ferry 01.cbz', series: 'Night Ferry', number: 1 },
  ],
  series: {
    Ashfall: {
      TITLE: 'Ashfall (Complete)',
      TITLE_LOCK: 1,
      STATUS: 'ENDED',
      STATUS_LOCK: 1,
      GENRES_LOCK: 1,
    },
  },
  genres: [{ SERIES_ID: 'S-Ashfall', GENRE: 'drama' }],
  labels: [{ SERIES_ID: 'S-Night Ferry', LABEL: 'adult' }],
  readings: [
    {
      book: 'B1',
      person: 'kim@example.org',
      page: 20,
      completed: true,
      at: '2024-03-01T20:15:00Z',
    },
    { book: 'B2', person: 'kim@example.org', page: 5, at: '2024-03-02T21:00:00Z' },
    { book: 'B3', person: 'kim@example.org', page: 7, at: '2024-03-03T21:00:00Z' },
    {
      book: 'B1',
      person: 'ben@example.org',
      page: 20,
      completed: true,
      at: '2024-02-10T06:30:00Z',
      device: 'Kobo Libra',
    },
  ],
  collections: [{ id: 'C1', name: 'Grey Press', items: ['Night Ferry', 'Ashfall'] }],
  readLists: [
    { id: 'R1', name: 'The Long Night', summary: 'In this order.', items: ['B4', 'B3', 'B1'] },
  ],
  covers: [
    {
      table: 'THUMBNAIL_SERIES',
      row: {
        ID: 'T1',
        SERIES_ID: 'S-Ashfall',
        SELECTED: 1,
        TYPE: 'USER_UPLOADED',
        THUMBNAIL: picture,
      },
    },
  ],
  keys: [{ person: 'ben@example.org', comment: 'KOReader' }],
}

let count = 0
function write(data: KomgaData) {
  const path = join(folder, `${++count}`, 'database.sqlite')
  writeKomga(path, data)
  return path
}

async function startShelf() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

test('people, reading, lists, edits and covers come along', async () => {
  const shelf = await startShelf()
  const { server, ashfall, b1, b2 } = shelf
  const { report } = await runImportOf(server, write(komga))
  expect(report.folders).toMatchObject([
    { from: '/comics', to: '/srv/media', sampled: 4, found: 3 },
  ])
  expect(report.books).toMatchObject({
    total: 4,
    found: { path: 3 },
    waiting: 1,
    missing: ['/comics/Old/x.cbz'],
  })
  expect(report).toMatchObject({
    people: [
      {
        name: 'kim',
        account: 'kim',
        isNew: true,
        keepsPassword: true,
        completed: { new: 1 },
        positions: { new: 1, waiting: 1 },
      },
      { name: 'ben', account: 'ben', isNew: true, completed: { new: 1 }, positions: {} },
    ],
    lists: [
      { name: 'Grey Press', found: 2, total: 2, outcome: 'new' },
      { name: 'The Long Night', found: 2, total: 3, outcome: 'new' },
    ],
    edits: { new: 1 },
    covers: { new: 1 },
    labels: { new: 1 },
  })
  const kim = await signIn(server, 'kim@example.org')
  expect(kim).toMatchObject({ status: 200, user: { role: 'reader' } })
  expect(await get(server, kim.token, `/books/${b1}/progress`)).toMatchObject({ completed: true })
  expect(await get(server, kim.token, `/books/${b2}/progress`)).toMatchObject({
    currentPage: 5,
    completed: false,
  })
  expect(await get(server, kim.token, `/books/${b1}/read-history`)).toMatchObject({
    readCount: 1,
    entries: [{ completedAt: '2024-03-01T20:15:00.000Z' }],
  })
  expect(await get(server, kim.token, `/series/${ashfall}`)).toMatchObject({
    metadata: {
      title: 'Ashfall (Complete)',
      status: 'ended',
      locks: { title: true, status: true, genres: true, publisher: false },
    },
    genres: [{ name: 'drama' }],
  })
  const lists = await get(server, kim.token, '/collections')
  expect(lists.data).toMatchObject([{ name: 'Grey Press', seriesCount: 2 }])
  const covers = await get(server, 'ada', `/series/${ashfall}/covers`)
  expect(covers.covers).toMatchObject([{ source: 'custom', isSelected: true }])
})

test('restrictions come along, also before the first sign-in', async () => {
  const { server, ashfall } = await startShelf()
  await runImportOf(server, write(komga))
  const ben = await signIn(server, 'ben')
  expect(ben.status).toBe(200)
  const visible = await get(server, ben.token, '/series')
  expect(visible.data.map(({ id }: { id: string }) => id)).toEqual([ashfall])
  expect(await get(server, 'ada', `/users/${ben.user.id}/restrictions`)).toMatchObject({
    ageLimit: 15,
    hidesUnrated: false,
    deniedTagIds: [expect.any(String)],
  })
})

test('the hash of the other program is replaced at the first sign-in', async () => {
  const { server } = await startShelf()
  await runImportOf(server, write(komga))
  const hashOf = async () => {
    const [row] = await server.ctx.db.select().from(users).where(eq(users.username, 'kim'))
    return row!.passwordHash
  }
  expect(await hashOf()).toBe(`$foreign$bcrypt$${hash}`)
  expect((await signIn(server, 'kim', 'wrong')).status).toBe(401)
  expect((await signIn(server, 'kim')).status).toBe(200)
  expect(await hashOf()).toStartWith('$argon2id$')
  expect((await signIn(server, 'kim')).status).toBe(200)
})

test('a preview writes nothing, and names the same counts', async () => {
  const { server } = await startShelf()
  const path = write(komga)
  const before = await dumpTables(server)
  const preview = await runImportOf(server, path, { applies: false })
  expect(await dumpTables(server)).toEqual(before)
  const applied = await runImportOf(server, path)
  expect(applied.report).toEqual(preview.report)
})

test('importing again changes nothing', async () => {
  const { server } = await startShelf()
  const path = write(komga)
  await runImportOf(server, path)
  const before = await dumpTables(server)
  const { report } = await runImportOf(server, path)
  const after = await dumpTables(server)
  expect(after).toEqual(before)
  expect(report).toMatchObject({
    people: [
      { account: 'kim', isNew: false, completed: { same: 1 }, positions: { same: 2 } },
      { account: 'ben', isNew: false, completed: { same: 1 } },
    ],
    lists: [{ outcome: 'same' }, { outcome: 'same' }],
    covers: { same: 1 },
    labels: { same: 1 },
  })
})

test('an undo leaves every row as it was', async () => {
  const { server } = await startShelf()
  const before = await dumpTables(server)
  const { importId } = await runImportOf(server, write(komga))
  expect(await undoImport(server.ctx, importId!)).toEqual({ kept: 0 })
  expect(await dumpTables(server)).toEqual(before)
  expect(undoImport(server.ctx, importId!)).rejects.toThrow('already been undone')
})

test('an undo keeps what someone read since', async () => {
  const { server, b1, b2 } = await startShelf()
  const { importId } = await runImportOf(server, write(komga), { users: new Map([['kim', 'ann']]) })
  const moved = await server.call('PUT', `/books/${b2}/progress`, {
    as: 'ann',
    body: { currentPage: 9 },
  })
  expect(moved.status).toBe(200)
  await undoImport(server.ctx, importId!)
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 9 })
  expect((await server.call('GET', `/books/${b1}/progress`, { as: 'ann' })).status).not.toBe(200)
})

test('reading here is never lost', async () => {
  const { server, b1, b2 } = await startShelf()
  await server.call('PUT', `/books/${b2}/progress`, { as: 'ann', body: { currentPage: 9 } })
  await server.call('PUT', `/books/${b1}/progress`, { as: 'ann', body: { currentPage: 3 } })
  const { report } = await runImportOf(server, write(komga), { users: new Map([['kim', 'ann']]) })
  expect(report.people[0]).toMatchObject({
    completed: { new: 1 },
    positions: { older: 1, waiting: 1 },
  })
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 9 })
  expect(await get(server, 'ann', `/books/${b1}/progress`)).toMatchObject({ currentPage: 3 })
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
})

test('two imports that overlap are one reading, and can be undone in any order', async () => {
  const { server, b1 } = await startShelf()
  const choice = { users: new Map([['kim', 'ann']]) }
  const before = await dumpTables(server)
  const first = await runImportOf(server, write(komga), choice)
  const second = write({
    ...komga,
    people: [{ email: 'kim@example.org', row: { CREATED_DATE: '2022-01-01 00:00:00' } }],
    readings: [
      { book: 'B1', person: 'kim@example.org', completed: true, at: '2024-03-01T21:00:00Z' },
      { book: 'B2', person: 'kim@example.org', page: 8, at: '2024-03-05T21:00:00Z' },
    ],
    covers: [],
  })
  const other = await runImportOf(server, second, choice)
  expect(other.report.people).toMatchObject([{ completed: { same: 1 }, positions: { new: 1 } }])
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  await undoImport(server.ctx, first.importId!)
  await undoImport(server.ctx, other.importId!)
  expect(await dumpTables(server)).toEqual(before)
})

test('what waits joins when the book is found', async () => {
  const { server, library } = await startShelf()
  await runImportOf(server, write(komga), { users: new Map([['kim', 'ann']]) })
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
  const old = await seedSeries(server, library, { title: 'Old' })
  const book = await seedBook(server, old, { title: 'x', relativePath: 'Old/x.cbz' })
  await server.ctx.write((tx) => refreshSeriesAndProgress(tx, [old.id]))
  expect(await joinWaitingFacts(server.ctx)).toBe(2)
  expect(await get(server, 'ann', `/books/${book.id}/progress`)).toMatchObject({ currentPage: 7 })
  const [list] = (await get(server, 'ada', '/readlists')).data
  expect(list).toMatchObject({ name: 'The Long Night', bookCount: 3 })
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
})

test('nothing is written for people and folders that do not exist', async () => {
  const { server } = await startShelf()
  const path = write(komga)
  const before = await dumpTables(server)
  expect(runImportOf(server, path, { users: new Map([['nobody', 'ann']]) })).rejects.toThrow(
    '"nobody"',
  )
  expect(runImportOf(server, path, { users: new Map([['kim', 'zoe']]) })).rejects.toThrow('"zoe"')
  expect(await dumpTables(server)).toEqual(before)
})

test('a cover that is no picture, and covers of books', async () => {
  const { server, b1, ashfall } = await startShelf()
  const cover = { SELECTED: 1, TYPE: 'USER_UPLOADED' }
  const path = write({
    ...komga,
    covers: [
      {
        table: 'THUMBNAIL_SERIES',
        row: { ...cover, SERIES_ID: 'S-Ashfall', THUMBNAIL: Buffer.from('no picture') },
      },
      {
        table: 'THUMBNAIL_SERIES',
        row: { ...cover, SERIES_ID: 'S-Ashfall', THUMBNAIL: Buffer.alloc(20 * 2 ** 20 + 1) },
      },
      { table: 'THUMBNAIL_BOOK', row: { ...cover, BOOK_ID: 'B1', THUMBNAIL: picture } },
      {
        table: 'THUMBNAIL_BOOK',
        row: { ...cover, BOOK_ID: 'B2', TYPE: 'GENERATED', THUMBNAIL: picture },
      },
    ],
  })
  const before = await dumpTables(server)
  const { importId, report } = await runImportOf(server, path)
  expect(report.covers).toEqual({ not_possible: 2, new: 1 })
  expect(await get(server, 'ada', `/series/${ashfall}/covers`)).toEqual({ covers: [] })
  expect(await get(server, 'ada', `/books/${b1}/covers`)).toMatchObject({
    covers: [{ source: 'custom', isSelected: true }],
  })
  await undoImport(server.ctx, importId!)
  expect(await dumpTables(server)).toEqual(before)
})

test('a person can be left out, and an administrator stays one if named', async () => {
  const { server } = await startShelf()
  const choice = { users: new Map([['ben', '']]), admins: new Set(['kim']) }
  const { report } = await runImportOf(server, write(komga), choice)
  expect(report.people.map(({ account }) => account).toSorted()).toEqual(['kim', null])
  expect((await signIn(server, 'kim')).user.role).toBe('admin')
  expect((await signIn(server, 'ben')).status).toBe(401)
})
