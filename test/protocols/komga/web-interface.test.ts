/** Requests of Komga's own web interface: sign-in without a box, filters that are not set, facts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let libraryId: string

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  const library = await seedLibrary(server)
  libraryId = library.id
  for (const title of ['Anchor', 'Bay']) {
    const series = await seedSeries(server, library, { title })
    await seedBook(server, series, { title, volume: 1, format: 'cbz', pageCount: 20 })
    await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  }
})
afterAll(() => server.close())

const search = async (owner: 'books' | 'series', condition: unknown) => {
  const { status, body } = await komga('POST', `/api/v1/${owner}/list`, { body: { condition } })
  return status === 200 ? body.totalElements : status
}

test('P1: a script that asks itself gets no challenge, so that no sign-in box opens', async () => {
  const script = { 'x-requested-with': 'XMLHttpRequest' }
  for (const path of ['/komga/api/v2/users/me', '/komga/unknown', '/api/v1/books', '/opds']) {
    const refused = await server.fetch(path, { headers: script })
    expect([path, refused.headers.get('www-authenticate') ?? '']).toEqual([
      path,
      expect.not.stringContaining('Basic'),
    ])
  }
  const app = await server.fetch('/komga/api/v2/users/me')
  expect(app.status).toBe(401)
  expect(app.headers.get('www-authenticate')).toStartWith('Basic')
})

const title = { title: { operator: 'is', value: 'Bay' } }
test.each([
  [{ anyOf: [] }, 2],
  [{ allOf: [] }, 2],
  [{ allOf: [{ anyOf: [] }, { allOf: [] }, { anyOf: [{ anyOf: [] }] }] }, 2],
  [{ allOf: [{ anyOf: [] }, title] }, 1],
  // A filter that is not set does not turn the others off.
  [{ anyOf: [{ anyOf: [] }, title] }, 1],
  [{ anyOf: [{ allOf: [{ anyOf: [] }] }, title] }, 1],
])('P13: an empty group restricts nothing: %j', async (condition, total) => {
  expect(await search('series', condition)).toBe(total)
  expect(await search('books', condition)).toBe(total)
})

test('P13: an empty group in a filter of the native API stays refused', async () => {
  for (const condition of [{ anyOf: [] }, { allOf: [{ anyOf: [] }] }]) {
    const answer = await server.call('POST', '/series/list', { as: 'max', body: { condition } })
    expect(answer.body.total).not.toBe(2)
  }
})

test('P5: books are found by their poster, and the server says that it is up', async () => {
  const poster = (operator: string, value: object) => ({ poster: { operator, value } })
  expect(await search('books', poster('is', { type: 'GENERATED', selected: true }))).toBe(2)
  expect(await search('books', poster('isNot', { type: 'GENERATED' }))).toBe(0)
  expect(await search('books', poster('is', { type: 'SIDECAR' }))).toBe(0)
  expect(await search('books', poster('isNot', { type: 'USER_UPLOADED' }))).toBe(2)

  const health = await server.fetch('/komga/actuator/health')
  expect([health.status, await health.json()]).toEqual([200, { status: 'UP' }])
  const metrics = await server.fetch('/komga/actuator/metrics', { as: 'ada' })
  expect([metrics.status, await metrics.json()]).toEqual([200, { names: [] }])
  const one = await server.fetch('/komga/actuator/metrics/komga.books', { as: 'ada' })
  expect(one.status).toBe(404)
})

test('P8: facts about the build name the branch and the commit', async () => {
  const response = await server.fetch('/komga/actuator/info', { as: 'ann' })
  expect(await response.json()).toMatchObject({
    build: { version: expect.any(String) },
    git: {
      branch: expect.any(String),
      commit: { id: expect.any(String), time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    },
  })
})

test('P14: images take a version, which only caches look at', async () => {
  const [series] = (await server.call('GET', '/series?sort=name', { as: 'ann' })).body.data
  const [book] = (await server.call('GET', `/series/${series.id}/books`, { as: 'ann' })).body.data
  for (const path of [`/series/${series.id}/thumbnail`, `/books/${book.id}/thumbnail`]) {
    for (const version of ['1', '2026-11-28T05:00:00Z', 'x'.repeat(200), '']) {
      const { status } = await server.fetch(`/api/v1${path}?v=${version}`, { as: 'ann' })
      expect([path, version, status]).toEqual([path, version, 200])
    }
    expect((await server.fetch(`/api/v1${path}?w=1`, { as: 'ann' })).status).toBe(400)
  }
})

test('P14: parameters that ask for the default are taken', async () => {
  const [series] = (await server.call('GET', '/series?sort=name', { as: 'ann' })).body.data
  const read = async (path: string) => {
    const { status, body } = await server.call('GET', path, { as: 'ada' })
    return status === 200 ? (Array.isArray(body) ? body : body.data).length : status
  }
  const list = (body: object) => server.call('POST', '/books/list', { as: 'ann', body })
  expect(await list({ includeDeleted: false })).toMatchObject({ status: 200, body: { total: 2 } })
  expect((await list({ includeDeleted: true })).status).toBe(400)
  expect(await read(`/series/${series.id}/books?includeDeleted=false`)).toBe(1)
  expect(await read(`/series/${series.id}/books?includeDeleted=true`)).toBe(400)
  const lists = [
    ['/series/recently-added', 2],
    ['/series/recently-updated', 2],
    [`/libraries/${libraryId}/series/recently-added`, 2],
    [`/libraries/${libraryId}/series/recently-updated`, 2],
    ['/books/recently-read', 0],
    ['/books/recently-added', 2],
    [`/libraries/${libraryId}/books/recently-read`, 0],
    ['/tasks', 0],
  ] as const
  for (const [path, length] of lists) {
    for (const limit of [1, 500]) {
      expect([path, await read(`${path}?limit=${limit}`)]).toEqual([path, Math.min(limit, length)])
    }
    expect([path, await read(`${path}?limit=501`)]).toEqual([path, 400])
  }
})
