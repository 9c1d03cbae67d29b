/** What is read from databases of Codex: whole and old ones, and values of other types. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openForeignSource } from '../../../../src/ingest/importing/sources/open-source'
import { codexId, type CodexData, writeCodex } from '../databases/codex-database'

const folder = mkdtempSync(join(tmpdir(), 'codex-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const salt = 'c2FsdCBvZiAxNiBieXRl'
const key = 'a2V5IG9mIHRoaXJ0eS10d28gYnl0ZXMsIGFzIGlzIHU'
const hash = `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${key}`
const at = '2024-03-01T20:15:00Z'
const earlier = '2022-01-02T10:00:00Z'
const locator = {
  href: 'b.xhtml',
  type: 'application/xhtml+xml',
  locations: { totalProgression: 0.62 },
}
const data: CodexData = {
  people: [
    { id: 'u1', name: 'Ann', email: 'ann@example.org', password: hash, role: 'admin' },
    { id: 'u2', name: 'ben', email: 'ben@example.org', password: hash.replace('19456', '9999999') },
    { id: 'u3', name: 'cy', password: hash, role: 'maintainer', row: { is_active: 0 } },
    { id: 'u4', name: '', email: 'dee@example.org', password: 'oidc' },
  ],
  series: [
    {
      id: 's1',
      name: 'Ashfall',
      metadata: {
        title: 'Ashfall (Complete)',
        title_lock: 1,
        status: 'ended',
        status_lock: 1,
        publisher: 'Grey Press',
        publisher_lock: 0,
        reading_direction: 'btt',
        reading_direction_lock: 1,
        total_volume_count: 3,
        total_volume_count_lock: 1,
        authors_json:
          '[{"name":"Ida Kern","role":"co-author","sort_name":"Kern, Ida"},7,{"role":1}]',
        authors_json_lock: 1,
        custom_metadata: '{"shelf":{"row":3}}',
        custom_metadata_lock: 1,
        genres_lock: 1,
        alternate_titles_lock: 1,
      },
      genres: ['Drama'],
      labels: ['adult'],
    },
    { id: 's2', name: 'The Lantern', labels: ['family'] },
  ],
  books: [
    {
      id: 'b1',
      series: 's1',
      path: 'Ashfall/Ashfall 01.cbz',
      pages: 4,
      metadata: { volume: 1, number: '7', number_lock: 1, isbns: '["978-1"]', isbns_lock: 1 },
      row: { koreader_hash: 'ABCDEF' },
    },
    {
      id: 'b2',
      series: 's1',
      path: 'Ashfall/Ashfall 02.cbz',
      pages: 5,
      metadata: {
        volume: 1,
        chapter: 2.5,
        subjects: 'harbour, ash',
        subjects_lock: 1,
        awards_json: '[{"name":"Quill","won":true,"year":2020}]',
        awards_json_lock: 1,
        black_and_white: 0,
        black_and_white_lock: 1,
        writer: 'Ida Kern, Jo Noe',
        writer_lock: 1,
      },
    },
    { id: 'b3', series: 's2', path: 'Novels/The Lantern.epub', pages: 2 },
    { id: 'b4', series: 's2', path: 'Novels/Other.epub', pages: 4 },
  ],
  readings: [
    { book: 'b1', person: 'u1', page: 4, completed: true, at },
    { book: 'b2', person: 'u1', page: 2, at, started: earlier },
    { book: 'b2', person: 'u2', page: 5, completed: true, at },
    { book: 'b2', person: 'u4', page: 0, at },
    {
      book: 'b3',
      person: 'u1',
      at,
      row: { r2_progression: JSON.stringify({ device: { id: 'x' }, locator, modified: at }) },
    },
    { book: 'b4', person: 'u1', page: 2, at, row: { progress_percentage: 0.7 } },
    { book: 'b4', person: 'u2', page: 2, at, row: { r2_progression: '{"locator":{"href":7}}' } },
  ],
  completions: [
    { book: 'b1', person: 'u1', started: earlier, at },
    { book: 'b1', person: 'u1', started: '2022-01-01T10:00:00Z', at: earlier },
    { book: 'b4', person: 'u1', started: earlier, at: earlier },
    { book: 'b3', person: 'u3', started: earlier, at: earlier },
  ],
  ratings: [
    { person: 'u1', series: 's1', rating: 85, notes: 'Twice.', at },
    { person: 'u1', series: 's2', rating: 0 },
    { person: 'u2', series: 's1', rating: 700 },
  ],
  wanted: [
    { person: 'u1', series: 's2', position: 2, at },
    { person: 'u1', book: 'b2', position: 1, at },
    { person: 'u2' },
  ],
  collections: [
    { id: 'k1', name: 'Harbours', items: ['s2', 's1'] },
    { id: 'k2', name: 'Smart', items: [], row: { condition: '{"allOf":[]}' } },
    { id: 'k3', name: 'Plain', items: ['s1'], row: { condition: 'null', ordered: 0 } },
  ],
  readLists: [{ id: 'k1', name: 'Long Night', items: ['b3', 'b1'], row: { summary: ' Dark. ' } }],
  more: {
    series_alternate_titles: [{ series_id: 's1', label: 'German', title: 'Ascheregen' }],
    user_sharing_tags: [
      { user_id: 'u2', sharing_tag_id: 't-adult', access_mode: 'deny' },
      { user_id: 'u4', sharing_tag_id: 'gone', access_mode: 'allow' },
    ],
    user_access_groups: [{ user_id: 'u2', access_group_id: 'a1' }],
    access_group_sharing_tags: [
      { access_group_id: 'a1', sharing_tag_id: 't-family', access_mode: 'allow' },
    ],
    reading_sessions: [{ id: 1 }, { id: 2 }],
    series_covers: [
      { series_id: 's1', source: 'custom', is_selected: 1, path: '/data/uploads/covers/s1.jpg' },
      { series_id: 's1', source: 'book:b1', is_selected: 1 },
      { series_id: 's1', source: 'custom', is_selected: 0 },
    ],
    user_preferences: [{ id: 1 }],
    api_keys: [{ id: 1 }],
  },
}

let count = 0
function open(given: CodexData) {
  const path = join(folder, `${++count}`, 'data', 'codex.db')
  writeCodex(path, given)
  const copy = { folder: join(folder, `copy ${count}`), maxBytes: 2 ** 30 }
  return openForeignSource({ path: dirname(dirname(path)), ...copy })
}

test('people and books are read, also from the log', () => {
  for (const keepsLog of [false, true]) {
    const source = open({ ...data, keepsLog })
    expect(source).toMatchObject({ kind: 'codex', version: 'm20260521_000089_example' })
    expect(source.libraries).toEqual([
      { foreignId: 'l1', name: 'Comics', paths: ['/libraries/comics'] },
    ])
    expect(source.people).toMatchObject([
      {
        name: 'Ann',
        email: 'ann@example.org',
        isAdmin: true,
        libraryIds: null,
        passwordHash: { kind: 'argon2', value: hash },
        deniedLabels: [],
      },
      { name: 'ben', passwordHash: null, deniedLabels: ['adult'], allowedLabels: ['family'] },
      { name: 'cy', isAdmin: false, isActive: false, passwordHash: null },
      // A grant of a tag that is gone still restricts.
      { name: 'dee', passwordHash: null, allowedLabels: ['gone'] },
    ])
    expect([...source.books()]).toMatchObject([
      {
        foreignId: 'b1',
        path: '/libraries/comics/Ashfall/Ashfall 01.cbz',
        partialMd5: 'abcdef',
        number: 1,
        seriesTitle: 'Ashfall (Complete)',
        pageCount: 4,
      },
      { foreignId: 'b2', number: 2.5, libraryId: 'l1' },
      { foreignId: 'b3', number: null, seriesId: 's2' },
      { foreignId: 'b4' },
    ])
    source.close()
  }
})

test.each(['plain', 'text', 'bytes'] as const)('readings are read, IDs are %s', (ids) => {
  const source = open({ ...data, ids })
  const readings = [...source.readings()].map(({ bookId, personId, completions, position }) => [
    bookId,
    personId,
    completions.map(({ completedAt }) => completedAt.toISOString().slice(0, 10)),
    position && [position.page, position.fraction, position.locator !== null],
  ])
  const wanted = [
    ['b1', 'u1', ['2022-01-02', '2024-03-01'], null],
    ['b2', 'u1', [], [2, 0.4, false]],
    ['b2', 'u2', ['2024-03-01'], null],
    ['b3', 'u1', [], [null, 0.62, true]],
    // Marked as unread since.
    ['b3', 'u3', ['2022-01-02'], null],
    ['b4', 'u1', ['2022-01-02'], [null, 0.7, false]],
    ['b4', 'u2', [], [null, 0.5, false]],
  ].map(([book, person, ...rest]) => [
    codexId(String(book), ids),
    codexId(String(person), ids),
    ...rest,
  ])
  const byKey = (rows: unknown[][]) => rows.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))
  expect(byKey(readings)).toEqual(byKey(wanted))
  expect([...source.lists()].map(({ itemIds }) => itemIds)).toEqual(
    [['s2', 's1'], ['s1'], ['b3', 'b1']].map((own) => own.map((id) => codexId(id, ids))),
  )
})

test('the beginning of a reading is read, unless it is after its end', () => {
  const [first, second] = open(data).readings()
  expect(first!.completions).toEqual([
    { startedAt: new Date('2022-01-01T10:00:00Z'), completedAt: new Date(earlier) },
    { startedAt: new Date(earlier), completedAt: new Date(at) },
  ])
  expect(second!.position!.startedAt).toEqual(new Date(earlier))
})

test('lists, ratings and want-to-read lists are read', () => {
  const source = open(data)
  expect([...source.lists()]).toMatchObject([
    { kind: 'collection', name: 'Harbours', ownerId: null, isPublic: true, isOrdered: true },
    { kind: 'collection', name: 'Plain', isOrdered: false },
    { kind: 'readlist', name: 'Long Night', summary: 'Dark.', isOrdered: true },
  ])
  expect([...source.personal()]).toMatchObject([
    { kind: 'rating', personId: 'u1', rating: 85, note: 'Twice.', at: new Date(at) },
    { kind: 'rating', personId: 'u2', rating: 100, note: null, at: null },
    { kind: 'wanted', item: { kind: 'book', foreignId: 'b2' } },
    { kind: 'wanted', item: { kind: 'series', foreignId: 's2' }, at: new Date(at) },
  ])
})

test('locked fields and labels are read', () => {
  const source = open(data)
  expect([...source.series()]).toEqual([
    {
      foreignId: 's1',
      labels: ['adult'],
      edits: {
        title: 'Ashfall (Complete)',
        status: 'ended',
        totalVolumeCount: 3,
        authors: [{ name: 'Ida Kern', role: 'co_author', sortName: 'Kern, Ida' }],
        customMetadata: { shelf: { row: 3 } },
        genres: ['Drama'],
        alternateTitles: [{ label: 'German', title: 'Ascheregen' }],
      },
    },
    { foreignId: 's2', labels: ['family'], edits: {} },
  ])
  expect([...source.bookEdits()]).toEqual([
    { bookId: 'b1', edits: { number: '7', isbns: '978-1' } },
    {
      bookId: 'b2',
      edits: {
        subjects: ['harbour', 'ash'],
        awards: [{ name: 'Quill', won: true, year: 2020 }],
        blackAndWhite: false,
        writer: 'Ida Kern, Jo Noe',
      },
    },
  ])
})

test('what does not come along is named', () => {
  const said = open(data)
    .leftOut()
    .map(({ code, params }) => [code.split('.').at(-1), params?.['count']])
  expect(said).toEqual([
    ['reading_times', 2],
    ['smart_collections', 1],
    ['chosen_covers', 1],
    ['settings', 1],
    ['api_keys', 1],
  ])
})

test('an installation is the same however its IDs are stored', () => {
  const [text, bytes] = (['text', 'bytes'] as const).map((ids) => open({ ...data, ids }))
  expect(text!.people.map(({ foreignId }) => foreignId)).toEqual(
    bytes!.people.map(({ foreignId }) => foreignId),
  )
})

test('missing columns and tables of older versions are nothing', () => {
  const source = open({
    ...data,
    change: (db) => {
      for (const table of ['read_completions', 'want_to_read', 'user_access_groups', 'genres']) {
        db.run(`drop table ${table}`)
      }
      db.run('alter table books rename column path to file_path')
      db.run('alter table books drop column koreader_hash')
      db.run('drop table book_metadata')
      db.run('alter table books add column number')
      db.run("update books set number = '3.0' where id = 'b1'")
      db.run('alter table read_progress drop column r2_progression')
      db.run('alter table read_progress drop column progress_percentage')
      db.run('alter table series_metadata rename column total_volume_count to total_book_count')
      db.run(
        'alter table series_metadata rename column total_volume_count_lock to total_book_count_lock',
      )
      db.run('alter table users drop column is_active')
    },
  })
  expect([...source.books()][0]).toMatchObject({
    path: '/libraries/comics/Ashfall/Ashfall 01.cbz',
    number: 3,
    partialMd5: null,
  })
  expect(source.people.every(({ isActive }) => isActive)).toBe(true)
  const readings = [...source.readings()]
  expect(readings[0]!.completions).toHaveLength(1)
  expect(readings.at(-1)!.position).toMatchObject({ page: null, fraction: 0.5 })
  expect([...source.series()][0]!.edits).toMatchObject({ totalVolumeCount: 3 })
  expect([...source.personal()].map(({ kind }) => kind)).toEqual(['rating', 'rating'])
})

test('values of other types are left out or converted', () => {
  const source = open({
    ...data,
    change: (db) => {
      db.run(
        "update read_progress set current_page = 'x', completed = 'maybe' where book_id = 'b1'",
      )
      db.run("update read_progress set updated_at = 'never', completed_at = x'00'")
      db.run("update read_completions set completed_at = 1e300 where book_id = 'b1'")
      db.run("update read_completions set user_id = x'0011' where book_id = 'b3'")
      db.run("update books set path = printf('%.*c', 70000, 'x'), file_size = -5 where id = 'b1'")
      db.run(String.raw`update books set path = 'C:\Books\b.cbz', page_count = -1 where id = 'b2'`)
      db.run("update series_metadata set authors_json = '[', custom_metadata = '[1]', status = 7")
      db.run("update users set id = x'00' where id = 'u4'")
      db.run("update user_series_ratings set rating = 'good', notes = ' ' where user_id = 'u1'")
    },
  })
  expect(source.people).toHaveLength(3)
  expect([...source.readings()].map(({ bookId, position }) => [bookId, position])).toEqual([
    ['b4', null],
  ])
  expect([...source.books()]).toMatchObject([
    { path: null, size: null },
    { path: 'C:/Books/b.cbz', pageCount: null },
    {},
    {},
  ])
  const [first] = source.series()
  expect(Object.keys(first!.edits)).toEqual([
    'title',
    'totalVolumeCount',
    'genres',
    'alternateTitles',
  ])
  expect([...source.personal()].filter(({ kind }) => kind === 'rating')).toHaveLength(1)
})

test('a version without paths is refused', () => {
  const change: CodexData['change'] = (db) => db.run('alter table books drop column path')
  expect(() => open({ ...data, change })).toThrow('the table "books" is missing or lacks "path"')
})
