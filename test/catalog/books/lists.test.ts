import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { buildBookSortKey } from '../../../src/catalog/books/sort-keys'
import { books } from '../../../src/catalog/books/schema'
import { listBooksByIds } from '../../../src/catalog/books/service'
import { bookProgress } from '../../../src/reading/progress/schema'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { series } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
} from '../../support/seed'
import { archiveMessages } from '../../../src/media/archives/messages'
import { comicMessages } from '../../../src/media/comic/messages'
import { findingWithText, renderMessage } from '../../../src/platform/messages/message'

let server: TestServer
let library: SeededLibrary
let other: SeededLibrary
let alpha: SeededSeries
let beta: SeededSeries
const shelf: Record<string, SeededBook> = {}

type Values = NonNullable<Parameters<typeof seedBook>[2]>

async function add(home: SeededSeries, name: string, values: Values = {}) {
  const { title = name, volume = null, chapter = null } = values
  const sortKey = buildBookSortKey({ volume, chapter, number: null, title })
  shelf[name] = await seedBook(server, home, {
    relativePath: `${name}.cbz`,
    ...values,
    title,
    sortKey,
  })
}

const ids = (...names: string[]) => names.map((name) => shelf[name]!.id)

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Comics', path: '/media/comics' })
  other = await seedLibrary(server, { path: '/other' })
  alpha = await seedSeries(server, library, { title: 'Alpha', readingDirection: 'rtl' })
  beta = await seedSeries(server, other, { title: 'Beta' })
  await add(alpha, 'a10', {
    volume: 10,
    title: 'Zulu',
    size: 5,
    metadata: { number: '10', year: 2001 },
  })
  await add(alpha, 'a2', {
    volume: 2,
    title: 'Éclair',
    size: 9,
    metadata: { year: 1999, month: 5 },
  })
  await add(alpha, 'a2c1', { volume: 2, chapter: 1, title: 'Fox', pageCount: 99 })
  await add(alpha, 'a1', {
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
  await add(beta, 'b1', {
    volume: 1,
    title: 'Yankee 9',
    format: null,
    analyzedAt: null,
    finding: 'drm',
  })
  await add(alpha, 'trashed', { volume: 3, trashedAt: new Date() })
  await add(await seedSeries(server, library, { trashedAt: new Date() }), 'of trashed series')
  const away = await seedLibrary(server, { trashedAt: new Date(), path: '/away' })
  await add(await seedSeries(server, away), 'of trashed library')
  await read()
})
afterAll(() => server.close())

const finishedAt = new Date('2024-05-01T10:00:00Z')
async function read() {
  const userId = server.getUserId('ann')
  const times = { startedAt: finishedAt, positionAt: finishedAt }
  const done = { completed: true, completions: 2, lastCompletedAt: finishedAt, fraction: 1 }
  await server.ctx.write(async (tx) => {
    await tx.insert(bookProgress).values([
      {
        userId,
        bookId: ids('a1')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: finishedAt,
        page: 20,
        ...done,
      },
      {
        userId,
        bookId: ids('a2')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: new Date(),
        page: 5,
        fraction: 0.25,
      },
      {
        userId,
        bookId: ids('a10')[0]!,
        seriesId: alpha.id,
        ...times,
        updatedAt: finishedAt,
        started: false,
        completions: 1,
      },
    ])
    await tx.insert(wantToRead).values({ userId, bookId: ids('a2c1')[0]!, position: 1 })
  })
}

const list = (path: string, as = 'ann') => server.call('GET', path, { as })
async function idsOf(path: string, as = 'ann') {
  const { status, body } = await list(path, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}

describe('one row', () => {
  test('holds every member, with the values of whoever asks', async () => {
    const { body } = await list(`/series/${alpha.id}/books`)
    const [row] = body.data
    expect(row).toEqual({
      id: ids('a1')[0],
      seriesId: alpha.id,
      seriesName: 'Alpha',
      libraryId: library.id,
      libraryName: 'Comics',
      title: 'Yankee 10',
      titleSort: 'Sorted',
      number: null,
      volume: 1,
      chapter: null,
      summary: 'What it is',
      path: null,
      fileFormat: 'cbz',
      fileSize: 1000,
      fileHash: '',
      koreaderHash: null,
      pageCount: 20,
      readingDirection: 'rtl',
      analyzed: true,
      analysisError: renderMessage(archiveMessages.cut_off()),
      finding: 'truncated',
      findings: [
        findingWithText({ code: 'unsafe_names', message: comicMessages.unsafe_names() }),
        findingWithText({ code: 'truncated', message: archiveMessages.cut_off() }),
      ],
      deleted: false,
      readProgress: {
        id: expect.any(String),
        userId: server.getUserId('ann'),
        bookId: ids('a1')[0],
        currentPage: 20,
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
    expect(rows.get(ids('a2c1')[0])).toMatchObject({
      wantToRead: true,
      readProgress: null,
      readCount: 0,
    })
    expect(rows.get(ids('a2')[0])).toMatchObject({
      readProgress: { completed: false, completedAt: null },
    })
    // Marked unread after having been finished once.
    expect(rows.get(ids('a10')[0])).toMatchObject({ readProgress: null, readCount: 1, number: 10 })
  })

  test('tells others nothing of it, and the place on the disk to who runs the server', async () => {
    const { body } = await list(`/series/${alpha.id}/books`, 'ada')
    expect(body.data[0]).toMatchObject({ readProgress: null, readCount: 0, lastCompletedAt: null })
    expect(body.data[0].path).toBe('/media/comics/a1.cbz')
  })
})

describe('order', () => {
  test('is natural within a series', async () => {
    expect(await idsOf(`/series/${alpha.id}/books`)).toEqual(ids('a1', 'a2', 'a2c1', 'a10'))
    const back = await idsOf(`/series/${alpha.id}/books?sort=natural,desc`)
    expect(back).toEqual(ids('a10', 'a2c1', 'a2', 'a1'))
  })

  test.each([
    ['series,asc', ['a1', 'a2', 'a2c1', 'a10', 'b1']],
    ['series,desc', ['b1', 'a10', 'a2c1', 'a2', 'a1']],
    ['title,asc', ['a2', 'a2c1', 'b1', 'a1', 'a10']],
    ['title,desc', ['a10', 'a1', 'b1', 'a2c1', 'a2']],
    ['filename,asc', ['a1', 'a10', 'a2', 'a2c1', 'b1']],
  ])('by %s', async (sort, names) => {
    expect(await idsOf(`/books?sort=${sort}`)).toEqual(ids(...names))
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
  ])('by %s begins with what has a value', async (sort, names) => {
    const found = await idsOf(`/books?sort=${sort}`)
    expect(found).toHaveLength(5)
    expect(found.slice(0, names.length)).toEqual(ids(...names))
  })

  test('at random is the same on all pages', async () => {
    const whole = await idsOf('/books?sort=random')
    const pages = await Promise.all(
      [1, 2, 3].map((page) => idsOf(`/books?sort=random&pageSize=2&page=${page}`)),
    )
    expect(pages.flat()).toEqual(whole)
    expect(new Set(whole).size).toBe(5)
  })

  test.each(['name,asc', 'title,up', 'title,asc,desc', ''])('refuses %p', async (sort) => {
    const { status, body } = await list(`/books?sort=${sort}`)
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
  ])('%s', async (query, names) => {
    expect(await idsOf(`/books?${query}`)).toEqual(ids(...names))
    expect((await list(`/books?${query}`)).body.total).toBe(names.length)
  })

  test('of library and series, and their own lists', async () => {
    expect(await idsOf(`/books?libraryId=${other.id}`)).toEqual(ids('b1'))
    expect(await idsOf(`/books?seriesId=${beta.id}`)).toEqual(ids('b1'))
    expect(await idsOf(`/books?seriesId=${beta.id}&libraryId=${library.id}`)).toEqual([])
    expect(await idsOf(`/libraries/${other.id}/books`)).toEqual(ids('b1'))
    expect(await idsOf(`/libraries/${library.id}/books?readStatus=read`)).toEqual(ids('a1'))
    expect(await idsOf(`/series/${alpha.id}/books?search=fox`)).toEqual(ids('a2c1'))
  })

  test.each(['readStatus=done', 'colour=red', 'pageSize=501', 'page=0', 'libraryId=x', 'full=1'])(
    'refuses %s',
    async (query) => {
      expect((await list(`/books?${query}`)).status).toBe(400)
    },
  )
})

test('pages repeat the query in their links', async () => {
  const { body } = await list(`/series/${alpha.id}/books?pageSize=3&readStatus=unread`)
  expect([body.total, body.totalPages, body.data.length]).toEqual([2, 1, 2])
  const second = await list('/books?pageSize=2&page=2&sort=title,desc')
  expect(second.body.links.next).toBe('/api/v1/books?pageSize=2&page=3&sort=title%2Cdesc')
  expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual(ids('b1', 'a2c1'))
  expect((await list('/books?page=99')).body.data).toEqual([])
})

test('long pages come whole and in order', async () => {
  const long = await seedSeries(server, await seedLibrary(server), { title: 'Long' })
  await Promise.all(Array.from({ length: 150 }, (_, i) => add(long, `long ${i}`, { volume: i })))
  const wanted = ids(...Array.from({ length: 150 }, (_, i) => `long ${i}`))
  expect(await idsOf(`/series/${long.id}/books?pageSize=500`)).toEqual(wanted)
  const reversed = await listBooksByIds(server.ctx, system, wanted.toReversed())
  expect(reversed.map(({ id }) => id)).toEqual(wanted.toReversed())
  await server.ctx.write(async (tx) => {
    await tx.update(series).set({ trashedAt: new Date() }).where(eq(series.id, long.id))
  })
})

describe('books with findings', () => {
  test('are listed with words, and can be narrowed to one kind', async () => {
    expect(await idsOf('/books/errors')).toEqual(ids('a1', 'b1'))
    expect(await idsOf('/books/errors?code=drm')).toEqual(ids('b1'))
    expect(await idsOf(`/books/errors?seriesId=${alpha.id}`)).toEqual(ids('a1'))
    const { body } = await list('/books/errors?code=drm')
    expect(body.data[0]).toMatchObject({ finding: 'drm', analysisError: 'drm', fileFormat: 'cbz' })
  })
})

describe('one book', () => {
  test('comes with its metadata, people listed by role', async () => {
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
    const { status, body } = await list(`/books/${book.id}`)
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
    const full = (await list(`/books/${book.id}/full`)).body
    expect(full).toMatchObject({ id: book.id, title: 'Detail', readCount: 0, genres: [], tags: [] })
    expect(full.metadata).toMatchObject({ writers: ['A', 'B', 'C'], subtitle: null })
    expect(Object.keys(full.metadata.locks)).toHaveLength(38)
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
  ])('%s has its neighbours', async (name, before, after) => {
    const { body } = await list(`/books/${shelf[name]!.id}/adjacent`)
    expect(body.prev?.id ?? null).toBe(before && shelf[before]!.id)
    expect(body.next?.id ?? null).toBe(after && shelf[after]!.id)
  })
})

describe('what cannot be seen', () => {
  test.each(['trashed', 'of trashed series', 'of trashed library'])(
    '%s is not found',
    async (name) => {
      const { id } = shelf[name]!
      for (const path of ['', '/full', '/adjacent', '/pages', '/metadata', '/metadata/locks']) {
        const { status, body } = await list(`/books/${id}${path}`, 'ada')
        expect([path, status, body.error]).toEqual([path, 404, 'not_found'])
      }
      expect(await listBooksByIds(server.ctx, system, [id])).toEqual([])
    },
  )

  test('is in no list, no count and no search of a viewer of other libraries', async () => {
    const viewer = { ...system, libraryIds: [other.id] }
    const all = Object.values(shelf).map(({ id }) => id)
    const seen = await listBooksByIds(server.ctx, viewer, all)
    expect(seen.map(({ id }) => id)).toEqual(ids('b1'))
    const none = { ...system, libraryIds: [] }
    expect(await listBooksByIds(server.ctx, none, all)).toEqual([])
  })

  test.each(['/series/ID/books', '/libraries/ID/books', '/books/ID'])('%s', async (path) => {
    expect((await list(path.replace('ID', Bun.randomUUIDv7()))).status).toBe(404)
    expect((await list(path.replace('ID', 'nope'))).status).toBe(400)
    expect((await server.call('GET', path.replace('ID', alpha.id))).status).toBe(401)
  })
})
