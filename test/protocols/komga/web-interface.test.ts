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
  // When its session has ended, images and the event stream of the page go on asking.
  for (const [path, headers] of [
    [
      '/komga/api/v1/series/x/thumbnail',
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['/komga/sse/v1/events', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['/komga/api/v1/libraries', { origin: 'http://localhost' }],
  ] as const) {
    const refused = await server.fetch(path, { headers })
    expect([path, refused.status]).toEqual([path, 401])
    expect([path, refused.headers.get('www-authenticate')]).toEqual([path, null])
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
  expect(await search('books', poster('is', { type: null }))).toBe(2)
  expect(await search('books', poster('is', { type: null, selected: null }))).toBe(2)
  expect(await search('books', poster('isNot', { type: null, selected: false }))).toBe(2)

  const health = await server.fetch('/komga/actuator/health')
  expect([health.status, await health.json()]).toEqual([200, { status: 'UP' }])
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

test('P15: server settings are the real values, and saving them says where they are', async () => {
  const { body: settings } = await komga('GET', '/api/v1/settings', { as: 'ada' })
  const { port } = server.ctx.config.server
  expect(settings).toMatchObject({
    rememberMeDurationDays: server.ctx.config.auth.session_days,
    serverPort: { configurationSource: port, databaseSource: null, effectiveValue: port },
  })
  const save = (body: object, as = 'ada') => komga('PATCH', '/api/v1/settings', { as, body })
  const changes = [
    { taskPoolSize: 8 },
    { deleteEmptyCollections: true },
    { renewRememberMeKey: true },
    { serverPort: port + 1 },
    { kepubifyPath: '/usr/bin/kepubify' },
    { rememberMeDurationDays: 1, deleteEmptyReadLists: false },
  ]
  for (const change of changes) {
    const { status, body } = await save(change)
    expect([change, status]).toEqual([change, 400])
    // Komga's interface shows the message, and other clients the first violation.
    expect(body.message).toContain('settings file')
    expect(body.violations).toMatchObject([{ fieldName: Object.keys(change)[0] }])
  }
  const { serverPort, serverContextPath, kepubifyPath, ...plain } = settings
  const same = {
    ...plain,
    serverPort: serverPort.effectiveValue,
    serverContextPath: serverContextPath.effectiveValue,
    kepubifyPath: kepubifyPath.effectiveValue,
    renewRememberMeKey: false,
  }
  for (const unchanged of [{}, same, { kepubifyPath: '' }]) {
    expect([unchanged, (await save(unchanged)).status]).toEqual([unchanged, 204])
  }
  expect((await save({ taskPoolSize: 8 }, 'max')).status).toBe(403)
  expect((await komga('GET', '/api/v1/settings', { as: 'ada' })).body).toEqual(settings)
})

test('P15: the history has what was removed, newest first', async () => {
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library, { title: 'Gone' })
  const book = await seedBook(server, series, { title: 'Gone 1', volume: 1 })
  const list = (query = '') => komga('GET', `/api/v1/history${query}`, { as: 'ada' })
  expect((await list()).body.totalElements).toBe(0)
  expect((await komga('DELETE', `/api/v1/books/${book.id}/file`, { as: 'max' })).status).toBe(202)
  await server.clock.advance(1000)
  const other = await seedSeries(server, library, { title: 'Other' })
  await seedBook(server, other, { title: 'Other 1', volume: 1 })
  expect((await komga('DELETE', `/api/v1/series/${other.id}/file`, { as: 'max' })).status).toBe(202)
  const { body } = await list('?page=0&size=20&sort=timestamp,desc')
  expect(body.content).toMatchObject([
    { type: 'SeriesFolderDeleted', seriesId: other.id, bookId: null },
    { type: 'BookFileDeleted', seriesId: null, bookId: book.id },
  ])
  expect(body.content[1].properties).toEqual({
    name: expect.stringContaining('Gone'),
    reason: 'Moved to the trash by max. The file is kept.',
  })
  expect((await list('?page=1&size=1')).body).toMatchObject({ number: 1, totalElements: 2 })
  expect((await komga('GET', '/api/v1/history', { as: 'max' })).status).toBe(403)
})

test('P15: the page of missing posters has an answer, in any order', async () => {
  const condition = {
    allOf: [
      { mediaStatus: { operator: 'is', value: 'READY' } },
      { poster: { operator: 'isNot', value: { selected: true } } },
    ],
  }
  const orders = [
    '',
    'metadata.title,asc',
    'media.mediaType,desc',
    'url,asc',
    'url,asc&sort=x,desc',
  ]
  for (const order of orders) {
    const path = `/api/v1/books/list?page=0&size=20${order && `&sort=${order}`}`
    const { status, body } = await komga('POST', path, { as: 'ada', body: { condition } })
    expect([order, status, body.totalElements]).toEqual([order, 200, 0])
  }
})
