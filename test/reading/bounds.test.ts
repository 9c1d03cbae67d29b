/** What readers send has a largest size: at it, and one beyond. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, type SeededBook, seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
let book: SeededBook
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  const series = await seedSeries(server, await seedLibrary(server))
  book = await seedBook(server, series, { format: 'epub', pageCount: 20 })
})
afterAll(() => server.close())

const call = (method: string, path: string, body: object) =>
  server.call(method, path, { as: 'ann', body })

/** A locator of exactly this many bytes as JSON. */
function buildLocator(bytes: number) {
  const locator = {
    href: 'a.xhtml',
    type: 'application/xhtml+xml',
    locations: { totalProgression: 0.5 },
    text: { highlight: 'A passage', after: '' },
  }
  locator.text.after = 'x'.repeat(bytes - JSON.stringify(locator).length)
  return locator
}
const device = { id: 'reader', name: 'Reader' }
const progressionOf = (bytes: number) => ({
  device,
  modified: server.clock.now().toISOString(),
  locator: buildLocator(bytes),
})

test.each([
  [
    'a bookmark',
    'POST',
    'bookmarks',
    16 * 1024,
    (bytes: number) => ({ locator: buildLocator(bytes) }),
  ],
  [
    'a highlight',
    'POST',
    'highlights',
    16 * 1024,
    (bytes: number) => ({ locator: buildLocator(bytes) }),
  ],
  ['a position', 'PUT', 'progression', 8192, progressionOf],
] as const)('the locator of %s', async (_, method, name, most, build) => {
  const send = async (bytes: number) => {
    const { status, body } = await call(method, `/books/${book.id}/${name}`, build(bytes))
    return status < 300 ? 'stored' : body.details[0].path
  }
  expect(await send(most)).toBe('stored')
  expect(await send(most + 1)).toBe('locator')
})

test('a bookmark is on a page of the book, or on any page of a book that was not read yet', async () => {
  const add = async (id: string, page: number) =>
    (await call('POST', `/books/${id}/bookmarks`, { page })).status
  expect([await add(book.id, 20), await add(book.id, 21)]).toEqual([201, 400])
  const unread = await seedBook(server, await seedSeries(server, await seedLibrary(server)), {
    pageCount: 0,
  })
  expect(await add(unread.id, 21)).toBe(201)
})

const dayMs = 86_400_000
const at = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString()

test.each<[string, () => object, () => object, string]>([
  [
    'a day long',
    () => ({ clientStartedAt: at(-dayMs), clientEndedAt: at(0) }),
    () => ({ clientStartedAt: at(-dayMs - 1), clientEndedAt: at(0) }),
    'invalid_time_range',
  ],
  [
    'without a length',
    () => ({ clientStartedAt: at(-1), clientEndedAt: at(-1) }),
    () => ({ clientStartedAt: at(0), clientEndedAt: at(-1) }),
    'invalid_time_range',
  ],
  [
    'a day ahead',
    () => ({ clientStartedAt: at(0), clientEndedAt: at(dayMs) }),
    () => ({ clientStartedAt: at(60_000), clientEndedAt: at(dayMs + 60_000) }),
    'invalid_time_range',
  ],
  [
    'from the start',
    () => ({ toPercentage: 0 }),
    () => ({ toPercentage: -0.01 }),
    'invalid_percentage',
  ],
  ['to the end', () => ({ toPercentage: 1 }), () => ({ toPercentage: 1.01 }), 'invalid_percentage'],
  ['of no page', () => ({ pagesRead: 0 }), () => ({ pagesRead: -1 }), 'invalid_measurement'],
  [
    'of many pages',
    () => ({ pagesRead: 100_000 }),
    () => ({ pagesRead: 100_001 }),
    'invalid_measurement',
  ],
  ['to the first page', () => ({ toPage: 1 }), () => ({ toPage: 0 }), 'invalid_measurement'],
  [
    'to a late page',
    () => ({ toPage: 100_000 }),
    () => ({ toPage: 100_001 }),
    'invalid_measurement',
  ],
  [
    'without activity',
    () => ({ activeDurationMs: 0 }),
    () => ({ activeDurationMs: -1 }),
    'invalid_measurement',
  ],
])('a reading session may be %s, and no more', async (_, last, beyond, reason) => {
  const base = {
    bookId: book.id,
    deviceId: 'r',
    kind: 'progress',
    clientStartedAt: at(-1000),
    clientEndedAt: at(-1),
  }
  const [good, bad] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  const sessions = [
    { id: good, ...base, ...last() },
    { id: bad, ...base, ...beyond() },
  ]
  const { body } = await call('POST', '/reading-sessions', { sessions })
  expect(body).toMatchObject({ accepted: [good], rejected: [{ id: bad, reason }] })
})

test('a page of the history that is exactly full is the last one', async () => {
  await server.addUser('historian', 'reader')
  const as = 'historian'
  for (const currentPage of [1, 2, 3, 4]) {
    await server.clock.advance(1000)
    await server.call('PUT', `/books/${book.id}/progress`, { as, body: { currentPage } })
  }
  const list = async (limit: number) => {
    const { body } = await server.call('GET', `/user/read-history?limit=${limit}`, { as })
    return [body.entries.length, body.next !== null]
  }
  expect([await list(3), await list(4), await list(5)]).toEqual([
    [3, true],
    [4, false],
    [4, false],
  ])
})
