import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { refreshSeriesProgress } from '../../../src/reading/progress/refresh'
import { bookProgress, readingEvents, seriesProgress } from '../../../src/reading/progress/schema'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/refresh'
import { series } from '../../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../../support/server'
import {
  type SeededBook,
  type SeededLibrary,
  type SeededSeries,
  seedBook,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { withText } from '../../../src/platform/messages/message'
import { progressMessages } from '../../../src/reading/progress/messages'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const by = (as: string, body?: unknown) => ({ as, ...(body !== undefined && { body }) })
const put = (book: SeededBook, body: unknown, as = 'ann') =>
  server.call('PUT', `/books/${book.id}/progress`, by(as, body))
const get = (book: SeededBook, as = 'ann') =>
  server.call('GET', `/books/${book.id}/progress`, by(as))
const progressionOf = (book: SeededBook) => `/books/${book.id}/progression`
const january = (day: number) => `2026-01-0${day}T10:00:00.000Z`
const mark = (what: string, as = 'ann') => server.call('POST', what, by(as))
const eventsOf = (book: SeededBook) =>
  server.ctx.db.select().from(readingEvents).where(eq(readingEvents.bookId, book.id))

async function seriesOf(titles: string[]) {
  const made = await seedSeries(server, library)
  const volumes: SeededBook[] = []
  for (const title of titles) volumes.push(await seedBook(server, made, { title }))
  await server.ctx.write((tx) => refreshSeriesCounters(tx, [made.id]))
  return { made, volumes }
}

const aBook = async () => (await seriesOf(['One'])).volumes[0]!

async function standing(made: SeededSeries, as = 'ann') {
  const rows = await server.ctx.db
    .select()
    .from(seriesProgress)
    .where(eq(seriesProgress.seriesId, made.id))
  return rows.find(({ userId }) => userId === server.getUserId(as))
}

const seriesHistory = async (made: SeededSeries) =>
  (await server.call('GET', `/series/${made.id}/read-history`, by('ann'))).body

async function trash(book: SeededBook, trashedAt: Date | null) {
  await server.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt }).where(eq(books.id, book.id))
    await refreshSeriesCounters(tx, [book.seriesId])
    await refreshSeriesProgress(tx, [book.seriesId])
  })
}

describe('progress in a book', () => {
  test('is nothing before the first page, and what was set after it', async () => {
    const book = await aBook()
    expect((await get(book)).status).toBe(204)
    const { status, body } = await put(book, { currentPage: 5 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userId: server.getUserId('ann'),
      bookId: book.id,
      currentPage: 5,
      progressPercentage: 0.25,
      completed: false,
      completedAt: null,
    })
    expect((await get(book)).body).toEqual(body)
    expect((await get(book, 'max')).status).toBe(204)
  })

  test('is the same in the view of the book', async () => {
    const book = await aBook()
    const { body } = await put(book, { currentPage: 5 })
    const { listBooksByIds } = await import('../../../src/catalog/books/service')
    const viewer = {
      ...(await import('../../../src/accounts/permissions/model')).system,
      userId: server.getUserId('ann'),
    }
    const [view] = await listBooksByIds(server.ctx, viewer, [book.id])
    expect(JSON.parse(JSON.stringify(view!.readProgress))).toEqual(body)
  })

  test('goes back when a person goes back, on whichever device', async () => {
    const book = await aBook()
    await put(book, { currentPage: 9, device: 'tablet' })
    await put(book, { currentPage: 4, device: 'phone' })
    expect((await get(book)).body.currentPage).toBe(4)
    expect((await eventsOf(book)).map(({ device }) => device).toSorted()).toEqual([
      'phone',
      'tablet',
    ])
  })

  test('logs what arrives late and stays where it is', async () => {
    const book = await aBook()
    await put(book, { currentPage: 9, happenedAt: '2026-01-02T10:00:00Z' })
    await put(book, { currentPage: 15, happenedAt: '2026-01-02T09:00:00+00:00' })
    expect((await get(book)).body.currentPage).toBe(9)
    expect(await eventsOf(book)).toHaveLength(2)
  })

  test('remembers a message only once that a client sends again', async () => {
    const book = await aBook()
    const message = { currentPage: 9, device: 'tablet', happenedAt: '2026-01-02T10:00:00Z' }
    const first = await put(book, message)
    const again = await put(book, message)
    expect(again.body).toEqual(first.body)
    expect(await eventsOf(book)).toHaveLength(1)
    await put(book, { ...message, device: 'phone' })
    expect(await eventsOf(book)).toHaveLength(2)
  })

  test('finishes a book once on its last page, and completed: false keeps it open', async () => {
    const book = await aBook()
    expect((await put(book, { currentPage: 20, completed: false })).body.completed).toBe(false)
    const { body } = await put(book, { currentPage: 20 })
    expect(body.completed).toBe(true)
    expect(body.completedAt).not.toBeNull()
    await put(book, { currentPage: 20 })
    await mark(`/books/${book.id}/read`)
    const history = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(history.body).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })
    expect(history.body.lastCompletedAt).toBe(history.body.entries[0].completedAt)
  })

  test('begins a new pass after unread, and the completions stay', async () => {
    const book = await aBook()
    await mark(`/books/${book.id}/read`)
    expect((await mark(`/books/${book.id}/unread`)).status).toBe(204)
    expect((await get(book)).status).toBe(204)
    await mark(`/books/${book.id}/read`)
    await server.call('DELETE', `/books/${book.id}/progress`, by('ann'))
    expect((await get(book)).status).toBe(204)
    const { body } = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(body.readCount).toBe(2)
    expect(body.entries.map(({ pass }: { pass: number }) => pass)).toEqual([2, 1])
    await put(book, { currentPage: 1 })
    expect((await get(book)).body).toMatchObject({ currentPage: 1, completed: false })
  })

  test('is listed, the latest first, without what was marked unread', async () => {
    const { volumes } = await seriesOf(['One', 'Two', 'Three'])
    await server.addUser('eve', 'reader')
    for (const book of volumes) await put(book, { currentPage: 3 }, 'eve')
    await mark(`/books/${volumes[2]!.id}/unread`, 'eve')
    await Bun.sleep(2)
    await put(volumes[0]!, { currentPage: 4 }, 'eve')
    const { body } = await server.call('GET', '/progress?pageSize=1', by('eve'))
    expect(body).toMatchObject({ total: 2, data: [{ bookId: volumes[0]!.id, currentPage: 4 }] })
  })

  test('is told to the user after the commit', async () => {
    const book = await aBook()
    await put(book, { currentPage: 3 })
    await Bun.sleep(20)
    const { events } = server
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'read_progress_updated',
        userId: server.getUserId('ann'),
        bookId: book.id,
        seriesId: book.seriesId,
      }),
    )
  })

  test('takes twenty writes at the same time, and all are logged', async () => {
    const book = await aBook()
    const pages = Array.from({ length: 20 }, (_, place) => place + 1)
    const answers = await Promise.all(
      pages.map((currentPage) => put(book, { currentPage, completed: false })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await eventsOf(book)).toHaveLength(20)
    const rows = await server.ctx.db
      .select()
      .from(bookProgress)
      .where(eq(bookProgress.bookId, book.id))
    expect(rows).toHaveLength(1)
    const finishing = await Promise.all(pages.map(() => put(book, { currentPage: 20 })))
    expect(finishing.every(({ body }) => body.completed)).toBe(true)
    const { body } = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(body.readCount).toBe(1)
  })
})

describe('a Readium progression', () => {
  const locator = {
    href: 'text/chapter-2.xhtml',
    type: 'application/xhtml+xml',
    locations: { progression: 0.5, totalProgression: 0.4, cssSelector: '#p12' },
    text: { highlight: 'a word' },
  }

  test('comes back as it was sent, and moves the progress', async () => {
    const book = await aBook()
    expect((await server.call('GET', progressionOf(book), by('ann'))).status).toBe(204)
    const device = { id: 'reader-1', name: 'Reader' }
    const sent = { device, modified: '2026-01-02T10:00:00Z', locator }
    expect((await server.call('PUT', progressionOf(book), by('ann', sent))).status).toBe(204)
    const { body } = await server.call('GET', progressionOf(book), by('ann'))
    expect(body).toEqual({
      device: { id: 'reader-1', name: 'reader-1' },
      modified: '2026-01-02T10:00:00.000Z',
      locator,
    })
    expect((await get(book)).body).toMatchObject({ progressPercentage: 0.4, currentPage: 8 })
  })

  test('finishes the book at 98 %', async () => {
    const book = await aBook()
    const end = { ...locator, locations: { totalProgression: 0.985 } }
    await server.call(
      'PUT',
      progressionOf(book),
      by('ann', { modified: '2026-01-02T10:00:00Z', locator: end }),
    )
    expect((await get(book)).body.completed).toBe(true)
  })

  test('does not finish the book by a position of which the whole is not told', async () => {
    const book = await aBook()
    const far = { ...locator, locations: { position: 300 } }
    const sent = { modified: january(2), locator: far }
    const { status } = await server.call('PUT', progressionOf(book), by('ann', sent))
    expect(status).toBe(204)
    expect((await get(book)).body).toMatchObject({ currentPage: 20, completed: false })
  })

  test.each([
    ['a locator over 8 KiB', { ...locator, text: { highlight: 'x'.repeat(9000) } }],
    ['a locator that says no place', { ...locator, locations: { progression: 0.3 } }],
    ['a place beyond the end', { ...locator, locations: { totalProgression: 1.2 } }],
    ['no href', { type: 'text/html', locations: { totalProgression: 0.2 } }],
  ])('refuses %s', async (_, wrong) => {
    const book = await aBook()
    const body = { modified: '2026-01-02T10:00:00Z', locator: wrong }
    expect((await server.call('PUT', progressionOf(book), by('ann', body))).status).toBe(400)
    expect((await get(book)).status).toBe(204)
  })
})

describe('a series', () => {
  test('is read as often as its least read book', async () => {
    const { made, volumes } = await seriesOf(['One', 'Two', 'Three'])
    for (const { id } of volumes.slice(0, 2)) await mark(`/books/${id}/read`)
    expect(await standing(made)).toMatchObject({
      booksRead: 2,
      readCount: 0,
      lastCompletedAt: null,
    })
    expect((await seriesHistory(made)).entries).toEqual([])

    await mark(`/books/${volumes[2]!.id}/read`)
    expect(await standing(made)).toMatchObject({ booksRead: 3, readCount: 1 })
    const first = await seriesHistory(made)
    expect(first).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })

    for (const { id } of volumes) {
      await mark(`/books/${id}/unread`)
      await mark(`/books/${id}/read`)
    }
    const second = await seriesHistory(made)
    expect(second.readCount).toBe(2)
    expect(second.entries).toHaveLength(2)
    expect(second.lastCompletedAt).toBe(second.entries[0].completedAt)
    expect(second.entries[1]).toEqual(first.entries[0])
    expect(await standing(made, 'max')).toBeUndefined()
  })

  test('without books is read no times', async () => {
    const made = await seedSeries(server, library)
    expect((await mark(`/series/${made.id}/read`)).body.count).toBe(0)
    expect(await seriesHistory(made)).toEqual({ readCount: 0, lastCompletedAt: null, entries: [] })
  })

  test('falls to 0 with a new volume; history and last completion stay', async () => {
    const { made, volumes } = await seriesOf(['One', 'Two'])
    for (const { id } of volumes) await mark(`/books/${id}/read`)
    const before = await seriesHistory(made)
    expect(before.readCount).toBe(1)

    const added = await seedBook(server, made, { title: 'Three' })
    await server.ctx.write((tx) => refreshSeriesProgress(tx, [made.id]))
    const lowered = await seriesHistory(made)
    expect(lowered).toEqual({ ...before, readCount: 0 })
    expect(lowered.lastCompletedAt).not.toBeNull()

    await Bun.sleep(2)
    await mark(`/books/${added.id}/read`)
    const after = await seriesHistory(made)
    expect(after.readCount).toBe(1)
    expect(after.entries).toHaveLength(2)
    expect(after.lastCompletedAt > before.lastCompletedAt).toBe(true)
  })

  test('is completed when its last unread book goes, on the day the others were finished', async () => {
    const { made, volumes } = await seriesOf(['One', 'Two', 'Three'])
    await put(volumes[0]!, { currentPage: 20, happenedAt: january(1) })
    await put(volumes[1]!, { currentPage: 20, happenedAt: january(2) })
    await trash(volumes[2]!, new Date())
    const alone = await seriesHistory(made)
    expect(alone).toMatchObject({ readCount: 1, lastCompletedAt: january(2) })
    expect(alone.entries[0]).toMatchObject({
      pass: 1,
      startedAt: january(1),
      completedAt: january(2),
    })

    await trash(volumes[2]!, null)
    expect(await seriesHistory(made)).toEqual({ ...alone, readCount: 0 })
    await trash(volumes[2]!, new Date())
    expect(await seriesHistory(made)).toEqual(alone)
  })

  test('takes the reading of a book along that moves to another series', async () => {
    const from = await seriesOf(['One', 'Two'])
    const to = await seriesOf(['Three'])
    const moving = from.volumes[0]!
    await mark(`/books/${moving.id}/read`)
    await mark(`/books/${to.volumes[0]!.id}/read`)
    await server.ctx.write(async (tx) => {
      await tx.update(books).set({ seriesId: to.made.id }).where(eq(books.id, moving.id))
      await refreshSeriesProgress(tx, [from.made.id, to.made.id])
    })
    expect(await standing(from.made)).toMatchObject({
      booksRead: 0,
      readCount: 0,
      lastReadAt: null,
    })
    expect(await standing(to.made)).toMatchObject({ booksRead: 2, readCount: 1 })
  })

  test('is marked whole, and says how many books changed', async () => {
    const { made, volumes } = await seriesOf(['One', 'Two', 'Three'])
    await mark(`/books/${volumes[0]!.id}/read`)
    const read = await mark(`/series/${made.id}/read`)
    expect(read.body).toEqual({ count: 2, ...withText(progressMessages.marked_read({ count: 2 })) })
    expect((await mark(`/series/${made.id}/read`)).body.count).toBe(0)
    expect(await seriesHistory(made)).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })
    const unread = await mark(`/series/${made.id}/unread`)
    expect(unread.body).toMatchObject({ code: 'progress.marked_unread', params: { count: 3 } })
    expect(await standing(made)).toMatchObject({ booksRead: 0, readCount: 1 })
  })

  test('of a thousand books is marked in one go', async () => {
    const made = await seedSeries(server, library)
    const rows = Array.from({ length: 1000 }, (_, place) => ({
      seriesId: made.id,
      libraryId: library.id,
      rootId: library.rootId,
      relativePath: `${made.id}/${place}.cbz`,
      title: `Volume ${place}`,
      sortKey: String(place).padStart(5, '0'),
      size: 1,
      modifiedAtMs: 1,
      pageCount: 20,
    }))
    await server.ctx.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 200) {
        await tx.insert(books).values(rows.slice(from, from + 200))
      }
    })
    const eventsBefore = server.events.length
    expect((await mark(`/series/${made.id}/read`)).body.count).toBe(1000)
    await Bun.sleep(50)
    expect(server.events.length - eventsBefore).toBe(1)
    expect(await standing(made)).toMatchObject({ booksRead: 1000, readCount: 1 })
  })
})

describe('who may', () => {
  const missing = '018f0000-0000-7000-8000-000000000000'
  const fresh = { currentPage: 1 }
  test.each<[string, string, string, string | undefined, unknown, number]>([
    ['a stranger', 'GET', `/books/${missing}/progress`, undefined, undefined, 401],
    ['a stranger who writes', 'PUT', `/books/${missing}/progress`, undefined, fresh, 401],
    ['an unknown book', 'PUT', `/books/${missing}/progress`, 'ann', fresh, 404],
    ['an unknown book read', 'POST', `/books/${missing}/read`, 'ann', undefined, 404],
    ['an unknown book unread', 'POST', `/books/${missing}/unread`, 'ann', undefined, 404],
    ['an unknown book forgotten', 'DELETE', `/books/${missing}/progress`, 'ann', undefined, 404],
    ['an unknown history', 'GET', `/books/${missing}/read-history`, 'ann', undefined, 404],
    ['an unknown progression', 'GET', `/books/${missing}/progression`, 'ann', undefined, 404],
    ['an unknown series', 'POST', `/series/${missing}/read`, 'ann', undefined, 404],
    ['an unknown series history', 'GET', `/series/${missing}/read-history`, 'ann', undefined, 404],
    ['an unknown library', 'GET', `/libraries/${missing}/books/on-deck`, 'ann', undefined, 404],
    ['a malformed id', 'GET', '/books/nope/progress', 'ann', undefined, 400],
    ['page 0', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: 0 }, 400],
    ['no page', 'PUT', `/books/${missing}/progress`, 'ann', {}, 400],
    ['half a page', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: 1.5 }, 400],
    ['a page as text', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: '3' }, 400],
    ['an unknown member', 'PUT', `/books/${missing}/progress`, 'ann', { ...fresh, p: 1 }, 400],
    [
      'over 1',
      'PUT',
      `/books/${missing}/progress`,
      'ann',
      { ...fresh, progressPercentage: 1.1 },
      400,
    ],
    ['no time', 'PUT', `/books/${missing}/progress`, 'ann', { ...fresh, happenedAt: 'now' }, 400],
    ['an unknown parameter', 'GET', '/books/in-progress?sort=title', 'ann', undefined, 400],
    ['a page that is none', 'GET', '/progress?page=0', 'ann', undefined, 400],
  ])('refuses %s', async (_, method, path, as, body, status) => {
    const answer = await server.call(method, path, {
      ...(as !== undefined && { as }),
      ...(body !== undefined && { body }),
    })
    expect(answer.status).toBe(status)
  })

  test('finds nothing in the trash, and finds the reading again when the book comes back', async () => {
    const { volumes } = await seriesOf(['One', 'Two'])
    const book = volumes[0]!
    await put(book, { currentPage: 7 })
    await trash(book, new Date())
    expect((await get(book)).status).toBe(404)
    expect((await put(book, { currentPage: 8 })).status).toBe(404)
    expect((await server.call('GET', `/books/${book.id}/read-history`, by('ann'))).status).toBe(404)
    await trash(book, null)
    expect((await get(book)).body.currentPage).toBe(7)
  })

  test('finds nothing in a library in the trash, nor in a series in the trash', async () => {
    const hidden = await seedLibrary(server)
    const made = await seedSeries(server, hidden)
    const book = await seedBook(server, made)
    await put(book, { currentPage: 7 })
    const hide = async (trashedAt: Date | null) =>
      server.ctx.write((tx) =>
        tx.update(libraries).set({ trashedAt }).where(eq(libraries.id, hidden.id)),
      )
    await hide(new Date())
    expect((await get(book)).status).toBe(404)
    expect((await mark(`/series/${made.id}/unread`)).status).toBe(404)
    expect(
      (await server.call('GET', `/libraries/${hidden.id}/books/on-deck`, by('ann'))).status,
    ).toBe(404)
    const listed = await server.call('GET', '/progress?pageSize=500', by('ann'))
    expect(listed.body.data.some(({ bookId }: { bookId: string }) => bookId === book.id)).toBe(
      false,
    )
    await hide(null)
    await server.ctx.write((tx) =>
      tx.update(series).set({ trashedAt: new Date() }).where(eq(series.id, made.id)),
    )
    expect((await put(book, { currentPage: 8 })).status).toBe(404)
  })
})
