import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server))
})
afterAll(() => server.close())

interface Given {
  year?: number
  month?: number
  day?: number
}

test.each<[Given, string | null]>([
  [{}, null],
  [{ month: 5, day: 6 }, null],
  [{ year: 0 }, null],
  [{ year: 10_000 }, null],
  [{ year: 1 }, '0001-01-01T00:00:00.000Z'],
  [{ year: 9999, month: 12, day: 31 }, '9999-12-31T00:00:00.000Z'],
  [{ year: 2005, month: 8 }, '2005-08-01T00:00:00.000Z'],
  [{ year: 2005, day: 9 }, '2005-01-01T00:00:00.000Z'],
])('the release date of a book with %j is %p', async (metadata, releaseDate) => {
  const { id } = await seedBook(server, series, { metadata })
  const { body } = await server.call('GET', `/books/${id}`, { as: 'ann' })
  expect(body.metadata.releaseDate).toBe(releaseDate)
})
