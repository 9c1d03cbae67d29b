import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { listOwnBookmarks } from '../../../src/reading/bookmarks/service'
import { libraries } from '../../../src/catalog/libraries/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let book: SeededBook
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.delete(libraries))
  const row = await seedSeries(server, await seedLibrary(server, { name: 'Comics' }))
  book = await seedBook(server, row, { title: 'One', format: 'epub', pageCount: 20 })
})

const addBookmark = (body: unknown, as = 'ann') =>
  server.call('POST', `/books/${book.id}/bookmarks`, { as, body })
const fetchBookmarks = async (as = 'ann') =>
  (await server.call('GET', `/books/${book.id}/bookmarks`, { as })).body
const buildLocator = (totalProgression?: number) => ({
  href: 'text/2.xhtml',
  type: 'application/xhtml+xml',
  locations: { progression: 0.5, ...(totalProgression !== undefined && { totalProgression }) },
  text: { before: 'It was', highlight: 'a dark' },
})

describe('bookmarks', () => {
  test('mark pages and positions, listed in reading order', async () => {
    const first = await addBookmark({ page: 12, note: 'The turn' })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      page: 12,
      locator: null,
      note: 'The turn',
      bookTitle: 'One',
    })
    await addBookmark({ locator: buildLocator(0.2) })
    await addBookmark({ page: 1 })
    const { data, total } = await fetchBookmarks()
    expect(total).toBe(3)
    expect(data.map(({ page }: { page: number | null }) => page)).toEqual([1, null, 12])
    expect(data[1].locator).toEqual(buildLocator(0.2))
  })

  test('on pages stand among those at positions', async () => {
    for (const position of [0.52, 0.48]) await addBookmark({ locator: buildLocator(position) })
    await addBookmark({ page: 11 })
    await addBookmark({ page: 1 })
    await addBookmark({ locator: buildLocator(0.01) })
    const { data } = await fetchBookmarks()
    const places = data.map(
      (one: { page: number | null; locator: { locations: object } | null }) =>
        one.page ?? one.locator?.locations,
    )
    const at = (totalProgression: number) => ({ progression: 0.5, totalProgression })
    expect(places).toEqual([1, at(0.01), at(0.48), 11, at(0.52)])
  })

  test('are unique per page', async () => {
    const { body } = await addBookmark({ page: 3, note: 'a' })
    const again = await addBookmark({ page: 3 })
    expect([again.status, again.body.id, again.body.note]).toEqual([200, body.id, 'a'])
    expect((await addBookmark({ page: 3, note: null })).body.note).toBeNull()
    expect((await fetchBookmarks()).total).toBe(1)
  })

  test('can be edited and deleted', async () => {
    const { body } = await addBookmark({ page: 3 })
    const path = `/books/${book.id}/bookmarks/${body.id}`
    const noted = await server.call('PATCH', path, { as: 'ann', body: { note: 'new' } })
    expect(noted.body.note).toBe('new')
    expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(204)
    expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(404)
  })

  test('are private to each user', async () => {
    const { body } = await addBookmark({ page: 3 })
    const path = `/books/${book.id}/bookmarks/${body.id}`
    expect((await fetchBookmarks('max')).total).toBe(0)
    expect((await server.call('PATCH', path, { as: 'max', body: { note: 'x' } })).status).toBe(404)
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(404)
    expect((await server.call('GET', '/bookmarks', { as: 'max' })).body.total).toBe(0)
  })

  test('are listed across books and searched by note', async () => {
    await addBookmark({ page: 3, note: 'Nice panel' })
    await addBookmark({ page: 4 })
    expect((await server.call('GET', '/bookmarks', { as: 'ann' })).body.total).toBe(2)
    const { body } = await server.call('GET', '/bookmarks?search=PANEL', { as: 'ann' })
    expect(body.data.map(({ page }: { page: number }) => page)).toEqual([3])
  })

  test('are hidden when the book is', async () => {
    await addBookmark({ page: 3 })
    const viewer = { ...system, userId: server.getUserId('ann'), libraryIds: [] }
    expect((await listOwnBookmarks(server.ctx, viewer, {})).total).toBe(0)
    const trash = { trashedAt: new Date() }
    await server.ctx.write((tx) => tx.update(books).set(trash).where(eq(books.id, book.id)))
    expect((await addBookmark({ page: 4 })).status).toBe(404)
    expect((await server.call('GET', `/books/${book.id}/bookmarks`, { as: 'ann' })).status).toBe(
      404,
    )
    expect((await server.call('GET', '/bookmarks', { as: 'ann' })).body.total).toBe(0)
  })

  test.each([
    ['neither page nor locator', {}, 'page'],
    ['both', { page: 1, locator: buildLocator(0.1) }, 'page'],
    ['a page after the last', { page: 21 }, 'page'],
    ['page 0', { page: 0 }, 'page'],
    [
      'a locator without progression',
      { locator: buildLocator() },
      'locator.locations.totalProgression',
    ],
    ['a progression above 1', { locator: buildLocator(1.5) }, 'locator.locations.totalProgression'],
    ['a huge locator', { locator: { ...buildLocator(0.1), x: 'y'.repeat(20_000) } }, 'locator'],
    ['a very long note', { page: 1, note: 'x'.repeat(4001) }, 'note'],
  ])('reject %s', async (_what, body, path) => {
    const answer = await addBookmark(body)
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path])
  })

  test('require sign-in', async () => {
    expect((await addBookmark({ page: 1 }, 'anonymous')).status).toBe(401)
  })
})
