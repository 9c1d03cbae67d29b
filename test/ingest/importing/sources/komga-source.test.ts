/** What is read from databases of Komga: whole and old ones, and values of other types. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { type KomgaData, writeKomga } from '../databases/komga-database'

const folder = mkdtempSync(join(tmpdir(), 'komga-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = `$2a$10$${'a'.repeat(21)}u${'a'.repeat(31)}`
const data: KomgaData = {
  people: [
    { email: 'ann@example.org', password: hash, roles: ['ADMIN'] },
    {
      email: 'ben@example.org',
      password: '$2a$31$short',
      row: { SHARED_ALL_LIBRARIES: 0, AGE_RESTRICTION: 16, AGE_RESTRICTION_ALLOW_ONLY: 0 },
      libraries: ['L1'],
      labels: [{ label: 'adult', allow: 0 }],
    },
  ],
  books: [
    { id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1, pages: 4 },
    { id: 'B2', path: 'Glühen #2/100%.epub', series: 'Glühen', number: 2, pages: 2 },
  ],
  series: {
    Ashfall: { STATUS: 'ENDED', STATUS_LOCK: 1, PUBLISHER: 'Grey Press', PUBLISHER_LOCK: 0 },
  },
  readings: [
    { book: 'B1', person: 'ann@example.org', page: 4, completed: true, at: '2024-03-01T20:15:00Z' },
    {
      book: 'B2',
      person: 'ann@example.org',
      page: 1,
      at: '2024-04-01T19:00:00Z',
      locator: { href: 'b.xhtml', type: 'text/html', locations: { totalProgression: 0.62 } },
    },
    { book: 'B2', person: 'ben@example.org', page: 1, at: '2024-04-02T19:00:00Z', device: 'Kobo' },
  ],
}

let count = 0
function open(given: KomgaData) {
  const path = join(folder, `${++count}`, 'database.sqlite')
  writeKomga(path, given)
  return openForeignSource({ path, folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 })
}

test('people, books and readings are read, also from the log', () => {
  for (const keepsLog of [false, true]) {
    const source = open({ ...data, keepsLog })
    expect(source).toMatchObject({ kind: 'komga', version: '20260225161438' })
    expect(source.libraries).toEqual([{ foreignId: 'L1', name: 'Comics', paths: ['/comics'] }])
    expect(source.people).toMatchObject([
      {
        name: 'ann',
        isAdmin: true,
        libraryIds: null,
        passwordHash: { kind: 'bcrypt', value: hash },
      },
      {
        name: 'ben',
        passwordHash: null,
        libraryIds: ['L1'],
        ageLimit: { age: 15, hidesUnrated: false },
        deniedLabels: ['adult'],
      },
    ])
    expect([...source.books()].map(({ path }) => path)).toEqual([
      '/comics/Ashfall/Ashfall 01.cbz',
      '/comics/Glühen #2/100%.epub',
    ])
    expect([...source.readings()]).toMatchObject([
      {
        bookId: 'B1',
        completions: [{ completedAt: new Date('2024-03-01T20:15:00Z') }],
        position: null,
      },
      { bookId: 'B2', position: { fraction: 0.62, page: null, locator: { href: 'b.xhtml' } } },
      { bookId: 'B2', position: { fraction: 0.5, page: 1 }, device: { name: 'Kobo' } },
    ])
    expect([...source.series()].map(({ edits }) => edits)).toEqual([{ status: 'ended' }, {}])
    source.close()
  }
})

test.each([
  [
    { AGE_RESTRICTION: 'x', AGE_RESTRICTION_ALLOW_ONLY: 0 },
    { age: 0, hidesUnrated: true },
  ],
  [
    { AGE_RESTRICTION: 2 ** 40, AGE_RESTRICTION_ALLOW_ONLY: 1 },
    { age: 0, hidesUnrated: true },
  ],
  [
    { AGE_RESTRICTION: 12, AGE_RESTRICTION_ALLOW_ONLY: null },
    { age: 11, hidesUnrated: true },
  ],
  [
    { AGE_RESTRICTION: 12, AGE_RESTRICTION_ALLOW_ONLY: 'maybe' },
    { age: 11, hidesUnrated: true },
  ],
  [
    { AGE_RESTRICTION: 12, AGE_RESTRICTION_ALLOW_ONLY: 2 },
    { age: 11, hidesUnrated: true },
  ],
  [{ AGE_RESTRICTION: null, AGE_RESTRICTION_ALLOW_ONLY: null }, null],
])('a restriction that is not known is the strictest one: %j', (row, ageLimit) => {
  const source = open({ ...data, people: [{ email: 'ben@example.org', row }] })
  expect(source.people).toMatchObject([{ ageLimit }])
  source.close()
})

test('a person of whom nothing says that they see all libraries sees those that they were given', () => {
  const row = { SHARED_ALL_LIBRARIES: null }
  const source = open({ ...data, people: [{ email: 'ben@example.org', row, libraries: [] }] })
  expect(source.people).toMatchObject([{ libraryIds: [] }])
  source.close()
})

test('missing columns of older versions are nothing, roles were columns once', () => {
  const source = open({
    ...data,
    change: (db) => {
      db.run('drop table USER_ROLE')
      db.run('drop table USER_SHARING')
      db.run('alter table USER add column ROLE_ADMIN')
      db.run("update USER set ROLE_ADMIN = 1 where EMAIL like 'ann%'")
      for (const column of ['device_id', 'device_name', 'locator', 'READ_DATE']) {
        db.run(`alter table READ_PROGRESS drop column ${column}`)
      }
    },
  })
  expect(source.people.map(({ isAdmin }) => isAdmin)).toEqual([true, false])
  expect([...source.readings()].map(({ position }) => position?.page ?? null)).toEqual([null, 1, 1])
})

test('values of other types are left out or converted', () => {
  const source = open({
    ...data,
    change: (db) => {
      db.run("update READ_PROGRESS set PAGE = 'x' where BOOK_ID = 'B2' and locator is null")
      db.run(
        "update READ_PROGRESS set READ_DATE = 'never', LAST_MODIFIED_DATE = x'00' where BOOK_ID = 'B1'",
      )
      db.run("update READ_PROGRESS set locator = x'1f8b00' where locator is not null")
      db.run("update BOOK set FILE_SIZE = -5, URL = 'file:/a%' where ID = 'B1'")
      db.run("update BOOK set URL = printf('%.*c', 70000, 'x') where ID = 'B2'")
    },
  })
  expect([...source.readings()].map(({ bookId, position }) => [bookId, position?.page])).toEqual([
    ['B2', 1],
    ['B2', undefined],
  ])
  expect([...source.books()].map(({ path, size }) => [path, size])).toEqual([
    ['/a%', null],
    [null, 1000],
  ])
})

test('the log of a linked database is read', () => {
  const path = join(folder, 'linked', 'real.sqlite')
  writeKomga(path, { ...data, keepsLog: true })
  const link = join(folder, 'linked', 'database.sqlite')
  symlinkSync(path, link)
  const source = openForeignSource({
    path: join(folder, 'linked'),
    folder: join(folder, 'linked copy'),
    maxBytes: 2 ** 30,
  })
  expect(source.people).toHaveLength(2)
  expect(source.leftOut().map(({ code }) => String(code))).not.toContain(
    'imports.left_out.wal_missing',
  )
  source.close()
})
