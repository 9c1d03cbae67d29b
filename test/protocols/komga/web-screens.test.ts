/** Requests of the screens of Komga's own web interface, with the parameters that it sends. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let comics: SeededLibrary
let hidden: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  comics = await seedLibrary(server)
  hidden = await seedLibrary(server)
  for (const [title, library, pageCount] of [
    ['Ánchor', comics, 30],
    ['The bay', comics, 10],
    ['1984', comics, 20],
    ['Hidden', hidden, 40],
  ] as const) {
    const series = await seedSeries(server, library, { title })
    await seedBook(server, series, { title, volume: 1, format: 'cbz', pageCount, size: 1000 })
    await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  }
  const body = { libraryIds: [comics.id] }
  await server.call('PUT', `/users/${server.getUserId('max')}/libraries`, { as: 'ada', body })
})
afterAll(() => server.close())

const list = async (owner: 'books' | 'series', condition: object, sort: string, as = 'max') => {
  const path = `/api/v1/${owner}/list?page=0&size=20&sort=${encodeURIComponent(sort)}`
  const { status, body } = await komga('POST', path, { as, body: { condition } })
  if (status !== 200) return status
  return body.content.map(({ metadata }: { metadata: { title: string } }) => metadata.title)
}

test('the letters of a library and the filter by letter agree', async () => {
  const groups = await komga('POST', '/api/v1/series/list/alphabetical-groups', { body: {} })
  expect(groups.body.length).toBe(3)
  for (const { group, count } of groups.body) {
    if (group === '#') continue
    const filter = compare('titleSort', 'beginsWith', { value: group.toUpperCase() })
    expect([group, await list('series', filter, 'name,asc')]).toEqual([
      group,
      Array.from({ length: count }, () => expect.any(String)),
    ])
  }
})

test('series without an age rating are offered as a filter', async () => {
  const ages = async (query = '') => (await komga('GET', `/api/v1/age-ratings${query}`)).body
  expect(await ages()).toEqual(['None'])
  expect(await ages(`?library_id=${comics.id}`)).toEqual(['None'])
  expect(await ages(`?library_id=${hidden.id}`)).toEqual([])
})

const compare = (name: string, operator: string, more: object = {}) => ({
  [name]: { operator, ...more },
})
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

test.each([
  ['all', { allOf: [] }, ['1984', 'Ánchor', 'The bay']],
  ['a letter', compare('titleSort', 'beginsWith', { value: 'B' }), ['The bay']],
  ['a letter with an accent', compare('titleSort', 'beginsWith', { value: 'A' }), ['Ánchor']],
  ['digits', compare('titleSort', 'beginsWith', { value: '19' }), ['1984']],
  [
    'no letter',
    { allOf: letters.map((value) => compare('titleSort', 'doesNotBeginWith', { value })) },
    ['1984'],
  ],
  ['no age rating', compare('ageRating', 'isNull'), ['1984', 'Ánchor', 'The bay']],
  ['an age rating as text', compare('ageRating', 'is', { value: '18' }), []],
  [
    'a year of release',
    {
      allOf: [
        compare('releaseDate', 'after', { dateTime: '2019-12-31T12:00:00Z' }),
        compare('releaseDate', 'before', { dateTime: '2021-01-01T12:00:00Z' }),
      ],
    },
    [],
  ],
  ['no release', compare('releaseDate', 'isNull'), ['1984', 'Ánchor', 'The bay']],
  ['any writer', compare('author', 'is', { value: { role: 'writer' } }), []],
  [
    'no writer',
    compare('author', 'isNot', { value: { role: 'writer' } }),
    ['1984', 'Ánchor', 'The bay'],
  ],
  ['complete series', compare('complete', 'isTrue'), []],
  ['incomplete series', compare('complete', 'isFalse'), ['1984', 'Ánchor', 'The bay']],
] as const)('the screen of a library filters by %s', async (_, filter, titles) => {
  const condition = { allOf: [{ anyOf: [] }, { anyOf: [filter] }] }
  expect(await list('series', condition, 'metadata.titleSort,asc')).toEqual([...titles])
})

test.each([
  ['series,metadata.numberSort,asc', ['1984', 'Ánchor', 'The bay']],
  ['series,metadata.numberSort,desc', ['The bay', 'Ánchor', '1984']],
  ['media.pagesCount,asc', ['The bay', '1984', 'Ánchor']],
  ['media.pagesCount,desc', ['Ánchor', '1984', 'The bay']],
  ['createdDate,desc', ['1984', 'The bay', 'Ánchor']],
])('the screen of all books sorts by %s', async (sort, titles) => {
  expect(await list('books', { allOf: [] }, sort)).toEqual(titles)
})

/** These paths are not in Komga's document. */
async function readJson(path: string, as = 'ada') {
  const response = await server.fetch(`/komga${path}`, { as })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const metric = async (name: string, as = 'ada') => {
  const { status, body } = await readJson(`/actuator/metrics/${name}`, as)
  return status === 200 ? body : status
}

test('P5: the screen of metrics has the counts of the catalog, also per library', async () => {
  const { body } = await readJson('/actuator/metrics')
  expect(body.names).toContain('komga.books')
  const books = await metric('komga.books')
  expect(books).toMatchObject({
    name: 'komga.books',
    measurements: [{ statistic: 'VALUE', value: 4 }],
    availableTags: [{ tag: 'library' }],
  })
  expect(books.availableTags[0].values.toSorted()).toEqual([comics.id, hidden.id].toSorted())
  for (const [name, value] of [
    [`komga.books?tag=library:${comics.id}`, 3],
    [`komga.series?tag=library:${hidden.id}`, 1],
    ['komga.series', 4],
    ['komga.books.filesize', 4000],
    ['komga.collections', 0],
    ['komga.readlists', 0],
  ] as const) {
    const { measurements } = await metric(name)
    expect([name, measurements]).toEqual([name, [{ statistic: 'VALUE', value }]])
  }
  for (const name of ['komga.x', 'toString', '__proto__', 'komga.books?tag=library:x'])
    expect([name, await metric(name)]).toEqual([name, 404])
  expect(await metric('komga.books', 'max')).toBe(403)
})

test('the screen of API keys tells when each was last used', async () => {
  const { body: key } = await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'Tab' } })
  const ann = server.getUserId('ann')
  const path = `/api/v2/users/${ann}/authentication-activity/latest?apikey_id=${key.id}`
  expect((await komga('GET', path, { as: 'ann' })).status).toBe(404)
  await server.call('GET', '/series', { as: key.key })
  await server.ctx.write(async () => undefined)
  const { status, body } = await komga('GET', path, { as: 'ann' })
  expect([status, body]).toMatchObject([200, { userId: ann, apiKeyId: key.id, success: true }])
  expect((await komga('GET', path, { as: 'max' })).status).toBe(403)
  const max = server.getUserId('max')
  const foreign = `/api/v2/users/${max}/authentication-activity/latest?apikey_id=${key.id}`
  expect((await komga('GET', foreign, { as: 'ada' })).status).toBe(404)
})

test.each([
  ['PT90M', [0]],
  ['PT720H', [0]],
  ['P30D', [0]],
  ['P4M', [0]],
  ['P400D', [1, 0]],
  ['PT8760H', [1, 0]],
  ['P12M', [1, 0]],
  ['P2Y', [2, 1, 0]],
])('a filter by release in the last %s', async (duration, yearsAgo) => {
  const library = await seedLibrary(server)
  const year = server.clock.now().getUTCFullYear()
  for (const ago of [0, 1, 2, 3, 7]) {
    await seedSeries(server, library, { title: `${ago} years ago`, year: year - ago })
  }
  const inLibrary = compare('libraryId', 'is', { value: library.id })
  const found = (operator: string) =>
    list(
      'series',
      { allOf: [inLibrary, compare('releaseDate', operator, { duration })] },
      'metadata.titleSort,desc',
      'ada',
    )
  expect(await found('isInTheLast')).toEqual(yearsAgo.map((ago) => `${ago} years ago`))
  const others = [7, 3, 2, 1].filter((ago) => !yearsAgo.includes(ago))
  expect(await found('isNotInTheLast')).toEqual(others.map((ago) => `${ago} years ago`))
})
