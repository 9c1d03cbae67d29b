/** Imports from Codex into the real app. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../support/server'
import { type CodexData, writeCodex } from './databases/codex-database'
import { hashAsKavita, writeKavita } from './databases/kavita-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'codex-import-'))
const servers: TestServer[] = []
let hash = ''
beforeAll(async () => {
  const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
  hash = await Bun.password.hash(password, cost)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const codex = (more: Partial<CodexData> = {}): CodexData => ({
  people: [
    { id: 'u1', name: 'kim', email: 'kim@example.org', password: hash, role: 'admin' },
    { id: 'u2', name: 'ben', email: 'ben@example.org', password: hash },
    { id: 'u3', name: 'cy', email: 'cy@example.org', password: 'oidc:cy' },
  ],
  series: [
    {
      id: 's1',
      name: 'Ashfall',
      metadata: { status: 'ended', status_lock: 1, genres_lock: 1 },
      genres: ['drama'],
      labels: ['adult'],
    },
    { id: 's2', name: 'Night Ferry' },
    { id: 's3', name: 'Old' },
  ],
  books: [
    { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz' },
    { id: 'b2', series: 's1', path: 'Ashfall/Ashfall 02.cbz' },
    { id: 'b3', series: 's3', path: 'Old/x.cbz' },
    { id: 'b4', series: 's2', path: 'Night Ferry/Night Ferry 01.cbz' },
  ],
  readings: [
    { book: 'b1', person: 'u1', page: 20, completed: true, at: '2024-03-01T20:15:00Z' },
    { book: 'b2', person: 'u1', page: 5, at: '2024-03-02T21:00:00Z' },
    { book: 'b3', person: 'u1', page: 7, at: '2024-03-03T21:00:00Z' },
  ],
  completions: [
    { book: 'b1', person: 'u1', started: '2022-01-01T10:00:00Z', at: '2022-01-02T10:00:00Z' },
    { book: 'b1', person: 'u1', started: '2024-03-01T19:00:00Z', at: '2024-03-01T20:15:00Z' },
    { book: 'b4', person: 'u2', started: '2024-02-01T10:00:00Z', at: '2024-02-02T10:00:00Z' },
  ],
  ratings: [{ person: 'u1', series: 's1', rating: 85, notes: 'Twice.' }],
  wanted: [
    { person: 'u1', series: 's2', position: 1, at: '2024-01-01T00:00:00Z' },
    { person: 'u1', book: 'b3', position: 2, at: '2024-01-02T00:00:00Z' },
  ],
  collections: [{ id: 'k1', name: 'Harbours', items: ['s2', 's1'] }],
  readLists: [{ id: 'l1', name: 'Long Night', items: ['b4', 'b3', 'b1'] }],
  more: { user_sharing_tags: [{ user_id: 'u2', sharing_tag_id: 't-adult', access_mode: 'deny' }] },
  ...more,
})

let count = 0
function write(data: CodexData = codex()) {
  const path = join(folder, `${++count}`, 'codex.db')
  writeCodex(path, data)
  return path
}

async function startShelf() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

test('people, reading, ratings, lists and edits come along', async () => {
  const { server, ashfall, b1, b2 } = await startShelf()
  const { report } = await runImportOf(server, write())
  expect(report).toMatchObject({
    folders: [{ from: '/libraries/comics', to: '/srv/media', sampled: 4, found: 3 }],
    books: { total: 4, found: { path: 3 }, missing: ['/libraries/comics/Old/x.cbz'] },
    people: [
      {
        name: 'kim',
        keepsPassword: true,
        completed: { new: 2 },
        positions: { new: 1, waiting: 1 },
        ratings: { new: 1 },
        wanted: { new: 1, waiting: 1 },
      },
      { name: 'ben', keepsPassword: true, completed: { new: 1 } },
      { name: 'cy', isNew: true, keepsPassword: false },
    ],
    lists: [
      { name: 'Harbours', found: 2, total: 2, outcome: 'new' },
      { name: 'Long Night', found: 2, total: 3, outcome: 'new' },
    ],
    edits: { new: 1 },
    labels: { new: 1 },
  })
  const kim = await signIn(server, 'kim@example.org')
  expect(kim).toMatchObject({ status: 200, user: { role: 'reader' } })
  // Again, with the hash that replaced the one of Codex.
  expect((await signIn(server, 'kim')).status).toBe(200)
  expect((await signIn(server, 'kim', `${password}!`)).status).toBe(401)
  expect(await get(server, kim.token, `/books/${b1}/read-history`)).toMatchObject({
    readCount: 2,
    entries: [
      { completedAt: '2024-03-01T20:15:00.000Z', startedAt: '2024-03-01T19:00:00.000Z' },
      { completedAt: '2022-01-02T10:00:00.000Z' },
    ],
  })
  expect(await get(server, kim.token, `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  expect(await get(server, kim.token, `/series/${ashfall}/rating`)).toMatchObject({
    rating: 85,
    notes: 'Twice.',
  })
  expect((await get(server, kim.token, '/want-to-read')).data).toMatchObject([
    { title: 'Night Ferry', addedAt: '2024-01-01T00:00:00.000Z' },
  ])
  expect(await get(server, kim.token, `/series/${ashfall}`)).toMatchObject({
    metadata: { status: 'ended', locks: { status: true, genres: true, title: false } },
    genres: [{ name: 'drama' }],
  })
})

test('sharing tags restrict the same people', async () => {
  const { server, ashfall, b4 } = await startShelf()
  await runImportOf(server, write())
  const ben = await signIn(server, 'ben')
  const { status } = await server.call('GET', `/series/${ashfall}`, { as: ben.token })
  expect(status).toBe(404)
  expect(await get(server, ben.token, `/books/${b4}/read-history`)).toMatchObject({ readCount: 1 })
})

test('a preview writes nothing, a repeat adds nothing, an undo leaves nothing', async () => {
  const { server } = await startShelf()
  const empty = await dumpTables(server)
  const preview = await runImportOf(server, write(), { applies: false })
  expect(await dumpTables(server)).toEqual(empty)
  const applied = await runImportOf(server, write())
  expect(applied.report).toEqual(preview.report)
  const full = await dumpTables(server)
  const again = await runImportOf(server, write())
  expect(await dumpTables(server)).toEqual(full)
  expect(again.report.people).toMatchObject([
    { isNew: false, completed: { same: 2 }, positions: { same: 2 }, ratings: { same: 1 } },
    { isNew: false, completed: { same: 1 } },
    { isNew: false },
  ])
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, applied.importId!)
  expect(await dumpTables(server)).toEqual(empty)
})

test('readings, ratings and wishes that two programs know of are one', async () => {
  const { server, b1 } = await startShelf()
  const kavita = join(folder, 'kavita', 'kavita.db')
  writeKavita(kavita, {
    people: [{ id: 1, name: 'kim', password: hashAsKavita(password) }],
    series: [
      { id: 1, name: 'Ashfall' },
      { id: 2, name: 'Night Ferry' },
    ],
    chapters: [
      { id: 1, series: 1, volume: 1, files: [{ id: 11, path: 'Ashfall/Ashfall 01.cbz' }] },
      { id: 2, series: 2, volume: 1, files: [{ id: 12, path: 'Night Ferry/Night Ferry 01.cbz' }] },
    ],
    readings: [{ chapter: 1, person: 1, pagesRead: 20, at: '2024-03-01T21:00:00Z' }],
    more: {
      AppUserRating: [{ Id: 1, AppUserId: 1, SeriesId: 1, HasBeenRated: 1, Rating: 2 }],
      AppUserWantToRead: [{ Id: 1, AppUserId: 1, SeriesId: 2 }],
    },
  })
  const first = await runImportOf(server, kavita, { users: new Map([['kim', 'ann']]) })
  const users = new Map([
    ['kim', 'ann'],
    ['ben', ''],
    ['cy', ''],
  ])
  const second = await runImportOf(server, write(), { users })
  expect(second.report.people[0]).toMatchObject({
    completed: { new: 1, same: 1 },
    // The note is new beside the rating of the first program.
    ratings: { new: 1 },
    wanted: { same: 1, waiting: 1 },
  })
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 2 })
  await undoImport(server.ctx, first.importId!)
  await undoImport(server.ctx, second.importId!)
  expect((await get(server, 'ann', '/want-to-read')).data).toEqual([])
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 0 })
})

test('a database of an unknown version changes nothing', async () => {
  const { server } = await startShelf()
  const path = write(codex({ change: (db) => db.run('drop table libraries') }))
  const before = await dumpTables(server)
  await expect(runImportOf(server, path)).rejects.toThrow('This version of Codex')
  expect(await dumpTables(server)).toEqual(before)
})

test('metadata that is nested without end changes nothing', async () => {
  const { server, ashfall } = await startShelf()
  const nested = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const metadata = { custom_metadata: nested, custom_metadata_lock: 1 }
  const path = write(codex({ series: [{ id: 's1', name: 'Ashfall', metadata }] }))
  const { report } = await runImportOf(server, path)
  expect(report.edits).toEqual({ not_possible: 1 })
  expect(await get(server, 'ada', `/series/${ashfall}`)).toMatchObject({
    metadata: { locks: { customMetadata: false } },
  })
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

test('covers that someone uploaded come along from the folder', async () => {
  const { server, ashfall, b1, b2 } = await startShelf()
  const custom = (name: string) => ({ source: 'custom', is_selected: 1, path: name })
  const uploads = '/app/data/uploads/covers'
  const path = write(
    codex({
      more: {
        series_covers: [
          { id: 1, series_id: 's1', ...custom(`${uploads}/s1-0f.png`) },
          { id: 2, series_id: 's2', ...custom(`${uploads}/gone.png`) },
          { id: 3, series_id: 's3', ...custom(`${uploads}/s1-0f.png`), is_selected: 0 },
        ],
        book_covers: [
          { id: 1, book_id: 'b1', ...custom(`${uploads}/../../codex.db`) },
          { id: 2, book_id: 'b2', ...custom(`${uploads}/b2.png`) },
          { id: 3, book_id: 'b4', ...custom(`${uploads}/link.png`) },
        ],
      },
    }),
  )
  const covers = join(dirname(path), 'uploads', 'covers')
  mkdirSync(covers, { recursive: true })
  writeFileSync(join(covers, 's1-0f.png'), picture)
  writeFileSync(join(covers, 'b2.png'), 'no picture')
  symlinkSync(join(covers, 's1-0f.png'), join(covers, 'link.png'))
  const { report, importId } = await runImportOf(server, path)
  expect(report.covers).toEqual({ new: 1, not_possible: 1 })
  const left = report.leftOut.find(({ code }) => code.endsWith('chosen_covers'))
  expect(left?.params).toMatchObject({ count: 3 })
  expect(await get(server, 'ada', `/series/${ashfall}/covers`)).toMatchObject({
    covers: [{ source: 'custom', isSelected: true }],
  })
  for (const id of [b1, b2])
    expect(await get(server, 'ada', `/books/${id}/covers`)).toEqual({ covers: [] })
  expect((await runImportOf(server, path)).report.covers).toEqual({ same: 1, not_possible: 1 })
  await undoImport(server.ctx, importId!)
  expect(await get(server, 'ada', `/series/${ashfall}/covers`)).toEqual({ covers: [] })
})
