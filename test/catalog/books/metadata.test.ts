import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookFields, lockOf } from '../../../src/catalog/books/metadata/model'
import { bookContents, bookMetadata, books } from '../../../src/catalog/books/schema'
import { emptyMetadata } from '../../../src/media/contents/file-metadata'
import { series } from '../../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../../support/server'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
} from '../../support/seed'
import { bookUpdated } from '../../../src/catalog/books/model'

let server: TestServer
let library: SeededLibrary
let parentSeries: SeededSeries

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  parentSeries = await seedSeries(server, library)
})
afterAll(() => server.close())

const addBook = (values: Parameters<typeof seedBook>[2] = {}) =>
  seedBook(server, parentSeries, values)

const getPath = (book: { id: string }) => `/books/${book.id}/metadata`
const putMetadata = (book: SeededBook, body: unknown, headers = {}) =>
  server.call('PUT', getPath(book), { as: 'max', body, headers })
const patchMetadata = (book: SeededBook, body: unknown, headers = {}) =>
  server.call('PATCH', getPath(book), { as: 'max', body, headers })
const getMetadata = (book: SeededBook) => server.call('GET', getPath(book), { as: 'ann' })
const patchBook = (book: SeededBook, body: unknown) =>
  server.call('PATCH', `/books/${book.id}`, { as: 'max', body })
const listErrors = (answer: { body: { details?: { path: string }[] } }) =>
  answer.body.details?.map(({ path }) => path)

/** Two different values for every field in section 2.10 of the specification. */
const samples: Record<string, [unknown, unknown]> = {
  authors: [
    [{ name: 'Ito', role: 'writer', sortName: 'Ito, Jun' }],
    [{ name: 'Ōtomo', role: 'co_author', sortName: null }],
  ],
  awards: [
    [{ name: 'Prize', category: 'Best', won: true, year: 2001 }],
    [{ name: 'Other', category: null, won: false, year: null }],
  ],
  blackAndWhite: [true, false],
  bookType: ['manga', 'graphic_novel'],
  chapter: [10.5, 0],
  colorist: ['A, B', 'C'],
  count: [12, 0],
  coverArtist: ['A', 'B'],
  customMetadata: [{ a: { b: [1, null, 'ü'] } }, {}],
  day: [31, 1],
  edition: ['First', 'Zweite'],
  editor: ['A', 'B'],
  formatDetail: ['TPB', 'Hardcover'],
  genre: ['Horror, Comedy', 'Drama'],
  imprint: ['A', 'B'],
  inker: ['A', 'B'],
  isbns: ['978-3-16-148410-0', '080442957X, 9783161484100'],
  languageIso: ['ja', 'pt-BR'],
  letterer: ['A', 'B'],
  manga: [false, true],
  month: [12, 1],
  originalTitle: ['進撃の巨人', ''],
  originalYear: [1999, -300],
  penciller: ['A', 'B'],
  publisher: ['A', 'B'],
  seriesPosition: [1.5, 2],
  seriesTotal: [2_147_483_647, 3],
  subjects: [['one', 'two'], []],
  subtitle: ['A', 'B'],
  summary: ['Long\ntext 😀', 'short'],
  translator: ['A', 'B'],
  volume: [-2_147_483_647, 7],
  writer: ['A, B', 'C'],
  year: [2024, 1],
}
const first = Object.fromEntries(Object.entries(samples).map(([name, [value]]) => [name, value]))
const second = Object.fromEntries(Object.entries(samples).map(([name, [, value]]) => [name, value]))

function pickValues(body: Record<string, unknown>) {
  const { bookId: _, locks: __, updatedAt: ___, ...values } = body
  return values
}

test('has a sample for each of the 34 fields', () => {
  expect(Object.keys(samples).toSorted()).toEqual([...bookFields].toSorted())
  expect(bookFields).toHaveLength(34)
})

describe.each(Object.entries(samples))('%s', (field, [one, two]) => {
  test('is set and replaced, and cleared by null or by omission', async () => {
    const book = await addBook()
    const set = await putMetadata(book, { [field]: one })
    expect(set.status).toBe(200)
    expect(set.body[field]).toEqual(one)
    expect((await getMetadata(book)).body).toEqual(set.body)
    expect((await putMetadata(book, { [field]: two })).body[field]).toEqual(two)
    expect((await putMetadata(book, { [field]: null })).body[field]).toBeNull()
    await putMetadata(book, { [field]: one })
    expect((await putMetadata(book, {})).body[field]).toBeNull()
    expect((await getMetadata(book)).body[field]).toBeNull()
  })

  test('is patched alone, kept when a patch omits it, and cleared by null', async () => {
    const book = await addBook()
    const other = field === 'publisher' ? 'imprint' : 'publisher'
    expect((await patchMetadata(book, { [field]: one })).body[field]).toEqual(one)
    expect((await patchMetadata(book, { [other]: 'X' })).body[field]).toEqual(one)
    const cleared = await patchMetadata(book, { [field]: null })
    expect(cleared.body[field]).toBeNull()
    expect(cleared.body[other]).toBe('X')
  })

  test('is locked by a new value only, and clearing it counts as an edit', async () => {
    const book = await addBook()
    const lock = lockOf(field as 'authors')
    expect((await putMetadata(book, { [field]: null })).body.locks[lock]).toBe(false)
    expect(await getSource(book, field)).toBeUndefined()
    const set = await patchMetadata(book, { [field]: one })
    const locked = Object.entries(set.body.locks).filter(([, isLocked]) => isLocked)
    expect(locked).toEqual([[lock, true]])
    await server.call('PUT', `${getPath(book)}/locks`, { as: 'max', body: { [lock]: false } })
    expect((await putMetadata(book, { [field]: one })).body.locks[lock]).toBe(false)
    expect((await putMetadata(book, {})).body.locks[lock]).toBe(false)
    expect(await getSource(book, field)).toBe('edited')
  })
})

async function getSource(book: SeededBook, field: string) {
  const [row] = await server.ctx.db
    .select({ sources: bookMetadata.sources })
    .from(bookMetadata)
    .where(eq(bookMetadata.n, book.n))
  return row!.sources[field]
}

test('a PUT replaces all fields and accepts its own response unchanged', async () => {
  const book = await addBook()
  const set = await putMetadata(book, first)
  expect(pickValues(set.body)).toEqual(first)
  const replaced = await putMetadata(book, second)
  expect(pickValues(replaced.body)).toEqual(second)
  const again = await putMetadata(book, replaced.body)
  expect(again.body).toEqual(replaced.body)
  const emptied = await putMetadata(book, {})
  expect(Object.values(pickValues(emptied.body)).every((value) => value === null)).toBe(true)
  expect(emptied.body.bookId).toBe(book.id)
})

test('adds the optional fields of people and awards', async () => {
  const book = await addBook()
  const { body } = await putMetadata(book, {
    authors: [{ name: 'A', role: 'illustrator' }],
    awards: [{ name: 'P', won: false }],
  })
  expect(body.authors).toEqual([{ name: 'A', role: 'illustrator', sortName: null }])
  expect(body.awards).toEqual([{ name: 'P', category: null, won: false, year: null }])
})

const buildNested = (levels: number): unknown =>
  levels === 0 ? {} : { a: buildNested(levels - 1) }
const invalidBodies: [string, unknown, string][] = [
  ['day 0', { day: 0 }, 'day'],
  ['day 32', { day: 32 }, 'day'],
  ['day 1.5', { day: 1.5 }, 'day'],
  ['day as text', { day: '1' }, 'day'],
  ['month 0', { month: 0 }, 'month'],
  ['month 13', { month: 13 }, 'month'],
  ['31 February', { month: 2, day: 31 }, 'day'],
  ['31 April', { month: 4, day: 31 }, 'day'],
  ['29 February in a non-leap year', { year: 2023, month: 2, day: 29 }, 'day'],
  ['a 33-bit volume', { volume: 4_294_967_296 }, 'volume'],
  ['a fractional volume', { volume: 1.5 }, 'volume'],
  ['a year as text', { year: '2001' }, 'year'],
  ['a chapter that is too large for a number', '{"chapter":1e999}', 'chapter'],
  ['a chapter as text', { chapter: '1' }, 'chapter'],
  ['an unknown book type', { bookType: 'scroll' }, 'bookType'],
  ['an unknown role', { authors: [{ name: 'A', role: 'poet' }] }, 'authors.0.role'],
  ['a person without a name', { authors: [{ role: 'writer' }] }, 'authors.0.name'],
  [
    'an unknown member of a person',
    { authors: [{ name: 'A', role: 'writer', x: 1 }] },
    'authors.0.x',
  ],
  ['an award without the field won', { awards: [{ name: 'A' }] }, 'awards.0.won'],
  ['subjects that are not text', { subjects: [1] }, 'subjects.0'],
  ['manga as text', { manga: 'yes' }, 'manga'],
  ['a language that is not a code', { languageIso: 'not a language' }, 'languageIso'],
  ['a language that does not exist', { languageIso: 'zz-ZZ' }, 'languageIso'],
  ['an empty language', { languageIso: '' }, 'languageIso'],
  ['ISBNs with signs', { isbns: '<978>' }, 'isbns'],
  ['a summary over 64 KiB', { summary: 'x'.repeat(65_537) }, 'summary'],
  ['a subtitle over 1 KiB', { subtitle: 'x'.repeat(1025) }, 'subtitle'],
  ['too many subjects', { subjects: Array.from({ length: 501 }, () => 'x') }, 'subjects'],
  ['NUL in text', { subtitle: 'a\0b' }, 'subtitle'],
  ['half a surrogate pair', '{"subtitle":"a\\ud800"}', 'subtitle'],
  ['NUL in nested custom metadata', { customMetadata: { a: ['\0'] } }, 'customMetadata.a.0'],
  ['half a surrogate pair as a name', '{"customMetadata":{"\\udc00":1}}', 'customMetadata'],
  ['custom metadata that is a list', { customMetadata: [] }, 'customMetadata'],
  ['custom metadata over 64 KiB', { customMetadata: { a: 'x'.repeat(65_536) } }, 'customMetadata'],
  ['an unknown member', { colour: 'red' }, 'colour'],
  ['the title, which belongs to the book', { title: 'A' }, 'title'],
]
test.each(invalidBodies)('rejects %s and changes nothing', async (_, body, path) => {
  const book = await addBook({ metadata: { publisher: 'kept' } })
  for (const send of [putMetadata, patchMetadata]) {
    const answer = await send(book, body)
    expect(answer.status).toBe(400)
    expect(listErrors(answer)).toContain(path)
  }
  expect((await getMetadata(book)).body.publisher).toBe('kept')
})

test('rejects deeply nested custom metadata with a message', async () => {
  const book = await addBook()
  const within = await putMetadata(book, { customMetadata: buildNested(32) })
  expect(within.status).toBe(200)
  expect((await putMetadata(book, { customMetadata: buildNested(34) })).status).toBe(400)
  const endless = `{"customMetadata":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`
  expect((await putMetadata(book, endless)).status).toBe(400)
})

test.each(['[]', 'null', '"x"', '{', ''])('rejects the body %p', async (body) => {
  const book = await addBook()
  expect((await putMetadata(book, body)).status).toBe(400)
})

test('validates a changed part of a date with its stored parts', async () => {
  const book = await addBook()
  await putMetadata(book, { year: 2024, month: 2, day: 29 })
  expect(listErrors(await patchMetadata(book, { month: 4, day: 31 }))).toEqual(['day'])
  expect((await patchMetadata(book, { day: 30 })).status).toBe(400)
  const day31 = await putMetadata(book, { day: 31 })
  expect(day31.status).toBe(200)
  expect(listErrors(await patchMetadata(book, { month: 6 }))).toEqual(['month'])
})

describe('If-Match', () => {
  test('rejects an edit of an old version and accepts one of the current version', async () => {
    const book = await addBook()
    const etag = (await getMetadata(book)).headers.get('etag')!
    expect(etag).toMatch(/^"[a-z0-9]+"$/)
    const edited = await putMetadata(book, { publisher: 'A' }, { 'if-match': etag })
    expect(edited.status).toBe(200)
    const stale = await putMetadata(book, { publisher: 'B' }, { 'if-match': etag })
    expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed'])
    expect((await patchMetadata(book, { publisher: 'B' }, { 'if-match': etag })).status).toBe(412)
    const now = edited.headers.get('etag')!
    expect((await getMetadata(book)).headers.get('etag')).toBe(now)
    expect(
      (await patchMetadata(book, { publisher: 'B' }, { 'if-match': `"x", ${now}` })).status,
    ).toBe(200)
    expect((await putMetadata(book, {}, { 'if-match': '*' })).status).toBe(200)
    expect((await getMetadata(book)).body.publisher).toBeNull()
  })

  test('accepts one of several parallel edits of the same version', async () => {
    const book = await addBook()
    const etag = (await getMetadata(book)).headers.get('etag')!
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => putMetadata(book, { count: i }, { 'if-match': etag })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7)
  })

  test('returns 304 for the current version', async () => {
    const book = await addBook()
    const etag = (await getMetadata(book)).headers.get('etag')!
    const headers = { 'if-none-match': etag }
    const again = await server.call('GET', getPath(book), { as: 'ann', headers })
    expect(again.status).toBe(304)
  })
})

test('an edit updates counts, sort order and search index of the series', async () => {
  const own = await seedSeries(server, library)
  const book = await seedBook(server, own, { title: 'Zeppelin' })
  await patchMetadata(book, { volume: 3, chapter: 7.5 })
  expect(await getCounts(own)).toEqual({ volumesOwned: 0, localMaxVolume: 3, localMaxChapter: 7.5 })
  await putMetadata(book, { volume: 4, authors: [{ name: 'Qwertz', role: 'writer' }] })
  expect(await getCounts(own)).toEqual({
    volumesOwned: 1,
    localMaxVolume: 4,
    localMaxChapter: null,
  })
  for (const search of ['qwer', 'zeppel']) {
    const found = await server.call('GET', `/books?search=${search}`, { as: 'ann' })
    expect(found.status, JSON.stringify(found.body)).toBe(200)
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([book.id])
  }
  await putMetadata(book, {})
  expect((await server.call('GET', '/books?search=qwer', { as: 'ann' })).body.total).toBe(0)
})

async function getCounts({ id }: { id: string }) {
  const { volumesOwned, localMaxVolume, localMaxChapter } = series
  const [row] = await server.ctx.db
    .select({ volumesOwned, localMaxVolume, localMaxChapter })
    .from(series)
    .where(eq(series.id, id))
  return row
}

test('publishes one event with the changed fields, and none without changes', async () => {
  const book = await addBook()
  const listChangedFields = () =>
    server.events.flatMap((event) =>
      bookUpdated.matches(event) && event.bookId === book.id ? [event.fields] : [],
    )
  await putMetadata(book, { publisher: 'A', year: 2000 })
  await putMetadata(book, { publisher: 'A', year: 2000 })
  await putMetadata(book, { day: 77 })
  await Bun.sleep(50)
  expect(listChangedFields().map((fields) => fields?.toSorted())).toEqual([
    ['locks', 'publisher', 'year'],
  ])
})

describe('locks', () => {
  test('are 40, always complete, and only change when specified', async () => {
    const book = await addBook()
    const locks = `${getPath(book)}/locks`
    const start = await server.call('GET', locks, { as: 'ann' })
    expect(Object.keys(start.body)).toHaveLength(40)
    expect(Object.values(start.body).every((lock) => lock === false)).toBe(true)
    const body = { titleLock: true, coverLock: true, yearLock: null }
    const changed = await server.call('PUT', locks, { as: 'max', body })
    expect(changed.body).toEqual({ ...start.body, titleLock: true, coverLock: true })
    const less = await server.call('PUT', locks, { as: 'max', body: { titleLock: false } })
    expect(less.body).toEqual({ ...start.body, coverLock: true })
    expect((await getMetadata(book)).body.locks).toEqual(less.body)
  })

  test('do not prevent manual edits', async () => {
    const book = await addBook({ metadata: { publisher: 'A', locks: ['publisherLock'] } })
    expect((await patchMetadata(book, { publisher: 'B' })).body.publisher).toBe('B')
    const { body } = await putMetadata(book, {})
    expect([body.publisher, body.locks.publisherLock]).toEqual([null, true])
  })

  test.each([[{ colourLock: true }], [{ titleLock: 'yes' }], ['[]']])('reject %p', async (body) => {
    const book = await addBook()
    const answer = await server.call('PUT', `${getPath(book)}/locks`, { as: 'max', body })
    expect(answer.status).toBe(400)
  })
})

describe('a reset', () => {
  test('restores every field from the file, or from the path', async () => {
    const fileMetadata = { ...emptyMetadata('comicinfo'), title: 'From the file', publisher: 'F' }
    const relativePath = `Saga v03 ${Bun.randomUUIDv7()}.cbz`
    const book = await addBook({ relativePath, contents: { fileMetadata: { ...fileMetadata } } })
    await putMetadata(book, { publisher: 'Mine', summary: 'Mine', volume: 9 })
    await server.call('PATCH', `/books/${book.id}`, { as: 'max', body: { title: 'My title' } })
    await server.call('PUT', `${getPath(book)}/locks`, { as: 'max', body: { coverLock: true } })
    const { status, body } = await server.call('DELETE', getPath(book), { as: 'max' })
    expect(status).toBe(200)
    expect([body.publisher, body.summary, body.volume]).toEqual(['F', null, 3])
    const locked = Object.entries(body.locks).filter(([, lock]) => lock)
    expect(locked).toEqual([['coverLock', true]])
    const full = await server.call('GET', `/books/${book.id}/full`, { as: 'ann' })
    expect(full.body.title).toBe('From the file')
    expect(await getSource(book, 'publisher')).toBe('comicinfo')
    expect(await getSource(book, 'volume')).toBe('path')
    expect(await getSource(book, 'summary')).toBeUndefined()
  })
})

describe('PATCH of a book', () => {
  test('sets and locks title and number', async () => {
    const book = await addBook()
    const { status, body } = await patchBook(book, { title: 'New', number: 1.5 })
    expect([status, body.title, body.number]).toEqual([200, 'New', 1.5])
    const { locks } = (await getMetadata(book)).body
    expect([locks.titleLock, locks.numberLock, locks.titleSortLock]).toEqual([true, true, false])
    const annual = await patchBook(book, { number: 'Annual 2' })
    expect([annual.body.title, annual.body.number]).toEqual(['New', null])
    const full = await server.call('GET', `/books/${book.id}/full`, { as: 'ann' })
    expect(full.body.metadata.number).toBe('Annual 2')
  })

  test('restores the title from the file when it is null', async () => {
    const book = await addBook({ relativePath: `Folder/The name ${Bun.randomUUIDv7()}.cbz` })
    await patchBook(book, { title: 'New', number: 2 })
    const { body } = await patchBook(book, { title: null })
    expect(body.title).toStartWith('The name')
    expect(body.number).toBe(2)
    expect((await getMetadata(book)).body.locks.titleLock).toBe(false)
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(1025) }, 'title'],
    [{ title: 'a\0' }, 'title'],
    ['{"title":"\\ud800"}', 'title'],
    [{ summary: 'no' }, 'summary'],
  ])('rejects %p', async (body, path) => {
    const answer = await patchBook(await addBook(), body)
    expect(answer.status).toBe(400)
    expect(listErrors(answer)).toContain(path)
  })
})

describe('access to book metadata', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('by %s requires books:write', async (method) => {
    const book = await addBook()
    const body = method === 'DELETE' ? {} : { body: {} }
    expect((await server.call(method, getPath(book), { as: 'ann', ...body })).status).toBe(403)
    expect((await server.call(method, getPath(book), body)).status).toBe(401)
  })

  test('returns 404 for an invisible book and changes nothing', async () => {
    const trashedSeries = await seedSeries(server, library, { trashedAt: new Date() })
    const trashedLibrary = await seedLibrary(server, { trashedAt: new Date(), path: '/gone' })
    const hidden = [
      await addBook({ trashedAt: new Date() }),
      await seedBook(server, trashedSeries),
      await seedBook(server, await seedSeries(server, trashedLibrary)),
      { id: Bun.randomUUIDv7(), n: 0, seriesId: '', libraryId: '' },
    ]
    for (const book of hidden) {
      for (const answer of [
        await getMetadata(book),
        await putMetadata(book, { year: 1 }),
        await patchMetadata(book, {}),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
      }
      const rows = await server.ctx.db.select().from(bookMetadata).where(eq(bookMetadata.n, book.n))
      expect(rows.map(({ year }) => year)).not.toContain(1)
    }
    expect((await getMetadata({ ...hidden[0]!, id: 'nope' })).status).toBe(400)
  })
})

test('a book without metadata rows is returned and can be edited', async () => {
  const book = await addBook()
  await server.ctx.write(async (tx) => {
    await tx.delete(bookMetadata).where(eq(bookMetadata.n, book.n))
    await tx.delete(bookContents).where(eq(bookContents.n, book.n))
  })
  expect((await getMetadata(book)).body.publisher).toBeNull()
  expect((await putMetadata(book, { publisher: 'A' })).body.publisher).toBe('A')
  const [row] = await server.ctx.db.select().from(books).where(eq(books.id, book.id))
  expect(row?.title).toBe('Book')
})
