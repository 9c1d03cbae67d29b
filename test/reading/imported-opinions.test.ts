/** Ratings, bookmarks and highlights of other programs: what is added, and removed by an undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  planImportedBookmarks,
  removeImportedBookmarks,
  storeImportedBookmarks,
} from '../../src/reading/bookmarks/imported-bookmarks'
import { planMarks } from '../../src/reading/bookmarks/imported-marks'
import { bookmarks } from '../../src/reading/bookmarks/schema'
import {
  planImportedHighlights,
  storeImportedHighlights,
} from '../../src/reading/highlights/imported-highlights'
import { addHighlights } from '../../src/reading/highlights/merge-highlights'
import { highlights } from '../../src/reading/highlights/schema'
import {
  planImportedRatings,
  removeImportedRatings,
  storeImportedRatings,
} from '../../src/reading/ratings/imported-ratings'
import { ratings } from '../../src/reading/ratings/schema'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
let seriesId: string
let bookId: string
let otherId: string
let userId: string
beforeAll(async () => {
  server = await startTestServer()
  const series = await seedSeries(server, await seedLibrary(server))
  seriesId = series.id
  bookId = (await seedBook(server, series)).id
  otherId = (await seedBook(server, series)).id
  userId = server.getUserId('ann')
})
afterAll(() => server.close())
beforeEach(() =>
  server.ctx.write(async (tx) => {
    for (const table of [ratings, bookmarks, highlights]) await tx.delete(table)
  }),
)

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

describe('ratings', () => {
  const item = (kind: 'series' | 'book') => ({ kind, id: kind === 'series' ? seriesId : bookId })
  interface Given {
    rating?: number | null
    note?: string | null
    at?: Date
    kind?: 'series' | 'book'
  }
  const imported = ({ rating = null, note = null, at = day(5), kind = 'series' }: Given) => ({
    item: item(kind),
    rating,
    note,
    at,
  })
  const plan = (given: Given) => planImportedRatings(server.ctx.db, userId, [imported(given)])
  const store = async (given: Given) => {
    const planned = await plan(given)
    await server.ctx.write((tx) => storeImportedRatings(tx, userId, planned))
    return planned[0]!
  }
  const rate = (values: Partial<typeof ratings.$inferInsert>) =>
    server.ctx.write((tx) =>
      tx.insert(ratings).values({
        userId,
        seriesId,
        bookId: null,
        rating: null,
        note: null,
        favorite: false,
        createdAt: day(1),
        updatedAt: day(1),
        ...values,
      }),
    )
  const list = async () =>
    (await server.ctx.db.select().from(ratings)).map(
      ({ rating, note, favorite, updatedAt, ...row }) => [
        row.seriesId === null ? 'book' : 'series',
        rating,
        note,
        favorite,
        updatedAt.getUTCDate(),
      ],
    )
  const remove = (added: Pick<Given, 'rating' | 'note'>) =>
    server.ctx.write((tx) =>
      removeImportedRatings(tx, userId, [
        { item: item('series'), added: { rating: null, note: null, ...added } },
      ]),
    )

  test.each<[string, Partial<typeof ratings.$inferInsert> | undefined, Given, string, unknown[][]]>(
    [
      ['of a series', undefined, { rating: 70, note: 'n' }, 'new', [['series', 70, 'n', false, 5]]],
      ['of a book', undefined, { rating: 70, kind: 'book' }, 'new', [['book', 70, null, false, 5]]],
      ['a note alone', undefined, { note: 'n' }, 'new', [['series', null, 'n', false, 5]]],
      ['the same', { rating: 70 }, { rating: 70 }, 'same', [['series', 70, null, false, 1]]],
      ['another', { rating: 60 }, { rating: 70 }, 'older', [['series', 60, null, false, 1]]],
      [
        'a note beside a rating',
        { rating: 60, favorite: true },
        { rating: 70, note: 'n' },
        'new',
        [['series', 60, 'n', true, 5]],
      ],
      [
        'an older note beside a rating',
        { rating: 60, updatedAt: day(9) },
        { note: 'n' },
        'new',
        [['series', 60, 'n', false, 9]],
      ],
      [
        'a rating beside a note',
        { note: 'mine' },
        { rating: 70, note: 'n' },
        'new',
        [['series', 70, 'mine', false, 5]],
      ],
      [
        'another note',
        { rating: 70, note: 'mine' },
        { rating: 70, note: 'n' },
        'older',
        [['series', 70, 'mine', false, 1]],
      ],
    ],
  )('%s', async (_, before, given, outcome, rows) => {
    if (before) await rate(before)
    expect((await store(given)).outcome).toBe(outcome as never)
    expect<unknown[]>(await list()).toEqual(rows)
  })

  test('for an account that does not exist yet are new', async () => {
    await rate({ rating: 60 })
    const [planned] = await planImportedRatings(server.ctx.db, null, [imported({ rating: 70 })])
    expect([planned!.outcome, planned!.known]).toEqual(['new', undefined])
  })

  test.each<
    [
      string,
      Partial<typeof ratings.$inferInsert>,
      Pick<Given, 'rating' | 'note'>,
      number,
      unknown[][],
    ]
  >([
    ['that were added go', { rating: 70, note: 'n' }, { rating: 70, note: 'n' }, 0, []],
    ['that changed stay', { rating: 60, note: 'n' }, { rating: 70, note: 'n' }, 1, [[60, null]]],
    [
      'whose note changed keep it',
      { rating: 70, note: 'mine' },
      { rating: 70, note: 'n' },
      1,
      [[null, 'mine']],
    ],
    ['that were here before stay', { rating: 60, note: 'n' }, { note: 'n' }, 0, [[60, null]]],
    [
      'with a note from before keep it',
      { rating: 70, note: 'mine' },
      { rating: 70 },
      0,
      [[null, 'mine']],
    ],
    ['of a favorite leave it', { rating: 70, favorite: true }, { rating: 70 }, 0, [[null, null]]],
  ])('%s', async (_, row, added, kept, left) => {
    await rate(row)
    expect(await remove(added)).toBe(kept)
    expect<unknown[]>((await list()).map(([, rating, note]) => [rating, note])).toEqual(left)
    expect(await remove({ rating: 1 })).toBe(
      left.length > 0 && (await list())[0]![1] !== null ? 1 : 0,
    )
  })
})

describe('bookmarks', () => {
  const mark = (page: number | null, fraction = 0.5, at = day(5)) => ({
    bookId,
    page,
    locator: null,
    fraction,
    note: null,
    at,
  })
  const plan = (given: ReturnType<typeof mark>[]) =>
    planImportedBookmarks(server.ctx.db, userId, given)
  const store = (given: ReturnType<typeof mark>[]) =>
    server.ctx.write((tx) => storeImportedBookmarks(tx, userId, given))

  test('are the same on the same page, or at the same place of a text', async () => {
    expect(await store([])).toEqual([])
    expect(await store([mark(3), mark(null, 0.25)])).toHaveLength(2)
    const given = [
      mark(3, 0.9),
      mark(4),
      mark(null, 0.25),
      mark(null, 0.2500001),
      mark(null, 0.250001),
    ]
    expect(await plan(given)).toEqual(['same', 'new', 'same', 'same', 'new'])
    expect(await planImportedBookmarks(server.ctx.db, null, [mark(3)])).toEqual(['new'])
  })

  test('that someone changed stay after an undo', async () => {
    const ids = await store([mark(1), mark(2)])
    await server.ctx.write((tx) =>
      tx
        .update(bookmarks)
        .set({ updatedAt: day(6) })
        .where(eq(bookmarks.id, ids[0]!)),
    )
    const removed = ids.map((id) => ({ id, at: day(5) }))
    expect(await server.ctx.write((tx) => removeImportedBookmarks(tx, userId, removed))).toBe(1)
    expect((await server.ctx.db.select().from(bookmarks)).map(({ page }) => page)).toEqual([1])
  })

  test('fill a book up to its limit', () => {
    const of = (place: number, book = 'b') => ({ bookId: book, place })
    const given = [of(1), of(2), of(3), of(4), of(4, 'c')]
    const plans = planMarks(given, {
      known: [of(1)],
      buildKey: ({ bookId: id, place }) => `${id} ${place}`,
      maxInBook: 3,
    })
    expect(plans).toEqual(['same', 'new', 'new', 'not_possible', 'new'])
  })
})

describe('highlights', () => {
  const mark = (passage: string, fraction = 0.5, more: object = {}) => ({
    bookId,
    locator: {},
    passage,
    fraction,
    color: 'yellow' as const,
    note: null,
    at: day(5),
    ...more,
  })

  test('are the same with the same text at the same place', async () => {
    expect(await server.ctx.write((tx) => storeImportedHighlights(tx, userId, []))).toEqual([])
    await server.ctx.write((tx) => storeImportedHighlights(tx, userId, [mark('a')]))
    const given = [mark('a'), mark('b'), mark('a', 0.6), mark('a', 0.5, { bookId: otherId })]
    expect(await planImportedHighlights(server.ctx.db, userId, given)).toEqual([
      'same',
      'new',
      'new',
      'new',
    ])
  })

  test.each([
    ['newer', day(6), 'green'],
    ['as old', day(5), 'yellow'],
    ['older', day(4), 'yellow'],
  ])('of a copy that are %s replace color and note or not', async (_, updatedAt, color) => {
    await server.ctx.write((tx) =>
      storeImportedHighlights(tx, userId, [mark('a'), mark('a', 0.5, { bookId: otherId })]),
    )
    const [row] = await server.ctx.db
      .select()
      .from(highlights)
      .where(eq(highlights.bookId, otherId))
    const added = [
      { ...row!, updatedAt, color: 'green' as const, note: 'n' },
      { ...row!, passage: 'b', createdAt: day(1) },
    ]
    await server.ctx.write((tx) => addHighlights(tx, bookId, added))
    const rows = await server.ctx.db
      .select()
      .from(highlights)
      .where(eq(highlights.bookId, bookId))
      .orderBy(highlights.passage)
    expect(rows.map((one) => [one.passage, one.color, one.note])).toEqual([
      ['a', color, color === 'green' ? 'n' : null],
      ['b', 'yellow', null],
    ])
  })
})
