import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listBooksMatching } from '../../../src/catalog/books/service'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { bookProgress } from '../../../src/reading/progress/schema'
import { series } from '../../../src/catalog/series/schema'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let seriesId: string
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Comics', path: '/comics' })
  const row = await seedSeries(server, library, { title: 'Series' })
  seriesId = row.id
  await server.ctx.write((tx) => setLabels(tx, row.id, 'genre', ['Drama']))
  const at = new Date()
  const one = await seedBook(server, row, {
    title: 'One',
    volume: 1,
    pageCount: 10,
    relativePath: 'a/One.cbz',
    metadata: { year: 1999, summary: 'First of all' },
  })
  await seedBook(server, row, { title: 'Two', volume: 2, pageCount: 20, finding: 'encrypted' })
  await seedBook(server, row, { title: 'Gone', trashedAt: at })
  const other = await seedSeries(server, await seedLibrary(server, { name: 'Other' }))
  await seedBook(server, other, { title: 'Three', format: 'epub', pageCount: 30 })
  await server.ctx.write(async (tx) => {
    const times = { startedAt: at, positionAt: at, updatedAt: at }
    const ids = { userId: server.getUserId('ann'), bookId: one.id, seriesId: row.id }
    await tx.insert(bookProgress).values({ ...ids, ...times, completed: true })
    await tx.update(series).set({ bookCount: 2 })
  })
})
afterAll(() => server.close())

const listBooks = (body: unknown, { query = '', as = 'ann' } = {}) =>
  server.call('POST', `/books/list${query}`, { as, body })
const findTitles = async (condition: unknown) => {
  const { status, body } = await listBooks({ condition }, { query: '?pageSize=10' })
  expect([status, body.total]).toEqual([200, body.data?.length])
  return body.data.map(({ title }: { title: string }) => title).toSorted()
}

describe('POST /books/list', () => {
  const cases: [string, object, string[]][] = [
    ['that are not in the trash', { allOf: [] }, ['One', 'Three', 'Two']],
    ['by genre of the series', { genre: { operator: 'is', value: 'DRAMA' } }, ['One', 'Two']],
    ['without a genre', { genre: { operator: 'isNull' } }, ['Three']],
    ['that were read', { readStatus: { operator: 'is', value: 'read' } }, ['One']],
    ['that were not read', { readStatus: { operator: 'isNot', value: 'read' } }, ['Three', 'Two']],
    ['with errors', { hasError: { operator: 'isTrue' } }, ['Two']],
    ['without a finding', { finding: { operator: 'isNull' } }, ['One', 'Three']],
    ['by pages', { pageCount: { operator: 'between', min: 15, max: 25 } }, ['Two']],
    ['by size', { fileSize: { operator: 'gt', value: 999.5 } }, ['One', 'Three', 'Two']],
    ['by year', { year: { operator: 'lt', value: 2000 } }, ['One']],
    ['not from a given year', { year: { operator: 'ne', value: 1999 } }, ['Three', 'Two']],
    ['by summary', { summary: { operator: 'contains', value: 'OF ALL' } }, ['One']],
    ['by format', { format: { operator: 'is', value: 'EPUB' } }, ['Three']],
    ['by volume', { not: { volume: { operator: 'gte', value: 2 } } }, ['One', 'Three']],
    [
      'by date',
      { dateAdded: { operator: 'after', value: '2020-01-01T00:00:00Z' } },
      ['One', 'Three', 'Two'],
    ],
    ['by reading date', { dateRead: { operator: 'isNotNull' } }, ['One']],
    ['by want to read', { wantToRead: { operator: 'isFalse' } }, ['One', 'Three', 'Two']],
  ]
  test.each(cases)('finds books %s', async (_what, condition, found) => {
    expect(await findTitles(condition)).toEqual(found)
  })

  test('finds books by library and series', async () => {
    const isNot = (value: string) => ({ operator: 'isNot', value })
    expect(await findTitles({ libraryId: isNot(library.id) })).toEqual(['Three'])
    expect(await findTitles({ seriesId: isNot(seriesId) })).toEqual(['Three'])
    expect(await findTitles({ seriesId: { operator: 'in', values: [seriesId] } })).toEqual([
      'One',
      'Two',
    ])
  })

  test('allows path conditions only for users who may edit libraries', async () => {
    const condition = { path: { operator: 'is', value: '/COMICS/a/one.cbz' } }
    expect((await listBooks({ condition })).status).toBe(403)
    const { body } = await listBooks({ condition }, { as: 'max' })
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['One'])
  })

  test('combines full-text search with a condition', async () => {
    const condition = { pageCount: { operator: 'gt', value: 5 } }
    const { body } = await listBooks({ condition, fullTextSearch: 'thr' })
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Three'])
  })

  test('returns only books in libraries the viewer can access', async () => {
    const viewer = { ...system, libraryIds: [library.id] }
    const body = { condition: { not: { anyOf: [] } } }
    const { data, total } = await listBooksMatching(server.ctx, viewer, { body, query: {} })
    expect([total, data.map(({ title }) => title)]).toEqual([2, ['One', 'Two']])
  })

  test.each([
    ['a field of series', { publisherr: { operator: 'isNull' } }],
    ['an operator of another type', { pageCount: { operator: 'is', value: 'x' } }],
    ['a number without bounds', { pageCount: { operator: 'gt', value: 1e300 } }],
  ])('rejects %s', async (_what, condition) => {
    expect((await listBooks({ condition })).status).toBe(400)
  })
})
