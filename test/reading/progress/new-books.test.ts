/** J6: the number of new books of a series is counted by the server. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const added = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 5, day)) })

test('J6: new books are counted beyond the list, and books from before are not', async () => {
  await server.addUser('nora', 'reader')
  const series = await seedSeries(server, library)
  await seedBook(server, series, { title: 'Old', createdAt: new Date(Date.UTC(2026, 0)) })
  for (let number = 1; number <= 5; number++)
    await seedBook(server, series, { title: `New ${number}`, chapter: number, ...added(20) })
  const other = await seedSeries(server, library)
  await seedBook(server, other, { title: 'Alone', ...added(21) })
  const list = (as: string, query: string) =>
    server.call('GET', `/books/recently-added?${query}`, { as })
  const { body } = await list('nora', 'pageSize=3')
  const counts = body.data.map((book: { title: string; newInSeries: number }) => book.newInSeries)
  expect(counts).toEqual([1, 5, 5])
  const all = await list('nora', 'pageSize=20')
  expect(new Set(all.body.data.map((book: { newInSeries: number }) => book.newInSeries))).toEqual(
    new Set([1, 6]),
  )
  const beside = await server.call('GET', '/books/in-progress', { as: 'nora' })
  expect(beside.body.data).toEqual([])
})
