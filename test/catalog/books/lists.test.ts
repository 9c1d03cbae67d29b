import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { listBooksByIds } from '../../../src/catalog/books/service'
import { bookProgress } from '../../../src/reading/progress/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { series } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import {
  buildPlainSortKey,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
} from '../../support/seed'
import { archiveMessages } from '../../../src/media/archives/messages'
import { comicMessages } from '../../../src/media/comic/messages'
import { findingWithText, withText } from '../../../src/platform/messages/message'

let server: TestServer
let library: SeededLibrary
let other: SeededLibrary
let alpha: SeededSeries
let beta: SeededSeries
const shelf: Record<string, SeededBook> = {}

type Values = NonNullable<Parameters<typeof seedBook>[2]>

async function addBook(home: SeededSeries, name: string, values: Values = {}) {
  const { title = name, volume = null, chapter = null } = values
  const sortKey = buildPlainSortKey({ volume, chapter, title })
  shelf[name] = await seedBook(server, home, {
    relativePath: `${name}.cbz`,
    ...values,
    title,
    sortKey,
  })
}

const listIds = (...names: string[]) => names.map((name) => shelf[name]!.id)

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Comics', path: '/media/comics' })
  other = await seedLibrary(server, { path: '/other' })
  alpha = await seedSeries(server, library, { title: 'Alpha', readingDirection: 'rtl' })
  beta = await seedSeries(server, other, { title: 'Beta' })
  await addBook(alpha, 'a10', {
    volume: 10,
    title: 'Zulu',
    size: 5,
    metadata: { number: '10', year: 2001 },
  })
  await addBook(alpha, 'a2', {
    volume: 2,
    title: 'Éclair',
    size: 9,
    metadata: { year: 1999, month: 5 },
  })
  await addBook(alpha, 'a2c1', { volume: 2, chapter: 1, title: 'Fox', pageCount: 99 })
  await addBook(alpha, 'a1', {
    volume: 1,
    title: 'Yankee 10',
    finding: 'truncated',
    metadata: { summary: 'What it is', number: 'Annual', titleSort: 'Sorted' },
    contents: {
      findings: [
        { code: 'unsafe_names', message: comicMessages.unsafe_names() },
        { code: 'truncated', message: archiveMessages.cut_off() },
      ],
    },
  })
  await addBook(beta, 'b1', {
    volume: 1,
    title: 'Yankee 9',
    format: null,
    analyzedAt: null,
    finding: 'drm',
  })
  await addBook(alpha, 'trashed', { volume: 3, trashedAt: new Date() })
  await addBook(await seedSeries(server, library, { trashedAt: new Date() }), 'of trashed series')
  const away = await seedLibrary(server, { trashedAt: new Date(), path: '/away' })
  await addBook(await seedSeries(server, away), 'of trashed library')
  await saveProgress()
})
afterAll(() => server.close())

const finishedAt = new Date('2024-05-01T10:00:00Z')
async function saveProgress() {
  const userId = server.getUserId('ann')
  const times = { startedAt: finishedAt, positionAt: finishedAt }
  const done = { completed: true, completions: 2, lastCompletedAt: finishedAt, fraction: 1 }
  await server.ctx.write(async (tx) => {
    await tx.insert(bookProgress).values([
      {
        userId,
        bookId: listIds('a1')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: finishedAt,
        page: 20,
        ...done,
      },
      {
        userId,
        bookId: listIds('a2')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: new Date(),
        page: 5,
        fraction: 0.25,
      },
      {
        userId,
        bookId: listIds('a10')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: finishedAt,
        started: false,
        completions: 1,
      },
    ])
    await tx.insert(wantToRead).values({ userId, bookId: listIds('a2c1')[0]!, position: 1 })
  })
}

const getList = (path: string, as = 'ann') => server.call('GET', path, { as })
async function listIdsOf(path: string, as = 'ann') {
  const { status, body } = await getList(path, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}

describe('a listed book', () => {
  test('has every field, with values for the viewer', async () => {
    const { body } = await getList(`/series/${alpha.id}/books`)
    const [row] = body.data
    expect(row).toEqual({
      id: listIds('a1')[0],
      seriesId: alpha.id,
      seriesName: 'Alpha',
      libraryId: library.id,
      libraryName: 'Comics',
      title: 'Yankee 10',
      titleSort: 'Sorted',
      number: null,
      numberKind: 'volume',
      numberFrom: 1,
      numberTo: null,
      volume: 1,
      volumeEnd: null,
      chapter: null,
      chapterEnd: null,
      summary: 'What it is',
      path: null,
      fileFormat: 'cbz',
      fileSize: 1000,
      fileHash: '',
      koreaderHash: null,
      pageCount: 20,
      readingDirection: 'rtl',
      analyzed: true,
      analysisError: withText(archiveMessages.cut_off()),
      finding: 'truncated',
      findings: [
        findingWithText({ code: 'unsafe_names', message: comicMessages.unsafe_names() }),
        findingWithText({ code: 'truncated', message: archiveMessages.cut_off() }),
      ],
      deleted: false,
      readProgress: {
        id: expect.any(String),
        userId: server.getUserId('ann'),
        bookId: listIds('a1')[0],
        currentPage: 20,
        movedFrom: null,
        progressPercentage: 1,
        completed: true,
        startedAt: finishedAt.toISOString(),
        completedAt: finishedAt.toISOString(),
        updatedAt: finishedAt.toISOString(),
      },
      readCount: 2,
      lastCompletedAt: finishedAt.toISOString(),
      wantToRead: false,
      coverColor: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const rows = new Map(body.data.map((one: { id: string }) => [one.id, one]))
    expect(rows.get(listIds('a2c1')[0])).toMatchObject({
      wantToRead: true,
      readProgress: null,
      readCount: 0,
    })
    expect(rows.get(listIds('a2')[0])).toMatchObject({
      readProgress: { completed: false, completedAt: null },
    })
    // This book was marked as unread after it was completed once.
    expect(rows.get(listIds('a10')[0])).toMatchObject({
      readProgress: null,
      readCount: 1,
      number: 10,
    })
  })

  test("hides other users' progress, and its path from users who cannot edit libraries", async () => {
    const { body } = await getList(`/series/${alpha.id}/books`, 'ada')
    expect(body.data[0]).toMatchObject({ readProgress: null, readCount: 0, lastCompletedAt: null })
    expect(body.data[0].path).toBe('/media/comics/a1.cbz')
  })
})

describe('order', () => {
  test('is natural within a series', async () => {
    expect(await listIdsOf(`/series/${alpha.id}/books`)).toEqual(listIds('a1', 'a2', 'a2c1', 'a10'))
    const back = await listIdsOf(`/series/${alpha.id}/books?sort=natural,desc`)
    expect(back).toEqual(listIds('a10', 'a2c1', 'a2', 'a1'))
  })

  test.each([
    ['series,asc', ['a1', 'a2', 'a2c1', 'a10', 'b1']],
    ['series,desc', ['b1', 'a10', 'a2c1', 'a2', 'a1']],
    ['title,asc', ['a2', 'a2c1', 'b1', 'a1', 'a10']],
    ['title,desc', ['a10', 'a1', 'b1', 'a2c1', 'a2']],
    ['filename,asc', ['a1', 'a10', 'a2', 'a2c1', 'b1']],
  ])('sorts by %s', async (sort, names) => {
    expect(await listIdsOf(`/books?sort=${sort}`)).toEqual(listIds(...names))
  })

  test.each([
    ['release_date,asc', ['a2', 'a10']],
    ['release_date,desc', ['a10', 'a2']],
    ['chapter_number,desc', ['a2c1']],
    ['chapter_number,asc', ['a2c1']],
    ['page_count,desc', ['a2c1']],
    ['last_read,desc', ['a2']],
    ['file_size,asc', ['a10', 'a2']],
    ['created_at,asc', ['a10', 'a2', 'a2c1', 'a1', 'b1']],
    ['date_added,desc', ['b1', 'a1', 'a2c1', 'a2', 'a10']],
  ])('sorts books without %s last', async (sort, names) => {
    const found = await listIdsOf(`/books?sort=${sort}`)
    expect(found).toHaveLength(5)
    expect(found.slice(0, names.length)).toEqual(listIds(...names))
  })

  test('sorted randomly is the same on all pages', async () => {
    const whole = await listIdsOf('/books?sort=random')
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listIdsOf(`/books?sort=random&pageSize=2&page=${page}`)),
    )
    expect(pages.flat()).toEqual(whole)
    expect(new Set(whole).size).toBe(5)
  })

  test.each(['name,asc', 'title,up', 'title,asc,desc', ''])('rejects %p', async (sort) => {
    const { status, body } = await getList(`/books?sort=${sort}`)
    expect([status, body.details[0].path]).toEqual([400, 'sort'])
  })
})

describe('filters', () => {
  test.each([
    ['readStatus=read', ['a1']],
    ['readStatus=in_progress', ['a2']],
    ['readStatus=unread', ['a2c1', 'a10', 'b1']],
    ['search=yank', ['a1', 'b1']],
    ['search=yankee 9', ['b1']],
    ['search=ECLAIR', ['a2']],
    ['search=!!!', []],
    ['search="*', []],
    ['search= ', ['a1', 'a2', 'a2c1', 'a10', 'b1']],
    ['hasError=true', ['a1', 'b1']],
    ['hasError=false', ['a2', 'a2c1', 'a10']],
    ['full=true', ['a1', 'a2', 'a2c1', 'a10', 'b1']],
    ['search=yank&hasError=true&readStatus=unread', ['b1']],
  ])('apply: %s', async (query, names) => {
    expect(await listIdsOf(`/books?${query}`)).toEqual(listIds(...names))
    expect((await getList(`/books?${query}`)).body.total).toBe(names.length)
  })

  test('apply to the lists of a library and a series', async () => {
    expect(await listIdsOf(`/books?libraryId=${other.id}`)).toEqual(listIds('b1'))
    expect(await listIdsOf(`/books?seriesId=${beta.id}`)).toEqual(listIds('b1'))
    expect(await listIdsOf(`/books?seriesId=${beta.id}&libraryId=${library.id}`)).toEqual([])
    expect(await listIdsOf(`/libraries/${other.id}/books`)).toEqual(listIds('b1'))
    expect(await listIdsOf(`/libraries/${library.id}/books?readStatus=read`)).toEqual(listIds('a1'))
    expect(await listIdsOf(`/series/${alpha.id}/books?search=fox`)).toEqual(listIds('a2c1'))
  })

  test.each(['readStatus=done', 'colour=red', 'pageSize=501', 'page=0', 'libraryId=x', 'full=1'])(
    'reject %s',
    async (query) => {
      expect((await getList(`/books?${query}`)).status).toBe(400)
    },
  )
})

test('page links repeat the query', async () => {
  const { body } = await getList(`/series/${alpha.id}/books?pageSize=3&readStatus=unread`)
  expect([body.total, body.totalPages, body.data.length]).toEqual([2, 1, 2])
  const second = await getList('/books?pageSize=2&page=2&sort=title,desc')
  expect(second.body.links.next).toBe('/api/v1/books?pageSize=2&page=3&sort=title%2Cdesc')
  expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(listIds('b1', 'a2c1'))
  expect((await getList('/books?page=99')).body.data).toEqual([])
})

test('long pages are complete and in order', async () => {
  const long = await seedSeries(server, await seedLibrary(server), { title: 'Long' })
  await Promise.all(
    Array.from({ length: 150 }, (_, i) => addBook(long, `long ${i}`, { volume: i })),
  )
  const wanted = listIds(...Array.from({ length: 150 }, (_, i) => `long ${i}`))
  expect(await listIdsOf(`/series/${long.id}/books?pageSize=500`)).toEqual(wanted)
  const reversed = await listBooksByIds(server.ctx, system, wanted.toReversed())
  expect(reversed.map(({ id }) => id)).toEqual(wanted.toReversed())
  await server.ctx.write(async (tx) => {
    await tx.update(series).set({ trashedAt: new Date() }).where(eq(series.id, long.id))
  })
})

describe('books with findings', () => {
  test('are listed with messages and can be filtered by type', async () => {
    expect(await listIdsOf('/books/errors')).toEqual(listIds('a1', 'b1'))
    expect(await listIdsOf('/books/errors?code=drm')).toEqual(listIds('b1'))
    expect(await listIdsOf(`/books/errors?seriesId=${alpha.id}`)).toEqual(listIds('a1'))
    const { body } = await getList('/books/errors?code=drm')
    expect(body.data[0]).toMatchObject({ finding: 'drm', analysisError: null, fileFormat: 'cbz' })
  })
})

describe('one book', () => {
  test('has its metadata, with people grouped by role', async () => {
    const book = await seedBook(server, alpha, {
      trashedAt: null,
      title: 'Detail',
      metadata: {
        writer: 'A, B',
        authors: [
          { name: 'B', role: 'writer' },
          { name: 'C', role: 'writer' },
        ],
        year: 2001,
        month: 2,
      },
    })
    const { status, body } = await getList(`/books/${book.id}`)
    expect(status).toBe(200)
    expect(body.book.id).toBe(book.id)
    expect(body.metadata).toMatchObject({
      bookId: book.id,
      series: 'Alpha',
      title: 'Detail',
      writers: ['A', 'B', 'C'],
      inkers: [],
      releaseDate: '2001-02-01T00:00:00.000Z',
    })
    const full = (await getList(`/books/${book.id}/full`)).body
    expect(full).toMatchObject({ id: book.id, title: 'Detail', readCount: 0, genres: [], tags: [] })
    expect(full.metadata).toMatchObject({ writers: ['A', 'B', 'C'], subtitle: null })
    expect(Object.keys(full.metadata.locks)).toHaveLength(40)
    await server.ctx.write(async (tx) => {
      await tx.delete(books).where(eq(books.id, book.id))
    })
  })

  test.each([
    ['a1', null, 'a2'],
    ['a2', 'a1', 'a2c1'],
    ['a2c1', 'a2', 'a10'],
    ['a10', 'a2c1', null],
    ['b1', null, null],
  ])('%s has the correct neighbors', async (name, before, after) => {
    const { body } = await getList(`/books/${shelf[name]!.id}/adjacent`)
    expect(body.prev?.id ?? null).toBe(before && shelf[before]!.id)
    expect(body.next?.id ?? null).toBe(after && shelf[after]!.id)
  })

  test('say where the book is among those that the viewer can see', async () => {
    const places: [number, number][] = []
    for (let id: string | undefined = shelf['a1']!.id; id;) {
      const { body } = await getList(`/books/${id}/adjacent`)
      places.push([body.position, body.count])
      id = body.next?.id
    }
    expect(places).toEqual(places.map((_, index) => [index + 1, places.length]))
    expect(places.length).toBeGreaterThan(2)
  })
})

describe('an invisible book', () => {
  test.each(['trashed', 'of trashed series', 'of trashed library'])(
    'returns 404 when it is %s',
    async (name) => {
      const { id } = shelf[name]!
      for (const path of ['', '/full', '/adjacent', '/pages', '/metadata', '/metadata/locks']) {
        const { status, body } = await getList(`/books/${id}${path}`, 'ada')
        expect([path, status, body.error]).toEqual([path, 404, 'not_found'])
      }
      expect(await listBooksByIds(server.ctx, system, [id])).toEqual([])
    },
  )

  test('is missing from lists, counts and search of a viewer without access', async () => {
    const viewer = { ...system, libraryIds: [other.id] }
    const all = Object.values(shelf).map(({ id }) => id)
    const seen = await listBooksByIds(server.ctx, viewer, all)
    expect(seen.map(({ id }) => id)).toEqual(listIds('b1'))
    const none = { ...system, libraryIds: [] }
    expect(await listBooksByIds(server.ctx, none, all)).toEqual([])
  })

  test.each(['/series/ID/books', '/libraries/ID/books', '/books/ID'])(
    'requires a valid ID and sign-in: %s',
    async (path) => {
      expect((await getList(path.replace('ID', Bun.randomUUIDv7()))).status).toBe(404)
      expect((await getList(path.replace('ID', 'nope'))).status).toBe(400)
      expect((await server.call('GET', path.replace('ID', alpha.id))).status).toBe(401)
    },
  )
})

test('I8: a search for books matches the title of their series', async () => {
  const body = { title: 'Iron Harbor' }
  expect(
    (await server.call('PATCH', `/series/${beta.id}/metadata`, { as: 'max', body })).status,
  ).toBe(200)
  expect(await listIdsOf('/books?search=iron')).toEqual(listIds('b1'))
  expect(await listIdsOf('/books?search=iron harb')).toEqual(listIds('b1'))
  expect(await listIdsOf('/books?search=iron yank')).toEqual(listIds('b1'))
  expect(await listIdsOf('/books?search=iron zebra')).toEqual([])
})
