import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { libraries } from '../../../src/catalog/libraries/schema'
import { markBooks } from '../../../src/reading/progress/bulk/service'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { bookMessages } from '../../../src/catalog/books/messages'
import { withText } from '../../../src/platform/messages/message'
import { progressMessages } from '../../../src/reading/progress/messages'

let server: TestServer
let row: SeededSeries
let ids: string[]
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.delete(libraries))
  row = await seedSeries(server, await seedLibrary(server, { name: 'Comics' }))
  ids = []
  for (const title of ['One', 'Two', 'Three']) {
    ids.push((await seedBook(server, row, { title })).id)
  }
  await server.ctx.write((tx) => refreshSeriesCounters(tx, [row.id]))
})

const call = (method: string, path: string, body: unknown, as = 'max') =>
  server.call(method, path, { as, body })
const getMetadata = async (id: string) =>
  (await server.call('GET', `/books/${id}/metadata`, { as: 'max' })).body

describe('bulk edits of books', () => {
  test('set, clear and lock fields, and publish an event for each book', async () => {
    const missing = Bun.randomUUIDv7()
    const edit = { bookIds: [...ids, missing], publisher: 'TestServer', writer: 'Ada L.' }
    const { status, body } = await call('PATCH', '/books/bulk/metadata', edit)
    expect([status, body.updatedCount, body.problems.length]).toEqual([200, 3, 1])
    expect(await getMetadata(ids[1]!)).toMatchObject({ publisher: 'TestServer', writer: 'Ada L.' })
    expect((await getMetadata(ids[1]!)).locks.publisherLock).toBe(true)
    const search = { query: 'ada' }
    expect((await call('POST', '/series/search', search)).body).toHaveLength(1)
    const again = await call('PATCH', '/books/bulk/metadata', {
      bookIds: ids,
      publisher: 'TestServer',
    })
    expect(again.body.unchangedCount).toBe(3)
  })

  test('are undone by a reset, including the sort title', async () => {
    const edit = { titleSort: 'Zebra', publisher: 'House' }
    expect((await call('POST', `/books/${ids[0]}/metadata/edit`, edit)).status).toBe(200)
    await call('POST', '/books/bulk/metadata/reset', { bookIds: ids })
    const { body } = await server.call('GET', `/books/${ids[0]}/metadata/sources`, { as: 'max' })
    const findField = (name: string) =>
      body.fields.find(({ field }: { field: string }) => field === name)
    expect(findField('titleSort')).toMatchObject({ value: null, source: null, isLocked: false })
    expect(findField('publisher')).toMatchObject({ value: null, source: null, isLocked: false })
  })

  test('report an impossible date for the affected book only', async () => {
    await call('PATCH', `/books/${ids[0]}/metadata`, { year: 2023, month: 2 })
    const edit = { bookIds: ids, day: 31 }
    const { body } = await call('PATCH', '/books/bulk/metadata', edit)
    expect(body.problems.map(({ id }: { id: string }) => id)).toContain(ids[0])
    expect((await getMetadata(ids[0]!)).day).toBeNull()
  })

  test('set locks and reset fields to the file values', async () => {
    const locks = { bookIds: ids, yearLock: true }
    expect((await call('PUT', '/books/bulk/metadata/locks', locks)).body.updatedCount).toBe(3)
    const { body } = await call('POST', '/books/bulk/metadata/reset', { bookIds: ids })
    expect(body.problems).toEqual([])
    expect((await getMetadata(ids[0]!)).locks.yearLock).toBe(false)
  })

  test.each([
    ['a reader', { publisher: 'x' }, 'ann', 403],
    ['an unknown field', { colour: 'x' }, 'max', 400],
    ['a year as text', { year: 'x' }, 'max', 400],
  ])('reject %s', async (_what, fields, as, status) => {
    const body = { bookIds: ids, ...fields }
    expect((await call('PATCH', '/books/bulk/metadata', body, as)).status).toBe(status)
  })
})

describe('bulk read status', () => {
  const listStates = async () => {
    const { body } = await server.call('GET', `/series/${row.id}`, { as: 'ann' })
    return [body.unreadCount, body.readCount]
  }

  test('marks books as read and unread, and lists missing IDs', async () => {
    const missing = Bun.randomUUIDv7()
    const sent = { bookIds: [ids[0], ids[1], missing] }
    const { status, body } = await call('POST', '/books/bulk/read', sent, 'ann')
    expect(status).toBe(200)
    expect(body).toEqual({
      undoId: expect.any(String),
      count: 2,
      problems: [{ id: missing, error: 'not_found', ...withText(bookMessages.not_found()) }],
      ...withText(progressMessages.marked_read({ count: 2 })),
    })
    expect(await listStates()).toEqual([1, 0])
    expect((await call('POST', '/books/bulk/read', sent, 'ann')).body.count).toBe(0)
    await call('POST', '/books/bulk/unread', { bookIds: ids }, 'ann')
    expect(await listStates()).toEqual([3, 0])
  })

  test('marks all books of a series as read and unread', async () => {
    const missing = Bun.randomUUIDv7()
    const sent = { seriesIds: [row.id, missing] }
    const { body } = await call('POST', '/series/bulk/read', sent, 'ann')
    expect([body.count, body.problems[0].id]).toEqual([3, missing])
    expect(await listStates()).toEqual([0, 1])
    await call('POST', '/series/bulk/unread', sent, 'ann')
    expect(await listStates()).toEqual([3, 1])
  })

  test('skips books that the viewer cannot see', async () => {
    const viewer = { ...system, userId: server.getUserId('ann'), libraryIds: [] }
    const answer = await markBooks(server.ctx, viewer, { bookIds: ids, state: 'completed' })
    expect([answer.count, answer.problems.length]).toEqual([0, 3])
  })

  test('is rejected without IDs and without sign-in', async () => {
    expect((await call('POST', '/books/bulk/read', { bookIds: [] }, 'ann')).status).toBe(400)
    expect((await call('POST', '/books/bulk/read', { bookIds: ids }, 'anonymous')).status).toBe(401)
  })
})
