/** J7: lists name a book by its series, number and title, never by its file. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../../support/server'
import { seedBook, seedLibrary, type SeededBook, seedSeries } from '../../../support/seed'

let server: TestServer
let book: SeededBook
let copy: SeededBook

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser('naomi', 'admin')
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library, { title: 'Nova Patrol' })
  const numbers = { numberKind: 'issue', numberFrom: 5 } as const
  const same = { contentHash: 'same', title: 'nova_patrol_005', ...numbers }
  book = await seedBook(server, series, same)
  copy = await seedBook(server, series, same)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object) =>
  server.call(method, path, { as: 'naomi', ...(body && { body }) })

const name = {
  seriesName: 'Nova Patrol',
  numberKind: 'issue',
  numberFrom: 5,
  numberTo: null,
  volume: null,
}

test('J7: the want-to-read list', async () => {
  expect((await call('POST', '/want-to-read', { bookId: book.id })).status).toBe(201)
  await call('POST', '/want-to-read', { seriesId: book.seriesId })
  const { body } = await call('GET', '/want-to-read')
  const nothing = { seriesName: null, numberKind: null, numberFrom: null, volume: null }
  expect(body.data).toMatchObject([name, { title: 'Nova Patrol', ...nothing }])
})

test('J7: the reading history and the time that is left', async () => {
  await call('PUT', `/books/${book.id}/progress`, { currentPage: 5 })
  const history = await call('GET', '/user/read-history')
  expect(history.body.entries).toMatchObject([{ bookId: book.id, ...name }])
  const pace = await call('GET', '/reading-stats/pace')
  expect(pace.body.books).toMatchObject([{ bookId: book.id, title: 'nova_patrol_005', ...name }])
})

test('J7: duplicates', async () => {
  const { body } = await call('GET', '/duplicates')
  expect(body.data[0].books).toMatchObject([
    { id: book.id, ...name },
    { id: copy.id, ...name },
  ])
})
