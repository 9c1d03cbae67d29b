/** Imports from calibre and Calibre-Web into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../support/server'
import { type CalibreData, writeCalibre } from './databases/calibre-database'
import {
  admin,
  type CalibreWebData,
  guest,
  hashByPbkdf2,
  hashByScrypt,
  writeCalibreWeb,
} from './databases/calibre-web-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { get, password, seedShelf, signIn } from './shelf'

const folder = mkdtempSync(join(tmpdir(), 'calibre-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const library: CalibreData = {
  books: [
    {
      id: 1,
      title: 'Soot',
      path: 'Ashfall',
      files: { CBZ: 'Ashfall 01' },
      series: { title: 'Ashfall', index: 1 },
      authors: ['Ida Kern'],
      tags: ['Harbour'],
      publisher: 'Grey Press',
      languages: ['deu'],
      rating: 9,
      row: { pubdate: '2019-05-04 00:00:00+00:00' },
    },
    { id: 2, title: 'Embers', path: 'Ashfall', files: { CBZ: 'Ashfall 02' }, tags: ['Adult'] },
    { id: 3, title: 'Gone', path: 'Old', files: { CBZ: 'x' } },
    { id: 4, title: 'Ferry', path: 'Night Ferry', files: { CBZ: 'Night Ferry 01' }, tags: ['Sea'] },
  ],
  columns: [{ label: 'read', type: 'bool', values: { 1: 1 } }],
  positions: [{ book: 2, format: 'CBZ', user: 'ann', at: 1_711_998_000, fraction: 0.5 }],
}

const web = (more: Partial<CalibreWebData> = {}): CalibreWebData => ({
  library,
  people: [
    { id: 1, name: 'kim', role: admin, password: hashByScrypt(password) },
    { id: 2, name: 'Guest', role: guest },
    { id: 3, name: 'ben', password: hashByPbkdf2(password), row: { denied_tags: 'Adult' } },
    { id: 4, name: 'cy', password: hashByPbkdf2(password), row: { allowed_tags: 'Sea' } },
  ],
  read: [{ book: 1, person: 1, status: 1, at: '2024-03-01T20:15:00Z' }],
  kobo: [
    { book: 2, person: 1, percent: 40, at: '2024-05-02T08:00:00Z' },
    { book: 3, person: 1, percent: 70, at: '2024-05-02T08:00:00Z' },
  ],
  shelves: [{ id: 1, name: 'To read', person: 1, books: [4, 3, 1] }],
  ...more,
})

let count = 0
function write(data: CalibreData = library) {
  const path = join(folder, `${++count}`, 'metadata.db')
  writeCalibre(path, data)
  return path
}

function writeWeb(data: CalibreWebData = web()) {
  const path = join(folder, `${++count}`, 'app.db')
  writeCalibreWeb(path, data)
  return path
}

async function startShelf() {
  const server = await startTestServer()
  servers.push(server)
  return { server, ...(await seedShelf(server)) }
}

test('metadata rank below providers and above files, and are not locked', async () => {
  const { server, b1 } = await startShelf()
  await server.call('PATCH', `/books/${b1}/metadata`, { as: 'ada', body: { publisher: 'Mine' } })
  const { report } = await runImportOf(server, write())
  expect(report).toMatchObject({
    books: { total: 4, found: { path: 3 }, waiting: 1 },
    edits: { new: 3, waiting: 1 },
  })
  const metadata = await get(server, 'ada', `/books/${b1}/metadata`)
  expect(metadata).toMatchObject({
    publisher: 'Mine',
    year: 2019,
    languageIso: 'de',
    subjects: ['Harbour'],
    authors: [{ name: 'Ida Kern' }],
    locks: { publisherLock: true, yearLock: false, subjectsLock: false, titleLock: false },
  })
  const sources = await get(server, 'ada', `/books/${b1}/metadata/sources`)
  expect(sources.fields.find(({ field }: { field: string }) => field === 'year')).toMatchObject({
    source: 'plugin:import-calibre',
  })
})

test('ratings and finished books are those of whom someone chooses', async () => {
  const { server, b1, b2 } = await startShelf()
  const first = await runImportOf(server, write())
  expect(first.report.people).toMatchObject([
    { name: 'ann', account: 'ann', positions: { new: 1 } },
    { name: 'calibre', account: null },
  ])
  expect(first.report.leftOut.map(({ code }) => String(code))).toContain(
    'imports.left_out.of_nobody',
  )
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 10 })
  const users = new Map([['calibre', 'ann']])
  const second = await runImportOf(server, write(), { users })
  expect(second.report.people[1]).toMatchObject({
    account: 'ann',
    completed: { new: 1 },
    ratings: { new: 1 },
  })
  expect(await get(server, 'ann', `/books/${b1}/rating`)).toMatchObject({ rating: 90 })
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({
    entries: [{ completedAt: '2024-01-01T00:00:00.000Z' }],
  })
})

test('people of Calibre-Web sign in as before and see no more than there', async () => {
  const { server, ashfall, b1, b2, b4 } = await startShelf()
  const { report } = await runImportOf(server, writeWeb())
  expect(report).toMatchObject({
    folders: [{ from: '/books', to: '/srv/media' }],
    people: [
      {
        name: 'kim',
        keepsPassword: true,
        completed: { new: 1 },
        positions: { new: 1, waiting: 1 },
      },
      { name: 'ben', keepsPassword: true },
      { name: 'cy', keepsPassword: true },
      { name: 'calibre', account: null },
    ],
    lists: [{ name: 'To read', found: 2, total: 3, outcome: 'new' }],
    labels: { new: 3, waiting: 1 },
  })
  const kim = await signIn(server, 'kim')
  expect(kim).toMatchObject({ status: 200, user: { role: 'reader' } })
  expect((await signIn(server, 'kim')).status).toBe(200)
  expect(await get(server, kim.token, `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  expect(await get(server, kim.token, `/books/${b2}/progress`)).toMatchObject({ currentPage: 8 })
  // One book of the series is hidden there.
  for (const name of ['ben', 'cy']) {
    const { token, status } = await signIn(server, name)
    expect(status).toBe(200)
    expect((await server.call('GET', `/series/${ashfall}`, { as: token })).status).toBe(404)
    expect((await server.call('GET', `/books/${b4}`, { as: token })).status).toBe(200)
  }
})

test('a preview writes nothing, a repeat adds nothing, an undo leaves nothing', async () => {
  const { server } = await startShelf()
  const empty = await dumpTables(server)
  const users = new Map([['calibre', 'ann']])
  const preview = await runImportOf(server, writeWeb(), { applies: false, users })
  expect(await dumpTables(server)).toEqual(empty)
  const applied = await runImportOf(server, writeWeb(), { users })
  expect(applied.report).toEqual(preview.report)
  const full = await dumpTables(server)
  const again = await runImportOf(server, writeWeb(), { users })
  expect(await dumpTables(server)).toEqual(full)
  expect(again.report.edits).toEqual({ same: 3, waiting: 1 })
  await undoImport(server.ctx, again.importId!)
  await undoImport(server.ctx, applied.importId!)
  expect(await dumpTables(server)).toEqual(empty)
})

test('names that differ only in case become two accounts, or one that is here', async () => {
  const { server } = await startShelf()
  const people = [
    { id: 1, name: 'Kim', row: { email: '' } },
    { id: 2, name: 'kim', row: { email: '' } },
    { id: 3, name: 'ANN', row: { email: 'KIM@example.org' } },
  ]
  const first = await runImportOf(server, writeWeb(web({ people })))
  expect(first.report.people.map(({ account, isNew }) => [account, isNew])).toEqual([
    ['Kim', true],
    ['kim2', true],
    ['ann', false],
    [null, false],
  ])
  const again = await runImportOf(server, writeWeb(web({ people })))
  expect(again.report.people.map(({ isNew }) => isNew)).toEqual([false, false, false, false])
})

test('values of a provider stay', async () => {
  const { server, b1 } = await startShelf()
  const { applyChangeSet } = await import('../../../src/catalog/metadata/change-sets/change-sets')
  const { bookEntity } = await import('../../../src/catalog/books/metadata/book-fields')
  const values = { publisher: 'Of the provider' }
  await applyChangeSet(server.ctx, bookEntity, { id: b1, source: 'plugin:some', values })
  await runImportOf(server, write())
  const { publisher } = await get(server, 'ada', `/books/${b1}/metadata`)
  expect(publisher).toBe('Of the provider')
  const later = { year: 2001 }
  await applyChangeSet(server.ctx, bookEntity, { id: b1, source: 'plugin:some', values: later })
  const { year } = await get(server, 'ada', `/books/${b1}/metadata`)
  expect(year).toBe(2001)
})
