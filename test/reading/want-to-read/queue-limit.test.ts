import { afterAll, beforeAll, expect, test } from 'bun:test'
import { maxWanted } from '../../../src/reading/want-to-read/model'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { series } from '../../../src/catalog/series/schema'
import { splitIntoSlices } from '../../../src/platform/lib/slices'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

/** Adds this many series to a user's queue. */
async function fillQueue(userId: string, count: number) {
  const rows = Array.from({ length: count }, (_, i) => ({
    id: Bun.randomUUIDv7(),
    libraryId: library.id,
    groupKey: `many/${i}`,
    title: `Series ${i}`,
    sortKey: `series ${i}`,
  }))
  for (const slice of splitIntoSlices(rows, 500)) {
    await server.ctx.write(async (tx) => {
      await tx.insert(series).values(slice)
      await tx
        .insert(wantToRead)
        .values(slice.map(({ id: seriesId }, position) => ({ userId, seriesId, position })))
    })
  }
}

test('a queue is limited to the number of entries that can be sorted, and says when it is full', async () => {
  const as = 'reader'
  const userId = await server.addUser(as, 'reader')
  await fillQueue(userId, maxWanted - 1)
  const made = await seedSeries(server, library)
  const [one, two] = [await seedBook(server, made), await seedBook(server, made)]
  const addEntry = (body: object) => server.call('POST', '/want-to-read', { as, body })
  const both = { seriesIds: [made.id], bookIds: [one.id] }
  const tooMany = await server.call('POST', '/want-to-read/bulk', { as, body: both })
  expect([tooMany.status, tooMany.body.error]).toEqual([409, 'conflict'])
  expect((await addEntry({ bookId: one.id })).status).toBe(201)
  const full = await addEntry({ bookId: two.id })
  expect([full.status, full.body.code, full.body.params]).toEqual([
    409,
    'want_to_read.full',
    { max: 10_000 },
  ])
  // An entry that is already in the queue does not count again.
  expect((await addEntry({ bookId: one.id })).status).toBe(200)
  expect((await server.call('DELETE', `/want-to-read/books/${one.id}`, { as })).status).toBe(204)
  expect((await addEntry({ bookId: two.id })).status).toBe(201)
}, 60_000)
