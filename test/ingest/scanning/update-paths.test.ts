/** Books move in groups: all of a group, or none. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { type Relocation, storeRelocations } from '../../../src/catalog/books/scanned/update-paths'
import { books } from '../../../src/catalog/books/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Adds books and returns their rows by place in the list. */
async function addBooks(count: number) {
  const series = await seedSeries(server, await seedLibrary(server))
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await seedBook(server, series)).id)
  const rows = await server.ctx.db.select().from(books).where(inArray(books.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)!)
}

type Row = Awaited<ReturnType<typeof addBooks>>[number]

const move = (row: Row, path: string, from = row.relativePath): Relocation => ({
  n: row.n,
  from: { libraryId: row.libraryId, rootId: row.rootId, path: from },
  to: { libraryId: row.libraryId, rootId: row.rootId, path },
  seriesId: undefined,
  file: { size: row.size, modifiedAtMs: row.modifiedAtMs },
})

const store = (groups: Parameters<typeof storeRelocations>[1]) =>
  server.ctx.write((tx) => storeRelocations(tx, groups, new Date()))

const findPaths = async (rows: readonly Row[]) => {
  const ns = rows.map(({ n }) => n)
  const found = await server.ctx.db.select().from(books).where(inArray(books.n, ns))
  return ns.map((n) => found.find((row) => row.n === n)?.relativePath)
}

test('a group with a book that is elsewhere stays, with the rows it would delete', async () => {
  const [a, b, c, d, e] = (await addBooks(5)) as [Row, Row, Row, Row, Row]
  const swap = [move(a, b.relativePath), move(b, a.relativePath)]
  const late = [move(c, 'new.cbz'), move(d, 'newer.cbz', 'elsewhere.cbz')]
  const moved = await store([
    { relocations: swap, deletedRows: [] },
    { relocations: late, deletedRows: [e.n] },
  ])
  expect(moved).toEqual([true, false])
  const [pathA, pathB] = [a.relativePath, b.relativePath]
  const others = [c, d, e].map(({ relativePath }) => relativePath)
  expect(await findPaths([a, b, c, d, e])).toEqual([pathB, pathA, ...others])
})

test('of two groups with the same book, only the first moves', async () => {
  const [a, b, c] = (await addBooks(3)) as [Row, Row, Row]
  const first = { relocations: [move(a, 'a.cbz'), move(b, a.relativePath)], deletedRows: [c.n] }
  const same = { relocations: [move(a, 'b.cbz')], deletedRows: [] }
  const deleted = { relocations: [move(c, 'c.cbz')], deletedRows: [] }
  expect(await store([first, same, deleted])).toEqual([true, false, false])
  expect(await findPaths([a, b, c])).toEqual(['a.cbz', a.relativePath, undefined])
})
