/** What people store about series and books has a largest size: at it, and one beyond. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { type TestServer, startTestServer } from '../support/server'

let server: TestServer
let ids: { series: string; book: string; library: string }
beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  const book = await seedBook(server, series)
  ids = { series: series.id, book: book.id, library: library.id }
})
afterAll(() => server.close())

const send = async (method: string, path: string, body: object, as = 'max') => {
  const answer = await server.call(method, path, { as, body })
  if (answer.status < 300) return 'stored'
  return answer.body.details?.[0]?.path ?? answer.body.code
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
/** An object of exactly this many bytes as JSON. */
const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) })
const metadataOf = (kind: 'series' | 'book') =>
  kind === 'series' ? `/series/${ids.series}/metadata` : `/books/${ids.book}/metadata`

test.each([
  ['series', 'custom bytes', { customMetadata: sized(65_536) }, { customMetadata: sized(65_537) }],
  ['series', 'custom levels', { customMetadata: nested(19) }, { customMetadata: nested(20) }],
  ['book', 'custom bytes', { customMetadata: sized(65_536) }, { customMetadata: sized(65_537) }],
  ['book', 'custom levels', { customMetadata: nested(33) }, { customMetadata: nested(34) }],
  ['series', 'the year', { year: 9999 }, { year: 10_000 }],
  ['series', 'the first year', { year: 1 }, { year: 0 }],
] as const)('%s: %s', async (kind, _, last, beyond) => {
  expect(await send('PATCH', metadataOf(kind), last)).toBe('stored')
  expect(await send('PATCH', metadataOf(kind), beyond)).toStartWith(Object.keys(beyond)[0]!)
})

/** A condition of exactly this many characters as JSON. */
function buildCondition(length: number) {
  const part = (value: string) => ({ title: { operator: 'contains', value } })
  const of = (last: string) => ({
    anyOf: [...Array.from({ length: 39 }, () => part('x'.repeat(460))), part(last)],
  })
  return of('x'.repeat(length - JSON.stringify(of('')).length))
}

test.each([
  ['a saved filter', '/filter-presets', { scope: 'global', target: 'series' }],
  ['a smart collection', '/collections', {}],
])('the condition of %s', async (_, path, more) => {
  const create = (length: number) =>
    send('POST', path, { name: `Of ${length}`, condition: buildCondition(length), ...more })
  expect(await create(20_000)).toBe('stored')
  expect(await create(20_001)).toStartWith('condition')
})

const url = 'https://example.org/'
test.each<[string, () => string, string, string, (n: number) => object]>([
  [
    'IDs of a book',
    () => `/books/${ids.book}`,
    'externalIds',
    'external-ids',
    (n) => ({ source: `plugin:p${n}`, externalId: `${n}` }),
  ],
  [
    'links of a book',
    () => `/books/${ids.book}`,
    'externalLinks',
    'external-links',
    (n) => ({ sourceName: `p${n}`, url }),
  ],
  [
    'IDs of a series',
    () => `/series/${ids.series}`,
    'externalIds',
    'external-ids',
    (n) => ({ source: `plugin:p${n}`, externalId: `${n}` }),
  ],
  [
    'links of a series',
    () => `/series/${ids.series}`,
    'externalLinks',
    'external-links',
    (n) => ({ sourceName: `p${n}`, url }),
  ],
  [
    'ratings of a series',
    () => `/series/${ids.series}`,
    'externalRatings',
    'external-ratings',
    (n) => ({ sourceName: `p${n}`, rating: 1 }),
  ],
  [
    'titles of a series',
    () => `/series/${ids.series}`,
    'alternateTitles',
    'alternate-titles',
    (n) => ({ label: 'en', title: `${n}` }),
  ],
])('there are at most 100 %s', async (_, owner, field, path, build) => {
  const first = Array.from({ length: 99 }, (_one, n) => build(n))
  expect(await send('POST', `${owner()}/metadata/edit`, { [field]: first })).toBe('stored')
  const add = (n: number) => send('POST', `${owner()}/${path}`, build(n))
  expect([await add(100), await add(101)]).toEqual(['stored', expect.stringContaining('too_many')])
  // One of these sources is replaced.
  if (path !== 'alternate-titles') expect(await add(100)).toBe('stored')
})

const lines = (count: number, line: string) => ({
  excludedPatterns: Array(count).fill(line).join('\n'),
})
test.each([
  ['100 patterns', lines(100, '*.tmp'), lines(101, '*.tmp')],
  ['patterns of 300 characters', lines(1, 'x'.repeat(300)), lines(1, 'x'.repeat(301))],
  ['15 asterisks in a pattern', lines(1, '*a'.repeat(15)), lines(1, '*a'.repeat(16))],
  ['3 double asterisks in a pattern', lines(1, '**/a'.repeat(3)), lines(1, '**/a'.repeat(4))],
])('a library may have %s', async (_, last, beyond) => {
  const change = (body: object) => send('PATCH', `/libraries/${ids.library}`, body, 'ada')
  expect([await change(last), await change(beyond)]).toEqual(['stored', Object.keys(beyond)[0]!])
})

test('a map of volumes and chapters may have 64 KB', async () => {
  const change = (bytes: number) =>
    send('PATCH', `/series/${ids.series}/tracking`, { volumeChapterMap: sized(bytes) })
  expect([await change(65_536), await change(65_537)]).toEqual(['stored', 'volumeChapterMap'])
})

test('series are filtered by at most 20 genres', async () => {
  const list = async (count: number) => {
    const genres = Array.from({ length: count }, (_, n) => `g${n}`).join(',')
    return (await server.call('GET', `/series?genres=${genres}`, { as: 'ann' })).status
  }
  expect([await list(20), await list(21)]).toEqual([200, 400])
})
