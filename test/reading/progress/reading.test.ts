import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { refreshSeriesProgress } from '../../../src/reading/progress/series/series-progress'
import { bookProgress, readingEvents, seriesProgress } from '../../../src/reading/progress/schema'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { series } from '../../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
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
const putProgress = (book: SeededBook, body: unknown, as = 'ann') =>
  server.call('PUT', `/books/${book.id}/progress`, by(as, body))
const getProgress = (book: SeededBook, as = 'ann') =>
  server.call('GET', `/books/${book.id}/progress`, by(as))
const getProgression = (book: SeededBook) => `/books/${book.id}/progression`
const buildDate = (day: number) => `2026-01-0${day}T10:00:00.000Z`
const markAs = (what: string, as = 'ann') => server.call('POST', what, by(as))
const listEvents = (book: SeededBook) =>
  server.ctx.db.select().from(readingEvents).where(eq(readingEvents.bookId, book.id))

async function addSeries(titles: string[]) {
  const made = await seedSeries(server, library)
  const volumes: SeededBook[] = []
  for (const title of titles) volumes.push(await seedBook(server, made, { title }))
  await server.ctx.write((tx) => refreshSeriesCounters(tx, [made.id]))
  return { made, volumes }
}

const addBook = async () => (await addSeries(['One'])).volumes[0]!

async function getSeriesProgress(made: SeededSeries, as = 'ann') {
  const rows = await server.ctx.db
    .select()
    .from(seriesProgress)
    .where(eq(seriesProgress.seriesId, made.id))
  return rows.find(({ userId }) => userId === server.getUserId(as))
}

const getSeriesHistory = async (made: SeededSeries) =>
  (await server.call('GET', `/series/${made.id}/read-history`, by('ann'))).body

async function setTrashed(book: SeededBook, trashedAt: Date | null) {
  await server.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt }).where(eq(books.id, book.id))
    await refreshSeriesCounters(tx, [book.seriesId])
    await refreshSeriesProgress(tx, [book.seriesId])
  })
}

describe('book progress', () => {
  test('is empty before the first page, then the last saved position', async () => {
    const book = await addBook()
    expect((await getProgress(book)).status).toBe(204)
    const { status, body } = await putProgress(book, { currentPage: 5 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userId: server.getUserId('ann'),
      bookId: book.id,
      currentPage: 5,
      progressPercentage: 0.25,
      completed: false,
      completedAt: null,
    })
    expect((await getProgress(book)).body).toEqual(body)
    expect((await getProgress(book, 'max')).status).toBe(204)
  })

  test('is included in the book response', async () => {
    const book = await addBook()
    const { body } = await putProgress(book, { currentPage: 5 })
    const { listBooksByIds } = await import('../../../src/catalog/books/service')
    const viewer = {
      ...(await import('../../../src/accounts/permissions/model')).system,
      userId: server.getUserId('ann'),
    }
    const [view] = await listBooksByIds(server.ctx, viewer, [book.id])
    expect(JSON.parse(JSON.stringify(view!.readProgress))).toEqual(body)
  })

  test('moves back when a user turns back on any device', async () => {
    const book = await addBook()
    await putProgress(book, { currentPage: 9, device: 'tablet' })
    await putProgress(book, { currentPage: 4, device: 'phone' })
    expect((await getProgress(book)).body.currentPage).toBe(4)
    expect((await listEvents(book)).map(({ device }) => device).toSorted()).toEqual([
      'phone',
      'tablet',
    ])
  })

  test('logs a late event without moving', async () => {
    const book = await addBook()
    await putProgress(book, { currentPage: 9, happenedAt: '2026-01-02T10:00:00Z' })
    await putProgress(book, { currentPage: 15, happenedAt: '2026-01-02T09:00:00+00:00' })
    expect((await getProgress(book)).body.currentPage).toBe(9)
    expect(await listEvents(book)).toHaveLength(2)
  })

  test('logs a repeated message once', async () => {
    const book = await addBook()
    const message = { currentPage: 9, device: 'tablet', happenedAt: '2026-01-02T10:00:00Z' }
    const first = await putProgress(book, message)
    const again = await putProgress(book, message)
    expect(again.body).toEqual(first.body)
    expect(await listEvents(book)).toHaveLength(1)
    await putProgress(book, { ...message, device: 'phone' })
    expect(await listEvents(book)).toHaveLength(2)
  })

  test('completes a book once on its last page, unless completed is false', async () => {
    const book = await addBook()
    expect((await putProgress(book, { currentPage: 20, completed: false })).body.completed).toBe(
      false,
    )
    const { body } = await putProgress(book, { currentPage: 20 })
    expect(body.completed).toBe(true)
    expect(body.completedAt).not.toBeNull()
    await putProgress(book, { currentPage: 20 })
    await markAs(`/books/${book.id}/read`)
    const history = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(history.body).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })
    expect(history.body.lastCompletedAt).toBe(history.body.entries[0].completedAt)
  })

  test('starts a new pass after unread and keeps completions', async () => {
    const book = await addBook()
    await markAs(`/books/${book.id}/read`)
    expect((await markAs(`/books/${book.id}/unread`)).status).toBe(204)
    expect((await getProgress(book)).status).toBe(204)
    await markAs(`/books/${book.id}/read`)
    await server.call('DELETE', `/books/${book.id}/progress`, by('ann'))
    expect((await getProgress(book)).status).toBe(204)
    const { body } = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(body.readCount).toBe(2)
    expect(body.entries.map(({ pass }: { pass: number }) => pass)).toEqual([2, 1])
    await putProgress(book, { currentPage: 1 })
    expect((await getProgress(book)).body).toMatchObject({ currentPage: 1, completed: false })
  })

  test('is listed latest first, without books marked as unread', async () => {
    const { volumes } = await addSeries(['One', 'Two', 'Three'])
    await server.addUser('eve', 'reader')
    for (const book of volumes) await putProgress(book, { currentPage: 3 }, 'eve')
    await markAs(`/books/${volumes[2]!.id}/unread`, 'eve')
    await Bun.sleep(2)
    await putProgress(volumes[0]!, { currentPage: 4 }, 'eve')
    const { body } = await server.call('GET', '/progress?pageSize=1', by('eve'))
    expect(body).toMatchObject({ total: 2, data: [{ bookId: volumes[0]!.id, currentPage: 4 }] })
  })

  test('publishes an event to the user after the commit', async () => {
    const book = await addBook()
    await putProgress(book, { currentPage: 3 })
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

  test('accepts twenty parallel writes and logs all of them', async () => {
    const book = await addBook()
    const pages = Array.from({ length: 20 }, (_, place) => place + 1)
    const answers = await Promise.all(
      pages.map((currentPage) => putProgress(book, { currentPage, completed: false })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await listEvents(book)).toHaveLength(20)
    const rows = await server.ctx.db
      .select()
      .from(bookProgress)
      .where(eq(bookProgress.bookId, book.id))
    expect(rows).toHaveLength(1)
    const finishing = await Promise.all(pages.map(() => putProgress(book, { currentPage: 20 })))
    expect(finishing.every(({ body }) => body.completed)).toBe(true)
    const { body } = await server.call('GET', `/books/${book.id}/read-history`, by('ann'))
    expect(body.readCount).toBe(1)
  })
})

describe('Readium progression', () => {
  const locator = {
    href: 'text/chapter-2.xhtml',
    type: 'application/xhtml+xml',
    locations: { progression: 0.5, totalProgression: 0.4, cssSelector: '#p12' },
    text: { highlight: 'a word' },
  }

  test('is returned as it was sent, and moves the progress', async () => {
    const book = await addBook()
    expect((await server.call('GET', getProgression(book), by('ann'))).status).toBe(204)
    const device = { id: 'reader-1', name: 'Reader' }
    const sent = { device, modified: '2026-01-02T10:00:00Z', locator }
    expect((await server.call('PUT', getProgression(book), by('ann', sent))).status).toBe(204)
    const { body } = await server.call('GET', getProgression(book), by('ann'))
    expect(body).toEqual({
      device,
      modified: '2026-01-02T10:00:00.000Z',
      locator,
    })
    expect((await getProgress(book)).body).toMatchObject({
      progressPercentage: 0.4,
      currentPage: 8,
    })
  })

  test('B6: shows the name that the device sent last, and the ID of a device without a name', async () => {
    const book = await addBook()
    const put = async (device: object, minute: number) => {
      const modified = `2026-01-02T10:0${minute}:00Z`
      const sent = by('ann', { device, modified, locator })
      expect((await server.call('PUT', getProgression(book), sent)).status).toBe(204)
      return (await server.call('GET', getProgression(book), by('ann'))).body.device
    }
    const named = { id: 'named-reader', name: 'Kitchen' }
    expect(await put(named, 1)).toEqual(named)
    expect(await put({ id: 'named-reader' }, 2)).toEqual(named)
    const renamed = { ...named, name: 'Living room' }
    expect(await put(renamed, 3)).toEqual(renamed)
    expect(await put({ id: 'nameless' }, 4)).toEqual({ id: 'nameless', name: 'nameless' })
    const sent = by('max', {
      device: { id: 'named-reader' },
      modified: '2026-01-02T10:05:00Z',
      locator,
    })
    await server.call('PUT', getProgression(book), sent)
    const other = await server.call('GET', getProgression(book), by('max'))
    expect(other.body.device).toEqual({ id: 'named-reader', name: 'named-reader' })
  })

  test('completes the book at 98 %', async () => {
    const book = await addBook()
    const end = { ...locator, locations: { totalProgression: 0.985 } }
    await server.call(
      'PUT',
      getProgression(book),
      by('ann', { modified: '2026-01-02T10:00:00Z', locator: end }),
    )
    expect((await getProgress(book)).body.completed).toBe(true)
  })

  test('does not complete the book without a total progression', async () => {
    const book = await addBook()
    const far = { ...locator, locations: { position: 300 } }
    const sent = { modified: buildDate(2), locator: far }
    const { status } = await server.call('PUT', getProgression(book), by('ann', sent))
    expect(status).toBe(204)
    expect((await getProgress(book)).body).toMatchObject({ currentPage: 20, completed: false })
  })

  test.each([
    ['a locator over 8 KiB', { ...locator, text: { highlight: 'x'.repeat(9000) } }],
    ['a locator without a position', { ...locator, locations: { progression: 0.3 } }],
    ['a position after the end', { ...locator, locations: { totalProgression: 1.2 } }],
    ['no href', { type: 'text/html', locations: { totalProgression: 0.2 } }],
  ])('rejects %s', async (_, wrong) => {
    const book = await addBook()
    const body = { modified: '2026-01-02T10:00:00Z', locator: wrong }
    expect((await server.call('PUT', getProgression(book), by('ann', body))).status).toBe(400)
    expect((await getProgress(book)).status).toBe(204)
  })
})

describe('series progress', () => {
  test('has the read count of the least read book', async () => {
    const { made, volumes } = await addSeries(['One', 'Two', 'Three'])
    for (const { id } of volumes.slice(0, 2)) await markAs(`/books/${id}/read`)
    expect(await getSeriesProgress(made)).toMatchObject({
      booksRead: 2,
      readCount: 0,
      lastCompletedAt: null,
    })
    expect((await getSeriesHistory(made)).entries).toEqual([])

    await markAs(`/books/${volumes[2]!.id}/read`)
    expect(await getSeriesProgress(made)).toMatchObject({ booksRead: 3, readCount: 1 })
    const first = await getSeriesHistory(made)
    expect(first).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })

    for (const { id } of volumes) {
      await markAs(`/books/${id}/unread`)
      await markAs(`/books/${id}/read`)
    }
    const second = await getSeriesHistory(made)
    expect(second.readCount).toBe(2)
    expect(second.entries).toHaveLength(2)
    expect(second.lastCompletedAt).toBe(second.entries[0].completedAt)
    expect(second.entries[1]).toEqual(first.entries[0])
    expect(await getSeriesProgress(made, 'max')).toBeUndefined()
  })

  test('has a read count of 0 without books', async () => {
    const made = await seedSeries(server, library)
    expect((await markAs(`/series/${made.id}/read`)).body.count).toBe(0)
    expect(await getSeriesHistory(made)).toEqual({
      readCount: 0,
      lastCompletedAt: null,
      entries: [],
    })
  })

  test('falls to 0 with a new volume and keeps history and last completion', async () => {
    const { made, volumes } = await addSeries(['One', 'Two'])
    for (const { id } of volumes) await markAs(`/books/${id}/read`)
    const before = await getSeriesHistory(made)
    expect(before.readCount).toBe(1)

    const added = await seedBook(server, made, { title: 'Three' })
    await server.ctx.write((tx) => refreshSeriesProgress(tx, [made.id]))
    const lowered = await getSeriesHistory(made)
    expect(lowered).toEqual({ ...before, readCount: 0 })
    expect(lowered.lastCompletedAt).not.toBeNull()

    await Bun.sleep(2)
    await markAs(`/books/${added.id}/read`)
    const after = await getSeriesHistory(made)
    expect(after.readCount).toBe(1)
    expect(after.entries).toHaveLength(2)
    expect(after.lastCompletedAt > before.lastCompletedAt).toBe(true)
  })

  test('A3: has the date of the others when a person removes the last unread book', async () => {
    const { made, volumes } = await addSeries(['One', 'Two', 'Three'])
    await putProgress(volumes[0]!, { currentPage: 20, happenedAt: buildDate(1) })
    await putProgress(volumes[1]!, { currentPage: 20, happenedAt: buildDate(2) })
    const before = await getSeriesHistory(made)
    await setTrashed(volumes[2]!, new Date())
    const alone = await getSeriesHistory(made)
    expect(alone).toEqual({ readCount: 1, lastCompletedAt: buildDate(2), entries: [] })

    await setTrashed(volumes[2]!, null)
    expect(await getSeriesHistory(made)).toEqual(before)
    await setTrashed(volumes[2]!, new Date())
    expect(await getSeriesHistory(made)).toEqual(alone)
  })

  test('moves with a book to another series', async () => {
    const from = await addSeries(['One', 'Two'])
    const to = await addSeries(['Three'])
    const moving = from.volumes[0]!
    await markAs(`/books/${moving.id}/read`)
    await markAs(`/books/${to.volumes[0]!.id}/read`)
    await server.ctx.write(async (tx) => {
      await tx.update(books).set({ seriesId: to.made.id }).where(eq(books.id, moving.id))
      await refreshSeriesProgress(tx, [from.made.id, to.made.id])
    })
    expect(await getSeriesProgress(from.made)).toMatchObject({
      booksRead: 0,
      readCount: 0,
      lastReadAt: null,
    })
    expect(await getSeriesProgress(to.made)).toMatchObject({ booksRead: 2, readCount: 1 })
  })

  test('can be marked as a whole, with the number of changed books', async () => {
    const { made, volumes } = await addSeries(['One', 'Two', 'Three'])
    await markAs(`/books/${volumes[0]!.id}/read`)
    const read = await markAs(`/series/${made.id}/read`)
    expect(read.body).toMatchObject({
      count: 2,
      ...withText(progressMessages.marked_read({ count: 2 })),
    })
    expect((await markAs(`/series/${made.id}/read`)).body.count).toBe(0)
    expect(await getSeriesHistory(made)).toMatchObject({ readCount: 1, entries: [{ pass: 1 }] })
    const unread = await markAs(`/series/${made.id}/unread`)
    expect(unread.body).toMatchObject({ code: 'progress.marked_unread', params: { count: 3 } })
    expect(await getSeriesProgress(made)).toMatchObject({ booksRead: 0, readCount: 1 })
  })

  test('of a thousand books is marked in one request', async () => {
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
    expect((await markAs(`/series/${made.id}/read`)).body.count).toBe(1000)
    await waitUntil(() => server.events.length > eventsBefore)
    await Bun.sleep(50)
    expect(server.events.length - eventsBefore).toBe(1)
    expect(await getSeriesProgress(made)).toMatchObject({ booksRead: 1000, readCount: 1 })
  })
})

describe('access to progress', () => {
  const missing = '018f0000-0000-7000-8000-000000000000'
  const fresh = { currentPage: 1 }
  test.each<[string, string, string, string | undefined, unknown, number]>([
    ['an anonymous request', 'GET', `/books/${missing}/progress`, undefined, undefined, 401],
    ['an anonymous write', 'PUT', `/books/${missing}/progress`, undefined, fresh, 401],
    ['an unknown book', 'PUT', `/books/${missing}/progress`, 'ann', fresh, 404],
    ['an unknown book read', 'POST', `/books/${missing}/read`, 'ann', undefined, 404],
    ['an unknown book unread', 'POST', `/books/${missing}/unread`, 'ann', undefined, 404],
    ['an unknown book reset', 'DELETE', `/books/${missing}/progress`, 'ann', undefined, 404],
    ['an unknown history', 'GET', `/books/${missing}/read-history`, 'ann', undefined, 404],
    ['an unknown progression', 'GET', `/books/${missing}/progression`, 'ann', undefined, 404],
    ['an unknown series', 'POST', `/series/${missing}/read`, 'ann', undefined, 404],
    ['an unknown series history', 'GET', `/series/${missing}/read-history`, 'ann', undefined, 404],
    ['an unknown library', 'GET', `/libraries/${missing}/books/on-deck`, 'ann', undefined, 404],
    ['a malformed ID', 'GET', '/books/nope/progress', 'ann', undefined, 400],
    ['page 0', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: 0 }, 400],
    ['no page', 'PUT', `/books/${missing}/progress`, 'ann', {}, 400],
    ['half a page', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: 1.5 }, 400],
    ['a page as text', 'PUT', `/books/${missing}/progress`, 'ann', { currentPage: '3' }, 400],
    ['an unknown field', 'PUT', `/books/${missing}/progress`, 'ann', { ...fresh, p: 1 }, 400],
    [
      'over 1',
      'PUT',
      `/books/${missing}/progress`,
      'ann',
      { ...fresh, progressPercentage: 1.1 },
      400,
    ],
    [
      'an invalid time',
      'PUT',
      `/books/${missing}/progress`,
      'ann',
      { ...fresh, happenedAt: 'now' },
      400,
    ],
    ['an unknown parameter', 'GET', '/books/in-progress?sort=title', 'ann', undefined, 400],
    ['page 0 of a list', 'GET', '/progress?page=0', 'ann', undefined, 400],
  ])('rejects %s', async (_, method, path, as, body, status) => {
    const answer = await server.call(method, path, {
      ...(as !== undefined && { as }),
      ...(body !== undefined && { body }),
    })
    expect(answer.status).toBe(status)
  })

  test('finds no progress in the trash, and finds it again after restoring', async () => {
    const { volumes } = await addSeries(['One', 'Two'])
    const book = volumes[0]!
    await putProgress(book, { currentPage: 7 })
    await setTrashed(book, new Date())
    expect((await getProgress(book)).status).toBe(404)
    expect((await putProgress(book, { currentPage: 8 })).status).toBe(404)
    expect((await server.call('GET', `/books/${book.id}/read-history`, by('ann'))).status).toBe(404)
    await setTrashed(book, null)
    expect((await getProgress(book)).body.currentPage).toBe(7)
  })

  test('finds nothing in a trashed library or series', async () => {
    const hidden = await seedLibrary(server)
    const made = await seedSeries(server, hidden)
    const book = await seedBook(server, made)
    await putProgress(book, { currentPage: 7 })
    const setTrashedAt = async (trashedAt: Date | null) =>
      server.ctx.write((tx) =>
        tx.update(libraries).set({ trashedAt }).where(eq(libraries.id, hidden.id)),
      )
    await setTrashedAt(new Date())
    expect((await getProgress(book)).status).toBe(404)
    expect((await markAs(`/series/${made.id}/unread`)).status).toBe(404)
    expect(
      (await server.call('GET', `/libraries/${hidden.id}/books/on-deck`, by('ann'))).status,
    ).toBe(404)
    const listed = await server.call('GET', '/progress?pageSize=500', by('ann'))
    expect(listed.body.data.some(({ bookId }: { bookId: string }) => bookId === book.id)).toBe(
      false,
    )
    await setTrashedAt(null)
    await server.ctx.write((tx) =>
      tx.update(series).set({ trashedAt: new Date() }).where(eq(series.id, made.id)),
    )
    expect((await putProgress(book, { currentPage: 8 })).status).toBe(404)
  })
})
