/** Requests of Komelia: Basic authentication once, then its cookie; lists by condition. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { givePasswords, password } from '../../accounts/sign-in'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let series: SeededSeries
let bookId: string
let cookie: string

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  series = await seedSeries(server, library, { title: 'Tidal Hour' })
  bookId = (await seedBook(server, series, { volume: 1, format: 'cbz', pageCount: 20 })).id
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
})
afterAll(() => server.close())

const send = async (method: string, path: string, init: RequestInit = {}) => {
  const response = await server.fetch(`/komga/api/v1${path}`, { method, ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}
const sendJson = (
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = { cookie },
) =>
  send(method, path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('signs in once with a password, and gets a cookie for this API only', async () => {
  await givePasswords(server, 'ann')
  const authorization = `Basic ${btoa(`ann:${password}`)}`
  const response = await server.fetch('/komga/api/v2/users/me?remember-me=true', {
    headers: { authorization },
  })
  expect(await response.json()).toMatchObject({
    id: server.getUserId('ann'),
    roles: expect.arrayContaining(['USER', 'PAGE_STREAMING']),
    ageRestriction: null,
  })
  const given = response.headers.get('set-cookie') ?? ''
  expect(given).toContain('KOMGA-SESSION=')
  expect(given).toContain('Path=/komga;')
  cookie = given.split(';')[0]!
  expect((await send('GET', '/libraries', { headers: { cookie } })).status).toBe(200)
  const elsewhere = await server.fetch('/api/v1/libraries', { headers: { cookie } })
  expect(elsewhere.status).toBe(401)
})

test('a forged or changed cookie opens nothing', async () => {
  for (const wrong of [`${cookie}x`, cookie.replace('.', 'x.'), 'KOMGA-SESSION=a.b.c.d']) {
    expect((await send('GET', '/libraries', { headers: { cookie: wrong } })).status).toBe(401)
  }
})

test('an API key begins no session', async () => {
  const { body } = await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'App' } })
  const answer = await send('GET', '/libraries', { headers: { 'x-api-key': body.key } })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
})

test('X-Auth-Token gets a token instead of a cookie', async () => {
  const authorization = `Basic ${btoa(`ann:${password}`)}`
  const first = await send('GET', '/libraries', { headers: { authorization, 'x-auth-token': '' } })
  const token = first.headers.get('x-auth-token') ?? ''
  expect(first.headers.get('set-cookie')).toBeNull()
  expect((await send('GET', '/libraries', { headers: { 'x-auth-token': token } })).status).toBe(200)
})

test.each([
  ['nothing', {}, 1],
  [
    'a type beside the field',
    { condition: { type: 'Title', title: { operator: 'is', value: 'Tidal Hour' } } },
    1,
  ],
  [
    'groups',
    { condition: { allOf: [{ anyOf: [{ readStatus: { operator: 'is', value: 'UNREAD' } }] }] } },
    1,
  ],
  ['a negation', { condition: { title: { operator: 'doesNotBeginWith', value: 'tid' } } }, 0],
  ['a collection', { condition: { collectionId: { operator: 'is', value: 'x' } } }, 0],
  ['no collection', { condition: { collectionId: { operator: 'isNot', value: 'x' } } }, 1],
  [
    'a library of another server',
    { condition: { libraryId: { operator: 'is', value: '0ABC' } } },
    0,
  ],
  ['trash', { condition: { deleted: { operator: 'isTrue' } } }, 0],
  ['text', { fullTextSearch: 'tid' }, 1],
])('finds series by %s', async (_, body, count) => {
  const answer = await sendJson(
    'POST',
    '/series/list?size=20&page=0&sort=metadata.titleSort,asc',
    body,
  )
  expect([answer.status, answer.body.totalElements]).toEqual([200, count])
})

test.each([
  ['an unknown field', { condition: { wings: { operator: 'is', value: 2 } } }],
  ['a field without operator', { condition: { title: 'x' } }],
  ['an unknown operator', { condition: { title: { operator: 'sounds', value: 'x' } } }],
])('refuses %s', async (_, body) => {
  expect((await sendJson('POST', '/series/list', body)).status).toBe(400)
})

test('finds books by condition and sorts them', async () => {
  const condition = {
    allOf: [
      { seriesId: { operator: 'is', value: series.id } },
      { mediaStatus: { operator: 'is', value: 'READY' } },
      { mediaProfile: { operator: 'is', value: 'DIVINA' } },
      { numberSort: { operator: 'lessThan', value: 2 } },
    ],
  }
  const { body } = await sendJson('POST', '/books/list?sort=metadata.numberSort%2Casc', {
    condition,
  })
  expect(body.content).toMatchObject([{ id: bookId, number: 1 }])
})

test('saves a page by cookie, without an origin but not from another site', async () => {
  const path = `/books/${bookId}/read-progress`
  expect((await sendJson('PATCH', path, { page: 7 })).status).toBe(204)
  expect((await send('GET', `/books/${bookId}`, { headers: { cookie } })).body).toMatchObject({
    readProgress: { page: 7, completed: false },
  })
  const foreign = { cookie, origin: 'https://elsewhere.example' }
  expect((await sendJson('PATCH', path, { page: 9 }, foreign)).status).toBe(403)
  expect((await sendJson('PATCH', path, { page: 0 })).status).toBe(400)
  expect((await sendJson('PATCH', path, { completed: true })).status).toBe(204)
  expect((await send('DELETE', path, { headers: { cookie } })).status).toBe(204)
  const { body } = await send('GET', `/books/${bookId}`, { headers: { cookie } })
  expect(body.readProgress).toBeNull()
})

test('has no neighbors at the end, and empty collections', async () => {
  const headers = { cookie }
  expect((await send('GET', `/books/${bookId}/next`, { headers })).status).toBe(404)
  expect((await send('GET', '/collections?unpaged=true', { headers })).body).toMatchObject({
    content: [],
    totalElements: 0,
    last: true,
  })
})

test('a new password ends the sessions', async () => {
  const body = { currentPassword: password, newPassword: 'another long one' }
  const { status } = await server.call('PUT', '/auth/password', { as: 'ann', body })
  expect(status).toBeLessThan(300)
  expect((await send('GET', '/libraries', { headers: { cookie } })).status).toBe(401)
})
