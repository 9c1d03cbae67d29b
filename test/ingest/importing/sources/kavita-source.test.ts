/** What is read from databases of Kavita: whole and old ones, and values of other types. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { hashAsKavita, type KavitaData, writeKavita } from '../databases/kavita-database'
import { writeKomga } from '../databases/komga-database'

const folder = mkdtempSync(join(tmpdir(), 'kavita-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = hashAsKavita('correct horse battery')
const at = '2024-03-01T20:15:00Z'
const data: KavitaData = {
  people: [
    { id: 1, name: 'Ann', email: 'ann@example.org', password: hash, roles: ['Admin'] },
    {
      id: 2,
      name: 'ben',
      password: hashAsKavita('x', 3_000_000),
      roles: ['Pleb', 'Login'],
      row: { AgeRestriction: 8 },
    },
    { id: 3, name: 'cy', password: hash, roles: ['Pleb'], libraries: [] },
  ],
  series: [
    {
      id: 1,
      name: 'Ashfall',
      row: { LocalizedName: 'Ascheregen', LocalizedNameLocked: 1, SortName: 'Ashfall' },
      metadata: {
        Summary: 'Ash over a harbour.',
        SummaryLocked: 1,
        PublicationStatus: 2,
        PublicationStatusLocked: 1,
        AgeRating: 8,
        AgeRatingLocked: 0,
        GenresLocked: 1,
        WriterLocked: 1,
      },
      genres: ['Drama'],
    },
    { id: 2, name: 'The Lantern' },
  ],
  chapters: [
    {
      id: 1,
      series: 1,
      pages: 4,
      chapter: 1,
      files: [{ id: 11, path: 'Ashfall/Ashfall 01.cbz', hash: 'ABCDEF' }],
      row: { TitleName: 'Soot', TitleNameLocked: 1 },
    },
    {
      id: 2,
      series: 1,
      pages: 15,
      volume: 2,
      files: [
        { id: 23, path: 'Ashfall/Ashfall 02 part 10.cbz', pages: 5 },
        { id: 21, path: 'Ashfall/Ashfall 02 part 1.cbz', pages: 5 },
        { id: 22, path: 'Ashfall/Ashfall 02 part 2.cbz', pages: 5 },
      ],
    },
    {
      id: 3,
      series: 2,
      pages: 4,
      files: [{ id: 31, path: 'Novels/The Lantern.epub', format: 3 }],
    },
  ],
  readings: [
    { chapter: 1, person: 1, pagesRead: 4, at, started: '2024-02-01T00:00:00Z' },
    { chapter: 1, person: 2, pagesRead: 0, at },
    { chapter: 1, person: 3, pagesRead: 1, at },
    { chapter: 2, person: 1, pagesRead: 7, at },
    { chapter: 2, person: 2, pagesRead: 10, at },
    { chapter: 3, person: 1, pagesRead: 1, at, row: { TotalReads: 2 } },
  ],
  collections: [
    { id: 1, title: 'Harbours', person: 1, items: [1, 2], promoted: 1 },
    { id: 2, title: 'Synced', person: 1, items: [1], row: { Source: 1 } },
  ],
  readingLists: [{ id: 1, title: 'Long Night', person: 2, items: [3, 2, 1] }],
  more: {
    Person: [{ Id: 1, Name: 'Ida Kern' }],
    SeriesMetadataPeople: [{ SeriesMetadataId: 101, PersonId: 1, Role: 3 }],
    AppUserRating: [
      { Id: 1, AppUserId: 1, SeriesId: 1, HasBeenRated: 1, Rating: 4.5, Review: 'Twice.' },
      { Id: 2, AppUserId: 1, SeriesId: 2, HasBeenRated: 0, Rating: 0 },
      { Id: 3, AppUserId: 2, SeriesId: 2, HasBeenRated: 0, Rating: 3, Review: ' Slow. ' },
    ],
    AppUserChapterRating: [
      { Id: 1, AppUserId: 1, ChapterId: 1, HasBeenRated: 1, Rating: 3, LastModifiedUtc: at },
      { Id: 2, AppUserId: 1, ChapterId: 2, HasBeenRated: 1, Rating: 3 },
    ],
    AppUserWantToRead: [
      { Id: 2, AppUserId: 1, SeriesId: 1 },
      { Id: 1, AppUserId: 1, SeriesId: 2 },
    ],
    AppUserBookmark: [
      { Id: 1, AppUserId: 1, ChapterId: 1, Page: 2, CreatedUtc: at },
      { Id: 2, AppUserId: 1, ChapterId: 2, Page: 7 },
      { Id: 3, AppUserId: 1, ChapterId: 2, Page: 15 },
      { Id: 4, AppUserId: 1, ChapterId: 3, Page: 1 },
    ],
    AppUserTableOfContent: [{ Id: 1 }],
  },
}

let count = 0
function open(given: KavitaData) {
  const path = join(folder, `${++count}`, 'config', 'kavita.db')
  writeKavita(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return openForeignSource({ path: dirname(dirname(path)), ...copy })
}

test('people and books are read, also from the log', () => {
  for (const keepsLog of [false, true]) {
    const source = open({ ...data, keepsLog })
    expect(source).toMatchObject({ kind: 'kavita', version: '20241011172428_Example' })
    expect(source.libraries).toEqual([{ foreignId: '1', name: 'Shelf', paths: ['/manga'] }])
    expect(source.people).toMatchObject([
      {
        name: 'Ann',
        email: 'ann@example.org',
        isAdmin: true,
        libraryIds: null,
        passwordHash: { kind: 'aspnet', value: hash },
        ageLimit: null,
      },
      {
        name: 'ben',
        email: '',
        isAdmin: false,
        libraryIds: ['1'],
        passwordHash: null,
        ageLimit: { age: 13, hidesUnrated: true },
      },
      // Without the role that allows to sign in.
      { name: 'cy', isActive: false, libraryIds: [], passwordHash: null },
    ])
    expect([...source.books()]).toMatchObject([
      {
        foreignId: '11',
        path: '/manga/Ashfall/Ashfall 01.cbz',
        partialMd5: 'abcdef',
        number: 1,
        seriesTitle: 'Ashfall',
        pageCount: 4,
      },
      { foreignId: '21', number: null, pageCount: 5 },
      { foreignId: '22' },
      { foreignId: '23' },
      { foreignId: '31', seriesId: '2', number: null, libraryId: '1' },
    ])
    source.close()
  }
})

test('pages count from 0, and run through the files of a chapter', () => {
  const readings = [...open(data).readings()].map(({ bookId, personId, ...reading }) => {
    const { completions, position } = reading
    const place = position && [position.page, position.fraction]
    return [bookId, personId, completions[0]?.completedAt.toISOString() ?? place]
  })
  const done = '2024-03-01T20:15:00.000Z'
  expect(readings).toEqual([
    ['11', '1', done],
    ['11', '3', [2, 0.5]],
    ['21', '1', done],
    ['21', '2', done],
    ['22', '1', [3, 0.6]],
    ['22', '2', done],
    ['31', '1', [null, 0.25]],
  ])
  const [first] = open(data).readings()
  expect(first!.completions[0]!.startedAt).toEqual(new Date('2024-02-01T00:00:00Z'))
})

test('lists and locked fields are read', () => {
  const source = open(data)
  expect([...source.lists()]).toMatchObject([
    { kind: 'collection', name: 'Harbours', ownerId: '1', isPublic: true, itemIds: ['1', '2'] },
    {
      kind: 'readlist',
      name: 'Long Night',
      ownerId: '2',
      isPublic: false,
      isOrdered: true,
      itemIds: ['31', '21', '22', '23', '11'],
    },
  ])
  expect([...source.series()].map(({ edits }) => edits)).toEqual([
    {
      alternateTitles: [{ label: 'Localized', title: 'Ascheregen' }],
      summary: 'Ash over a harbour.',
      status: 'ended',
      genres: ['Drama'],
      authors: [{ name: 'Ida Kern', role: 'writer' }],
    },
    {},
  ])
  expect([...source.bookEdits()]).toEqual([{ bookId: '11', edits: { title: 'Soot' } }])
})

test('ratings, want-to-read lists and bookmarks are read', () => {
  const read = [...open(data).personal()].map(
    ({ foreignId, personId, item, at: time, ...values }) => [
      foreignId,
      personId,
      `${item.kind} ${item.foreignId}`,
      time?.toISOString() ?? null,
      values,
    ],
  )
  const time = '2024-03-01T20:15:00.000Z'
  const bookmark = { kind: 'bookmark' as const, locator: null, fraction: null, note: null }
  expect(read).toEqual([
    ['1', '1', 'series 1', null, { kind: 'rating', rating: 90, note: 'Twice.' }],
    ['3', '2', 'series 2', null, { kind: 'rating', rating: null, note: 'Slow.' }],
    ['chapter/1', '1', 'book 11', time, { kind: 'rating', rating: 60, note: null }],
    ['1/2', '1', 'series 2', null, { kind: 'wanted' }],
    ['1/1', '1', 'series 1', null, { kind: 'wanted' }],
    ['1', '1', 'book 11', time, { ...bookmark, page: 3 }],
    ['2', '1', 'book 22', null, { ...bookmark, page: 3 }],
  ])
})

test('ratings and wishes of older versions are read', () => {
  const source = open({
    ...data,
    change: (db) => {
      db.run('drop table AppUserWantToRead')
      db.run('alter table Series add column AppUserId')
      db.run('update Series set AppUserId = 2 where Id = 1')
      db.run('alter table AppUserRating drop column HasBeenRated')
      db.run('update AppUserRating set Rating = 9 where Id = 1')
      db.run("update AppUserRating set Rating = 'five', Review = x'00' where Id = 3")
    },
  })
  const read = [...source.personal()].filter(({ item }) => item.kind === 'series')
  expect(read).toMatchObject([
    { kind: 'rating', personId: '1', rating: 100 },
    { kind: 'wanted', personId: '2', item: { foreignId: '1' } },
  ])
})

test('what does not come along is named', () => {
  const said = open(data)
    .leftOut()
    .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
  expect(said).toEqual([
    ['earlier_readings', 2],
    ['ratings', 1],
    ['bookmarks', 3],
    ['foreign_collections', 1],
  ])
})

test.each([
  [-1, 0, null],
  [0, 1, { age: 0, hidesUnrated: false }],
  [5, 1, { age: 10, hidesUnrated: false }],
  [7, 0, { age: 8, hidesUnrated: true }],
  [14, 0, { age: 18, hidesUnrated: true }],
  ['x', 0, { age: 0, hidesUnrated: true }],
  [-7, 0, { age: 0, hidesUnrated: true }],
])('age restriction %p, unknown %p', (restriction, unknown, ageLimit) => {
  const row = { AgeRestriction: restriction, AgeRestrictionIncludeUnknowns: unknown }
  const source = open({ ...data, people: [{ id: 1, name: 'ann', row }] })
  expect(source.people[0]!.ageLimit).toEqual(ageLimit)
})

test('missing columns and tables of older versions are nothing', () => {
  const source = open({
    ...data,
    change: (db) => {
      for (const table of ['AspNetUserRoles', 'AppUserCollection', 'ReadingList', 'Genre']) {
        db.run(`drop table ${table}`)
      }
      db.run('create table CollectionTag (Id)')
      db.run('insert into CollectionTag values (1)')
      for (const column of ['AgeRestriction', 'AgeRestrictionIncludeUnknowns']) {
        db.run(`alter table AspNetUsers drop column ${column}`)
      }
      db.run('alter table Volume rename column MinNumber to Number')
      db.run('update Volume set Number = 0 where Number < 0')
      db.run("update AppUserProgresses set LastModifiedUtc = '0001-01-01 00:00:00'")
      db.run('alter table AppUserProgresses drop column CreatedUtc')
    },
  })
  expect(source.people.map(({ isAdmin, isActive }) => [isAdmin, isActive])).toEqual([
    [false, true],
    [false, true],
    [false, true],
  ])
  expect([...source.books()].map(({ number }) => number)).toEqual([1, null, null, null, null])
  // In the zone of this machine.
  const [reading] = source.readings()
  expect(reading!.completions[0]!.completedAt).toEqual(new Date('2024-03-01T22:15:00'))
  expect([...source.lists()]).toEqual([])
  expect(source.leftOut().map(({ code }) => String(code))).toContain(
    'imports.left_out.old_collections',
  )
})

test('values of other types are left out or converted', () => {
  const source = open({
    ...data,
    change: (db) => {
      db.run("update AppUserProgresses set PagesRead = 'x' where ChapterId = 1 and AppUserId = 1")
      db.run('update AppUserProgresses set PagesRead = -3 where ChapterId = 1 and AppUserId = 3')
      db.run(
        "update AppUserProgresses set LastModified = x'00', LastModifiedUtc = 'never' where ChapterId = 2",
      )
      db.run('update AppUserProgresses set PagesRead = 1e300 where ChapterId = 3')
      db.run("update MangaFile set Bytes = -5, FilePath = printf('%.*c', 70000, 'x') where Id = 11")
      db.run("update MangaFile set FilePath = 'C:\\Books\\b.cbz', Bytes = 'many' where Id = 31")
      db.run("update Chapter set VolumeId = 'nowhere', Pages = -1 where Id = 3")
    },
  })
  expect([...source.readings()]).toEqual([])
  expect([...source.books()].at(-1)).toMatchObject({
    path: 'C:/Books/b.cbz',
    size: null,
    seriesId: null,
    seriesTitle: '',
  })
  expect([...source.books()]).toHaveLength(4)
})

test('the pictures of a folder are one book', () => {
  const files = [1, 2, 3, 4].map((id) => ({
    id,
    path: `Loose/${id < 4 ? 'One' : 'Two'}/${id}.png`,
    pages: 1,
    format: 0,
  }))
  const chapters = [{ id: 1, series: 1, pages: 4, files }]
  const readings = [{ chapter: 1, person: 1, pagesRead: 2, at }]
  const source = open({ ...data, chapters, readings })
  expect([...source.books()]).toMatchObject([
    { foreignId: '1', path: '/manga/Loose/One', pageCount: 3, size: null },
    { foreignId: '4', path: '/manga/Loose/Two', pageCount: 1 },
  ])
  expect([...source.readings()]).toMatchObject([{ bookId: '1', position: { page: 3 } }])
})

test('a named kind must be the one that is found', () => {
  const path = join(folder, 'both', 'kavita.db')
  writeKavita(path, data)
  writeKomga(join(folder, 'both', 'database.sqlite'), {})
  const options = { folder: join(folder, 'both copy'), maxBytes: 2 ** 30 }
  expect(() => openForeignSource({ ...options, path, kind: 'komga' })).toThrow(
    'This database is from Kavita, not from Komga',
  )
  const given = { ...options, path: join(folder, 'both'), kind: 'kavita' } as const
  expect(openForeignSource(given).kind).toBe('kavita')
})
