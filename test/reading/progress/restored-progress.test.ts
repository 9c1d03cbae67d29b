import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { preserveBooks, restoreBooks } from '../../../src/ingest/scanning/purged/preserve'
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

const addBook = (values: Partial<typeof books.$inferInsert>) => seedBook(server, shelf, values)

const readBook = async (book: SeededBook, as: string, currentPage: number, completed = false) => {
  const body = { currentPage, completed }
  const { status } = await server.call('PUT', `/books/${book.id}/progress`, { as, body })
  expect(status).toBe(200)
}

const purgeBooks = (...gone: SeededBook[]) =>
  server.ctx.write(async (tx) => {
    const ns = gone.map(({ n }) => n)
    await preserveBooks(server.ctx, tx, ns)
    for (const { id } of gone) await tx.delete(books).where(eq(books.id, id))
  })

const restoreProgress = (book: SeededBook) =>
  server.ctx.write((tx) => restoreBooks(server.ctx, tx, [book.n]))

const getProgress = async (book: SeededBook, as: string) =>
  (await server.call('GET', `/books/${book.id}`, { as })).body.book

const expectNothingKept = async () => {
  for (const table of [keptProgress, keptEvents, keptCompletions]) {
    expect(await server.ctx.db.$count(table)).toBe(0)
  }
}

test('progress is restored once for every user when a purged book returns', async () => {
  const contentHash = 'pages:aaaa:20'
  const first = await addBook({ contentHash })
  await readBook(first, 'ann', 20, true)
  await readBook(first, 'max', 7)
  await purgeBooks(first)
  const again = await addBook({ contentHash })
  await restoreProgress(again)
  expect(await getProgress(again, 'ann')).toMatchObject({
    readCount: 1,
    readProgress: { completed: true },
  })
  expect(await getProgress(again, 'max')).toMatchObject({
    readCount: 0,
    readProgress: { currentPage: 7 },
  })
  expect(await getProgress(again, 'ada')).toMatchObject({ readCount: 0, readProgress: null })
  await expectNothingKept()
  // A copy that is added later is another book.
  const copy = await addBook({ contentHash })
  await restoreProgress(copy)
  expect((await getProgress(copy, 'ann')).readProgress).toBeNull()
})

test('the most recent progress of two equal books is restored, with the history of both', async () => {
  const contentHash = 'pages:bbbb:20'
  const [one, two] = [await addBook({ contentHash }), await addBook({ contentHash })]
  await readBook(one, 'ann', 20, true)
  await Bun.sleep(5)
  await readBook(two, 'ann', 5)
  await purgeBooks(one, two)
  const again = await addBook({ contentHash })
  await restoreProgress(again)
  expect(await getProgress(again, 'ann')).toMatchObject({
    readCount: 1,
    readProgress: { currentPage: 5 },
  })
  const ofBook = eq(readingEvents.bookId, again.id)
  expect(await server.ctx.db.$count(readingEvents, ofBook)).toBeGreaterThanOrEqual(2)
  await expectNothingKept()
})

const completedAt = async (book: SeededBook, as: string) => {
  const { body } = await server.call('GET', `/books/${book.id}/read-history`, { as })
  return (body.entries as { completedAt: string }[]).map((one) => one.completedAt).toSorted()
}

for (const [title, purge] of [
  ['one purge', (equal: SeededBook[]) => purgeBooks(...equal)],
  [
    'two purges',
    async (equal: SeededBook[]) => {
      for (const book of equal) await purgeBooks(book)
    },
  ],
] as const)
  test(`E1: ${title} of two equal books keeps the completions of both`, async () => {
    const contentHash = `pages:${title}:20`
    const equal = [await addBook({ contentHash }), await addBook({ contentHash })]
    for (const book of equal) {
      await readBook(book, 'ann', 20, true)
      await Bun.sleep(5)
    }
    await readBook(equal[0]!, 'max', 20, true)
    await readBook(equal[1]!, 'max', 3)
    const times = (await Promise.all(equal.map((book) => completedAt(book, 'ann')))).flat()
    expect(times).toHaveLength(2)
    await purge(equal)
    const again = await addBook({ contentHash })
    await restoreProgress(again)
    expect(await completedAt(again, 'ann')).toEqual(times.toSorted())
    expect(await getProgress(again, 'ann')).toMatchObject({ readCount: 2 })
    expect(await completedAt(again, 'max')).toHaveLength(1)
    expect(await getProgress(again, 'max')).toMatchObject({
      readCount: 1,
      readProgress: { currentPage: 3 },
    })
    await expectNothingKept()
  })

test('E1: preserved reading is added to what users have read since', async () => {
  const contentHash = 'pages:cccc:20'
  const first = await addBook({ contentHash })
  await readBook(first, 'ann', 20, true)
  await readBook(first, 'max', 7)
  const [before] = await completedAt(first, 'ann')
  await purgeBooks(first)
  const again = await addBook({ contentHash })
  await Bun.sleep(5)
  await readBook(again, 'ann', 4)
  await readBook(again, 'max', 20, true)
  await restoreProgress(again)
  expect(await completedAt(again, 'ann')).toEqual([before!])
  expect(await getProgress(again, 'ann')).toMatchObject({
    readCount: 1,
    readProgress: { currentPage: 4, completed: false },
  })
  expect(await getProgress(again, 'max')).toMatchObject({
    readCount: 1,
    readProgress: { currentPage: 20, completed: true },
  })
  await expectNothingKept()
  // The next pass of both users gets a number of its own.
  for (const as of ['ann', 'max']) await readBook(again, as, 20, true)
  expect(await getProgress(again, 'ann')).toMatchObject({ readCount: 2 })
})

test('for unknown content, progress is restored only for the same file at the same path', async () => {
  const file = { relativePath: 'odd/file.pdf', size: 4711, fingerprint: 'abc' }
  const first = await addBook(file)
  await readBook(first, 'ann', 9)
  await purgeBooks(first)
  for (const other of [
    { ...file, relativePath: 'odd/other.pdf' },
    { ...file, relativePath: 'odd/size.pdf', size: 4712 },
  ]) {
    const book = await addBook(other)
    await restoreProgress(book)
    expect((await getProgress(book, 'ann')).readProgress).toBeNull()
  }
  const replaced = await addBook({ ...file, fingerprint: 'abd' })
  await restoreProgress(replaced)
  expect((await getProgress(replaced, 'ann')).readProgress).toBeNull()
  await purgeBooks(replaced)
  const same = await addBook(file)
  await restoreProgress(same)
  expect((await getProgress(same, 'ann')).readProgress).toMatchObject({ currentPage: 9 })
  await expectNothingKept()
})
