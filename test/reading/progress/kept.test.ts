import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { restoreReading, preserveReading } from '../../../src/reading/progress/preserved'
import {
  keptCompletions,
  keptEvents,
  keptProgress,
  readingEvents,
} from '../../../src/reading/progress/schema'
import { type TestServer, startTestServer } from '../../support/server'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededSeries,
} from '../../support/seed'

let server: TestServer
let shelf: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  shelf = await seedSeries(server, await seedLibrary(server))
})
afterAll(() => server.close())

const add = (values: Partial<typeof books.$inferInsert>) => seedBook(server, shelf, values)

const read = async (book: SeededBook, as: string, currentPage: number, completed = false) => {
  const body = { currentPage, completed }
  const { status } = await server.call('PUT', `/books/${book.id}/progress`, { as, body })
  expect(status).toBe(200)
}

const purge = (...gone: SeededBook[]) =>
  server.ctx.write(async (tx) => {
    const ns = gone.map(({ n }) => n)
    await preserveReading(tx, ns)
    for (const { id } of gone) await tx.delete(books).where(eq(books.id, id))
  })

const giveBack = (book: SeededBook) => server.ctx.write((tx) => restoreReading(tx, [book.n]))

const seen = async (book: SeededBook, as: string) =>
  (await server.call('GET', `/books/${book.id}`, { as })).body.book

const nothingKept = async () => {
  for (const table of [keptProgress, keptEvents, keptCompletions]) {
    expect(await server.ctx.db.$count(table)).toBe(0)
  }
}

test('everybody gets back what he had read, once', async () => {
  const contentHash = 'pages:aaaa:20'
  const first = await add({ contentHash })
  await read(first, 'ann', 20, true)
  await read(first, 'max', 7)
  await purge(first)
  const again = await add({ contentHash })
  await giveBack(again)
  expect(await seen(again, 'ann')).toMatchObject({
    readCount: 1,
    readProgress: { completed: true },
  })
  expect(await seen(again, 'max')).toMatchObject({ readCount: 0, readProgress: { currentPage: 7 } })
  expect(await seen(again, 'ada')).toMatchObject({ readCount: 0, readProgress: null })
  await nothingKept()
  // A copy that comes later is another book.
  const copy = await add({ contentHash })
  await giveBack(copy)
  expect((await seen(copy, 'ann')).readProgress).toBeNull()
})

test('of two equal books the one that was read last stands for both, and the log has all', async () => {
  const contentHash = 'pages:bbbb:20'
  const [one, two] = [await add({ contentHash }), await add({ contentHash })]
  await read(one, 'ann', 20, true)
  await Bun.sleep(5)
  await read(two, 'ann', 5)
  await purge(one, two)
  const again = await add({ contentHash })
  await giveBack(again)
  expect(await seen(again, 'ann')).toMatchObject({ readCount: 1, readProgress: { currentPage: 5 } })
  const ofBook = eq(readingEvents.bookId, again.id)
  expect(await server.ctx.db.$count(readingEvents, ofBook)).toBeGreaterThanOrEqual(2)
  await nothingKept()
})

test('where the content is not known, only the same file in the same place gets it back', async () => {
  const file = { relativePath: 'odd/file.pdf', size: 4711, fingerprint: 'abc' }
  const first = await add(file)
  await read(first, 'ann', 9)
  await purge(first)
  for (const other of [
    { ...file, relativePath: 'odd/other.pdf' },
    { ...file, relativePath: 'odd/size.pdf', size: 4712 },
  ]) {
    const book = await add(other)
    await giveBack(book)
    expect((await seen(book, 'ann')).readProgress).toBeNull()
  }
  const replaced = await add({ ...file, fingerprint: 'abd' })
  await giveBack(replaced)
  expect((await seen(replaced, 'ann')).readProgress).toBeNull()
  await purge(replaced)
  const same = await add(file)
  await giveBack(same)
  expect((await seen(same, 'ann')).readProgress).toMatchObject({ currentPage: 9 })
  await nothingKept()
})
