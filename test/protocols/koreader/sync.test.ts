/** KOReader progress sync, with the requests that KOReader sends. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let series: SeededSeries
let login: { id: string; username: string; password: string }

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server))
  login = (await server.call('POST', '/sync-logins', { as: 'ann', body: { name: 'Kobo' } })).body
})
afterAll(() => server.close())

const send = async (
  method: string,
  path: string,
  { body, user = login.username, password = login.password }: Sent = {},
) => {
  const response = await server.fetch(`/koreader${path}`, {
    method,
    headers: {
      accept: 'application/vnd.koreader.v1+json',
      'content-type': 'application/json',
      'x-auth-user': user,
      'x-auth-key': md5(password),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
interface Sent {
  body?: unknown
  user?: string
  password?: string
}

let documents = 0
async function addBook(format: string, pageCount: number) {
  const document = md5(`document ${documents++}`)
  const { id } = await seedBook(server, series, { format, pageCount })
  await server.ctx.write((tx) =>
    tx.update(books).set({ partialMd5: document }).where(eq(books.id, id)),
  )
  return { id, document }
}

const push = (document: string, progress: string, percentage: number) =>
  send('PUT', '/syncs/progress', {
    body: { document, progress, percentage, device: 'Clara', device_id: 'D1' },
  })
const pull = async (document: string) => (await send('GET', `/syncs/progress/${document}`)).body
const getProgress = async (id: string) =>
  (await server.call('GET', `/books/${id}/progress`, { as: 'ann' })).body

test('signs in, and refuses a wrong password and registration', async () => {
  expect(await send('GET', '/users/auth')).toMatchObject({
    status: 200,
    body: { authorized: 'OK' },
  })
  expect(await send('GET', '/users/auth', { password: 'wrong' })).toMatchObject({
    status: 401,
    body: { code: 2001 },
  })
  const body = { username: 'eve', password: md5('x') }
  expect(await send('POST', '/users/create', { body })).toMatchObject({
    status: 402,
    body: { code: 2005 },
  })
  expect(await send('GET', '/healthcheck')).toMatchObject({ status: 200, body: { state: 'OK' } })
})

test('a page of a comic moves the position, and comes back unchanged', async () => {
  const { id, document } = await addBook('cbz', 20)
  expect(await pull(document)).toEqual({})
  const { status, body } = await push(document, '7', 0.35)
  expect([status, body]).toEqual([200, { document, timestamp: expect.any(Number) }])
  expect(await getProgress(id)).toMatchObject({ currentPage: 7 })
  const timestamp = expect.any(Number)
  const sent = { document, progress: '7', percentage: 0.35, device: 'Clara', device_id: 'D1' }
  expect(await pull(document)).toEqual({ ...sent, timestamp })
  await server.call('PUT', `/books/${id}/progress`, { as: 'ann', body: { currentPage: 12 } })
  expect(await pull(document)).toMatchObject({ progress: '12', percentage: 0.6 })
})

test('a position without a book is kept for other devices', async () => {
  const document = md5('unknown')
  const xpointer = '/body/DocFragment[3]/body/p[2]/text().0'
  await push(document, xpointer, 0.4)
  expect(await pull(document)).toMatchObject({ progress: xpointer, percentage: 0.4 })
})
