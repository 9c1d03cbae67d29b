/** What is read from databases of Stump, of several ages. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { type StumpData, writeStump } from '../databases/stump-database'

const folder = mkdtempSync(join(tmpdir(), 'stump-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = `$2b$12$${'a'.repeat(21)}u${'a'.repeat(31)}`
const [first, second, third] = [
  '2022-01-02T10:00:00Z',
  '2024-03-01T20:15:00Z',
  '2024-05-01T08:00:00Z',
]
const data: StumpData = {
  people: [
    { id: 'u1', name: 'ann', password: hash, isOwner: true },
    { id: 'u2', name: 'ben', password: hash, row: { is_locked: 1 } },
    { id: 'u3', name: 'gone', password: hash, row: { deleted_at: second } },
    { id: 'u4', name: 'cy', password: '$2b$31$short' },
  ],
  series: { s1: 'Ashfall', s2: 'The Lantern' },
  books: [
    { id: 'b1', series: 's1', path: 'Ashfall/Ashfall 01.cbz', row: { koreader_hash: 'ABC' } },
    { id: 'b2', series: 's1', path: 'Ashfall/Ashfall 02.cbz' },
    { id: 'b3', series: 's2', path: 'Novels/The Lantern.epub', pages: -1 },
  ],
  lists: [
    { id: 'r1', name: 'Long Night', person: 'u1', books: ['b2', 'b1'], visibility: 'PUBLIC' },
    { id: 'r2', name: 'Ruled', person: 'u1', books: ['b1'], visibility: 'PUBLIC' },
    { id: 'r3', name: 'Own', person: 'u4', books: [] },
  ],
  more: {
    // The stricter one counts.
    age_restrictions: [
      { user_id: 'u4', age: 12, restrict_on_unset: 1 },
      { user_id: 'u4', age: 16, restrict_on_unset: 0 },
    ],
    reading_list_rules: [{ reading_list_id: 'r2', user_id: 'u4' }],
    media_metadata: [{ media_id: 'b1', number: 1.5 }],
    bookmarks: [
      { id: 'm1', user_id: 'u1', media_id: 'b1', page: 3, created_at: second },
      {
        id: 'm2',
        user_id: 'u1',
        media_id: 'b3',
        page: -1,
        preview_content: 'lamps',
        locator: JSON.stringify({
          href: 'b.xhtml',
          type: 'text/html',
          locations: { totalProgression: 0.4 },
        }),
      },
      { id: 'm3', user_id: 'u1', media_id: 'b3', epubcfi: 'epubcfi(/6/4)' },
    ],
    reviews: [{ id: 'x', rating: 4 }],
  },
}

const oldReadings: StumpData = {
  sessions: [
    { user_id: 'u1', media_id: 'b2', page: 2, started_at: first, updated_at: second },
    { user_id: 'u1', media_id: 'b3', percentage_completed: 0.62, updated_at: second },
    { user_id: 'u1', media_id: 'b1', page: 4, updated_at: third },
    { user_id: 'u4', media_id: 'b1', page: 4, updated_at: first },
  ],
  finished: [
    { book: 'b1', person: 'u1', started: first, at: second },
    { book: 'b1', person: 'u1', started: '2021-01-01T00:00:00Z', at: first },
    { book: 'b1', person: 'u4', started: first, at: second },
  ],
}

let count = 0
function open(given: StumpData) {
  const path = join(folder, `${++count}`, 'stump.db')
  writeStump(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return openForeignSource({ path: dirname(path), ...copy })
}

test('people, books, lists and bookmarks are read', () => {
  const source = open(data)
  expect(source).toMatchObject({
    kind: 'stump',
    version: 'm20260102_000001_example',
    libraries: [{ foreignId: 'l1', paths: ['/data/shelf'] }],
    people: [
      { name: 'ann', isAdmin: true, passwordHash: { kind: 'bcrypt' }, libraryIds: null },
      { name: 'ben', isActive: false, passwordHash: null },
      { name: 'cy', passwordHash: null, ageLimit: { age: 12, hidesUnrated: true } },
    ],
  })
  expect([...source.books()]).toMatchObject([
    {
      path: '/data/shelf/Ashfall/Ashfall 01.cbz',
      partialMd5: 'abc',
      libraryId: 'l1',
      seriesTitle: 'Ashfall',
      number: 1.5,
      pageCount: 20,
    },
    { number: null },
    { pageCount: null },
  ])
  expect([...source.lists()]).toMatchObject([
    { name: 'Long Night', ownerId: 'u1', isPublic: true, itemIds: ['b2', 'b1'] },
    { name: 'Ruled', isPublic: false },
    { name: 'Own', ownerId: 'u4', isPublic: false },
  ])
  expect([...source.personal()]).toMatchObject([
    { foreignId: 'm1', page: 3, locator: null, at: new Date(second!) },
    { foreignId: 'm2', page: null, fraction: 0.4, note: 'lamps', at: null },
  ])
  const said = source
    .leftOut()
    .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
  expect(said).toEqual([
    ['bookmarks', 1],
    ['reviews', 1],
  ])
})

/** What each person read, in short. */
const listReadings = (given: StumpData) =>
  [...open({ ...data, ...given }).readings()].map(({ personId, bookId, completions, position }) => [
    personId,
    bookId,
    completions.map(({ completedAt }) => completedAt.toISOString().slice(0, 10)),
    position && [position.page, position.fraction],
  ])

test('open and finished readings of older versions are read', () => {
  expect(listReadings(oldReadings)).toEqual([
    ['u1', 'b1', ['2022-01-02', '2024-03-01'], [4, 0.2]],
    // Older than the end of the book.
    ['u4', 'b1', ['2024-03-01'], null],
    ['u1', 'b2', [], [2, 0.1]],
    ['u1', 'b3', [], [null, 0.62]],
  ])
})

const session = { user_id: 'u1', created_at: first!, updated_at: first! }
const newSessions = [
  { ...session, media_id: 'b1', readthrough_number: 1, status: 'READING', end_page: 7 },
  { ...session, media_id: 'b1', readthrough_number: 1, status: 'FINISHED', updated_at: second! },
  {
    ...session,
    media_id: 'b1',
    readthrough_number: 2,
    status: 'READING',
    end_page: 4,
    updated_at: third!,
  },
  { ...session, media_id: 'b3', readthrough_number: 1, status: 'finished', updated_at: null },
  { ...session, media_id: 'b2', readthrough_number: 1, status: 'READING', end_percentage: 0.5 },
]
const expected = [
  ['u1', 'b1', ['2024-03-01'], [4, 0.2]],
  ['u1', 'b3', ['2022-01-02'], null],
  ['u1', 'b2', [], [null, 0.5]],
]

test('sessions of newer versions are readings by their number', () => {
  expect(listReadings({ sessions: newSessions })).toEqual(expected)
  const more = { ...data.more, reading_sessions_v2: newSessions }
  expect(listReadings({ more })).toEqual(expected)
})

test('a book that was marked as unread has no position', () => {
  const reset = { user_id: 'u1', media_id: 'b1', reset_at: '2024-06-01T00:00:00Z' }
  const more = { ...data.more, reading_progress_resets: [reset] }
  expect(listReadings({ sessions: newSessions, more })[0]).toEqual([
    'u1',
    'b1',
    ['2024-03-01'],
    null,
  ])
})

test.each([
  ['library_access', { user_id: 'u4', library_id: 'l1' }, [['l1'], []]],
  ['library_exclusions', { user_id: 'u4', library_id: 'l1' }, [[], null]],
  ['_library_hidden_to_user', { user_id: 'u4', library_id: 'l1' }, [[], null]],
  ['_library_hidden_to_user', { A: 'l1', B: 'u4' }, [[], null]],
])('the table %s with %p says who sees a library', (table, row, [cy, dee]) => {
  const people = [...data.people!, { id: 'u5', name: 'dee' }]
  const source = open({ ...data, people, more: { [table]: [row] } })
  const libraries = new Map(source.people.map(({ name, libraryIds }) => [name, libraryIds]))
  expect(libraries.get('ann')).toBeNull()
  expect(libraries.get('cy')).toEqual(cy!)
  expect(libraries.get('dee')).toEqual(dee!)
})
