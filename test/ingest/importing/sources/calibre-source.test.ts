/** What is read from databases of calibre and Calibre-Web: whole and old ones. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { type CalibreData, writeCalibre } from '../databases/calibre-database'
import {
  admin,
  type CalibreWebData,
  guest,
  viewer,
  writeCalibreWeb,
} from '../databases/calibre-web-database'

const folder = mkdtempSync(join(tmpdir(), 'calibre-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = 1_711_998_000.5
const lantern = {
  id: 1,
  title: 'The Lantern',
  path: 'Ida Kern/The Lantern (1)',
  files: { PDF: 'The Lantern - Ida Kern', EPUB: 'The Lantern - Ida Kern' },
  series: { title: 'Lamps', index: 2 },
  authors: ['Ida Kern', 'Noe| J. B.'],
  tags: ['Sea', 'Adult'],
  languages: ['eng'],
  publisher: 'Grey Press',
  rating: 9,
  comment: '<p>A <b>keeper</b>.</p>',
  identifiers: { isbn: '978-0-00-000000-2', goodreads: '77', uri: 'x y' },
  row: { sort: 'Lantern, The', pubdate: '2019-05-04 00:00:00+00:00' },
}
const ferry = {
  id: 2,
  title: 'Night Ferry',
  path: 'Ida Kern/Night Ferry (2)',
  files: { CBZ: 'Night Ferry' },
  languages: ['deu'],
}
const unread = { id: 3, title: 'Old', path: 'Old (3)', files: { MOBI: 'Old', LIT: 'Old' } }
const data: CalibreData = {
  books: [lantern, ferry, unread],
  columns: [
    { label: 'read', type: 'bool', values: { 1: 1, 2: 0 } },
    { label: 'finished', type: 'datetime', values: { 1: '2023-08-20 22:00:00+00:00' } },
    { label: 'shelf', type: 'text', values: { 1: 'top', 2: 'low' }, links: true },
  ],
  positions: [
    { book: 1, format: 'PDF', user: 'Ann', at, fraction: 0.62 },
    { book: 1, format: 'PDF', user: 'ann', at: at - 100, fraction: 0.7 },
    { book: 2, format: 'CBZ', user: '*', at, fraction: 0.25 },
    { book: 2, format: 'CBZ', user: 'cy', at, fraction: 0 },
  ],
  annotations: [
    { book: 1, format: 'EPUB', user: 'ben', user_type: 'web', annot_type: 'highlight' },
    {
      book: 1,
      format: 'EPUB',
      user: 'viewer',
      user_type: 'local',
      timestamp: at,
      annot_type: 'last-read',
      annot_data: '{"pos_frac":0.3}',
    },
  ],
}

let count = 0
function open(given: CalibreData) {
  const path = join(folder, `${++count}`, 'metadata.db')
  writeCalibre(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return { source: openForeignSource({ path: dirname(path), ...copy }), root: dirname(path) }
}

describe('calibre', () => {
  test('each file that Quire reads is a book', () => {
    const { source, root } = open(data)
    expect(source).toMatchObject({ kind: 'calibre', version: '27' })
    expect(source.libraries).toMatchObject([{ paths: [root] }])
    expect([...source.books()]).toMatchObject([
      {
        foreignId: '1/EPUB',
        path: `${root}/Ida Kern/The Lantern (1)/The Lantern - Ida Kern.epub`,
        seriesTitle: 'Lamps',
        number: 2,
        size: 1000,
      },
      { foreignId: '1/PDF' },
      { foreignId: '2/CBZ', seriesTitle: '', number: null },
    ])
  })

  test('metadata are those of a program without locks', () => {
    const { source } = open(data)
    expect(source.metadataSource).toBe('plugin:import-calibre')
    const [epub, pdf, cbz] = source.bookEdits()
    expect(pdf).toEqual({ ...epub!, bookId: '1/PDF' })
    expect(epub).toEqual({
      bookId: '1/EPUB',
      edits: {
        title: 'The Lantern',
        titleSort: 'Lantern, The',
        year: 2019,
        month: 5,
        day: 4,
        number: '2',
        seriesPosition: 2,
        volume: 2,
        authors: [
          { name: 'Ida Kern', sortName: null, role: 'author' },
          { name: 'Noe, J. B.', sortName: null, role: 'author' },
        ],
        writer: 'Ida Kern, Noe, J. B.',
        subjects: ['Sea', 'Adult'],
        publisher: 'Grey Press',
        languageIso: 'eng',
        summary: 'A keeper.',
        isbns: '9780000000002',
        externalLinks: [
          {
            sourceName: 'Goodreads',
            url: 'https://www.goodreads.com/book/show/77',
            externalId: '77',
          },
        ],
      },
    })
    // The year 101 is no date.
    expect(cbz!.edits).toEqual({
      title: 'Night Ferry',
      titleSort: 'Night Ferry',
      languageIso: 'deu',
    })
  })

  test('people are those of the content server, and one who has to be chosen', () => {
    const { source } = open(data)
    expect(source.people.map(({ name, needsChoice }) => [name, needsChoice])).toEqual([
      ['Ann', false],
      ['cy', false],
      ['ben', false],
      ['calibre', true],
    ])
    const readings = [...source.readings()].map(({ personId, bookId, completions, position }) => [
      personId,
      bookId,
      completions.map(({ completedAt }) => completedAt.toISOString()),
      position?.fraction,
    ])
    expect(readings).toEqual([
      ['user ann', '1/PDF', [], 0.62],
      ['library', '2/CBZ', [], 0.25],
      ['library', '1/EPUB', ['2023-08-20T22:00:00.000Z'], 0.3],
    ])
    expect([...source.personal()]).toMatchObject([
      { kind: 'rating', personId: 'library', item: { foreignId: '1/EPUB' }, rating: 90 },
    ])
  })

  test('a library in which nobody rated or read has nobody', () => {
    const { source } = open({ books: [ferry] })
    expect(source.people).toEqual([])
    expect(source.leftOut()).toEqual([])
  })

  test('what does not come along is named', () => {
    const said = open(data)
      .source.leftOut()
      .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
    expect(said).toEqual([
      ['unreadable_formats', 1],
      ['bookmarks', 1],
      ['custom_columns', 3],
    ])
  })

  test.each([
    ['read', 'bool', 1, true],
    ['is_read', 'bool', 1, true],
    ['read', 'bool', 0, false],
    ['to_read', 'bool', 1, false],
    ['readable', 'bool', 1, false],
    ['date_read', 'datetime', '2023-08-20 22:00:00+00:00', true],
    ['read', 'datetime', '0101-01-01 00:00:00+00:00', false],
    ['last_read', 'datetime', '2023-08-20 22:00:00+00:00', false],
    ['read', 'text', 'yes', false],
  ])('column %p of type %p with %p: %p', (label, type, value, isFinished) => {
    const { source } = open({ books: [ferry], columns: [{ label, type, values: { 2: value } }] })
    expect([...source.readings()]).toHaveLength(isFinished ? 1 : 0)
  })

  test('missing tables of older versions are nothing', () => {
    const { source } = open({
      ...data,
      change: (db) => {
        for (const table of [
          'annotations',
          'last_read_positions',
          'library_id',
          'custom_columns',
        ]) {
          db.run(`drop table ${table}`)
        }
      },
    })
    expect(source.people.map(({ name }) => name)).toEqual(['calibre'])
    expect([...source.readings()]).toEqual([])
    expect([...source.books()]).toHaveLength(3)
  })
})

const web: CalibreWebData = {
  library: data,
  people: [
    { id: 1, name: 'ann', role: admin },
    { id: 2, name: 'Guest', role: guest },
    { id: 3, name: 'ben', row: { denied_tags: 'adult' } },
    { id: 4, name: 'cy', row: { default_language: 'deu', allowed_tags: 'Sea, Land' } },
    { id: 5, name: 'Calibre', role: viewer },
  ],
  read: [
    { book: 1, person: 1, status: 1, at: '2024-04-01T08:00:00Z' },
    { book: 2, person: 1, status: 2, at: '2024-05-01T08:00:00Z' },
    { book: 2, person: 3, status: 0, at: '2024-05-01T08:00:00Z' },
    { book: 3, person: 3, status: 1, at: '2024-05-01T08:00:00Z' },
  ],
  kobo: [
    { book: 2, person: 1, percent: 70, at: '2024-05-02T08:00:00Z', minutes: 45 },
    { book: 1, person: 1, percent: 5, at: '2024-05-02T08:00:00Z' },
  ],
  shelves: [{ id: 7, name: 'To read', person: 3, books: [2, 1, 3], isPublic: true }],
  more: {
    bookmark: [
      { id: 1, user_id: 1, book_id: 2, format: 'CBZ', bookmark_key: '4' },
      { id: 2, user_id: 1, book_id: 1, format: 'EPUB', bookmark_key: 'epubcfi(/6/4!/4/2)' },
    ],
  },
}

function openWeb(given: CalibreWebData, folders: { app?: string } = {}) {
  const path = join(folder, `${++count}`, folders.app ?? '', 'app.db')
  writeCalibreWeb(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return openForeignSource({ path: dirname(path), ...copy })
}

describe('Calibre-Web', () => {
  test('reading, shelves and pages are those of people', () => {
    const source = openWeb(web)
    expect(source).toMatchObject({ kind: 'calibre-web', libraries: [{ paths: ['/books'] }] })
    expect([...source.readings()]).toMatchObject([
      {
        personId: '1',
        bookId: '1/EPUB',
        completions: [{ completedAt: new Date('2024-04-01T08:00:00Z') }],
        position: null,
      },
      { personId: 'library', bookId: '1/EPUB' },
      {
        personId: '1',
        bookId: '2/CBZ',
        completions: [],
        position: { fraction: 0.7, at: new Date('2024-05-02T08:00:00Z') },
        device: { id: 'Kobo' },
      },
    ])
    expect([...source.lists()]).toEqual([
      {
        foreignId: '7',
        kind: 'readlist',
        name: 'To read',
        summary: null,
        isOrdered: true,
        ownerId: '3',
        isPublic: true,
        itemIds: ['2/CBZ', '1/EPUB'],
      },
    ])
    expect([...source.personal()]).toMatchObject([
      { kind: 'bookmark', personId: '1', item: { foreignId: '2/CBZ' }, page: 5 },
      { kind: 'rating', personId: 'library' },
    ])
    const said = source
      .leftOut()
      .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
    expect(said).toContainEqual(['bookmarks', 2])
    expect(said).toContainEqual(['reading_times', 1])
  })

  test('restrictions are at least as strict', () => {
    const source = openWeb(web)
    expect(source.people).toMatchObject([
      { name: 'ann', isAdmin: true, libraryIds: null, deniedLabels: [], allowedLabels: [] },
      { name: 'ben', libraryIds: ['library'], deniedLabels: ['adult'], allowedLabels: [] },
      {
        name: 'cy',
        deniedLabels: ['not Sea, Land', 'not language deu'],
        allowedLabels: ['Sea', 'Land'],
      },
      { name: 'Calibre' },
      { name: 'calibre-library', needsChoice: true },
    ])
    expect([...source.series()].map(({ foreignId, labels }) => [foreignId, labels])).toEqual([
      ['1', ['adult', 'Sea', 'not language deu']],
      ['2', ['not Sea, Land']],
      ['3', ['not Sea, Land', 'not language deu']],
    ])
  })

  test('values of a column restrict, and a missing column hides everything', () => {
    const restricted = { allowed_column_value: 'Top', denied_column_value: 'low' }
    const people = [{ id: 1, name: 'ann', row: restricted }]
    const source = openWeb({ ...web, people, settings: { config_restricted_column: 3 } })
    expect(source.people[0]).toMatchObject({
      deniedLabels: ['low', 'not Top'],
      allowedLabels: ['Top'],
      libraryIds: ['library'],
    })
    expect([...source.series()].map(({ labels }) => labels)).toEqual([
      ['Top'],
      ['low', 'not Top'],
      ['not Top'],
    ])
    const missing = openWeb({ ...web, people, settings: { config_restricted_column: 99 } })
    expect(missing.people[0]).toMatchObject({ libraryIds: [] })
    const none = openWeb({ ...web, people })
    expect(none.people[0]).toMatchObject({ libraryIds: null, deniedLabels: [] })
  })

  test('more denied values than can be kept hide everything', () => {
    const denied = Array.from({ length: 501 }, (_, n) => `tag number ${n} of them`).join()
    expect(denied.length).toBeGreaterThan(10_000)
    const people = [{ id: 1, name: 'ann', row: { denied_tags: denied } }]
    expect(openWeb({ ...web, people }).people[0]).toMatchObject({ libraryIds: [] })
  })

  test.each(['denied_tags', 'allowed_tags'])(
    'a list in %s that is too long hides everything',
    (name) => {
      for (const list of ['x'.repeat(70_000), ','.repeat(70_000)]) {
        const people = [{ id: 1, name: 'ann', row: { [name]: list } }]
        expect(openWeb({ ...web, people }).people[0]).toMatchObject({ libraryIds: [] })
      }
    },
  )

  test('a chosen column for finished books takes the place of the own table', () => {
    const source = openWeb({ ...web, settings: { config_read_column: 1 } })
    const finished = [...source.readings()].filter(({ completions }) => completions.length > 0)
    expect(finished.map(({ personId }) => personId)).toEqual(['library'])
  })

  test('older versions call people and marks differently', () => {
    const source = openWeb({
      ...web,
      change: (db) => {
        db.run('alter table user rename column name to nickname')
        db.run('alter table book_read_link rename column read_status to is_read')
        for (const column of ['allowed_tags', 'denied_tags', 'denied_column_value']) {
          db.run(`alter table user drop column ${column}`)
        }
        for (const table of ['kobo_reading_state', 'kobo_bookmark', 'bookmark']) {
          db.run(`drop table ${table}`)
        }
      },
    })
    expect(source.people.map(({ name }) => name)).toEqual([
      'ann',
      'ben',
      'cy',
      'Calibre',
      'calibre-library',
    ])
    expect([...source.readings()].filter(({ personId }) => personId === '1')).toHaveLength(1)
  })

  test('the library is found where Calibre-Web has it, but not for a copy', () => {
    const place = join(folder, 'elsewhere')
    mkdirSync(place)
    writeCalibre(join(place, 'metadata.db'), data)
    const settings = {
      config_calibre_dir: place,
      config_calibre_split: 1,
      config_calibre_split_dir: '/srv/books',
    }
    const source = openWeb({ ...web, library: null, settings })
    expect(source.libraries).toMatchObject([{ paths: ['/srv/books'] }])
    expect([...source.books()]).toHaveLength(3)
    const path = join(folder, 'upload', 'app.db')
    writeCalibreWeb(path, { ...web, library: null, settings })
    const copy = { folder: join(folder, 'upload copy'), maxBytes: 2 ** 30 }
    for (const copyOf of [null, place]) {
      expect(() => openForeignSource({ path, ...copy, copyOf })).toThrow('"metadata.db"')
    }
    expect(() => openWeb({ ...web, library: null })).toThrow('"metadata.db"')
  })

  test('another database in place of the library is refused', () => {
    const path = join(folder, 'other', 'app.db')
    writeCalibreWeb(path, { ...web, library: null })
    writeCalibreWeb(join(folder, 'other', 'metadata.db'), { ...web, library: null })
    const copy = { folder: join(folder, 'other copy'), maxBytes: 2 ** 30 }
    expect(() => openForeignSource({ path, ...copy })).toThrow('the table "books" is missing')
  })
})
