/** A search that finds nothing costs a fixed number of statements, however it can be read. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SeededLibrary, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { countStatements } from '../../support/statements'

let server: TestServer
let library: SeededLibrary
let counted: () => number

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  counted = countStatements(server.ctx)
  library = await seedLibrary(server)
  // Three corrections of `xarrot`, none of which has the other words.
  for (const title of ['Carrot', 'Garrot', 'Parrot']) {
    const series = await seedSeries(server, library, { title })
    await seedBook(server, series, { title: `${title} one`, volume: 1 })
  }
}, 60_000)
afterAll(() => server.close())

const pad = (words: string) => words.padStart(200, 'qqqq qqqqqqq ')

async function countStatementsOf(path: string) {
  // The first request builds the vocabulary of corrections.
  await server.call('GET', path, { as: 'ada' })
  const before = counted()
  const { status } = await server.call('GET', path, { as: 'ada' })
  expect(status).toBe(200)
  return counted() - before
}

const plain = pad('xarrot zzzzzz')
const worst = [
  pad('xarrot vol 3 book 2019 book 2019'),
  pad('xarrot ch 21 第3巻 2019 book 2019'),
  pad('#3 xarrot vol 3 book 2019 vol 5'),
]

test('no search costs more statements for its numbers than three for each attempt', async () => {
  const counts: number[] = []
  for (const q of [plain, ...worst]) {
    expect(q).toHaveLength(200)
    counts.push(await countStatementsOf(`/search?q=${encodeURIComponent(q)}`))
  }
  const [base, ...others] = counts as [number, ...number[]]
  // The text itself and its three corrections: one for series, two for books.
  for (const count of others) expect(count).toBeLessThanOrEqual(base + 4 * 3)
}, 60_000)

test('no list of books costs more statements for its numbers than two', async () => {
  const counts: number[] = []
  for (const q of [plain, ...worst]) {
    counts.push(await countStatementsOf(`/books?search=${encodeURIComponent(q)}`))
  }
  const [base, ...others] = counts as [number, ...number[]]
  for (const count of others) expect(count).toBeLessThanOrEqual(base + 2)
}, 60_000)
