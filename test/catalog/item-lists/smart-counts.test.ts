/** The counts of smart lists are those of the filters with the same condition. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { limitTo } from './two-kinds'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const libraries = [await seedLibrary(server), await seedLibrary(server)]
  for (const [index, library] of libraries.entries()) {
    for (let i = 0; i < 9; i++) {
      const status = i % 2 === 0 ? 'ongoing' : null
      const ageRating = i % 3 === 0 ? 12 : null
      const series = await seedSeries(server, library, {
        title: `${index} ${i}`,
        status,
        ageRating,
      })
      const books = []
      for (let volume = 1; volume <= 3; volume++)
        books.push(await seedBook(server, series, { title: `Book ${volume}`, volume }))
      await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
      for (const { id } of books.slice(0, i % 4))
        await server.call('POST', `/books/${id}/read`, { as: 'ann' })
      if (i % 5 === 4) {
        const body = { currentPage: 4 }
        await server.call('PUT', `/books/${books[2]!.id}/progress`, { as: 'ann', body })
      }
    }
  }
})
afterAll(() => server.close())

const texts = (field: string, values: readonly string[]) =>
  values.flatMap((value) =>
    ['is', 'isNot', 'contains'].map((operator) => ({ [field]: { operator, value } })),
  )
const conditions = [
  ...texts('readStatus', ['read', 'in_progress', 'unread', 'READ', 'other']),
  { readStatus: { operator: 'isNull' } },
  ...texts('status', ['ongoing', 'Ongoing']),
  { status: { operator: 'isNull' } },
  { ageRating: { operator: 'isNull' } },
  // Lists with the same condition are counted together.
  { ageRating: { operator: 'isNull' } },
  { ageRating: { operator: 'ne', value: 12 } },
  {
    anyOf: [
      { not: { readStatus: { operator: 'is', value: 'unread' } } },
      { ageRating: { operator: 'eq', value: 12 } },
    ],
  },
]

test.each([
  { path: '/collections', items: 'series', count: 'seriesCount' },
  { path: '/readlists', items: 'books', count: 'bookCount' },
])('smart lists of $items, one by one and on a page', async ({ path, items, count }) => {
  const ids: string[] = []
  for (const [i, condition] of conditions.entries()) {
    const body = { name: `Smart ${i}`, condition }
    const created = await server.call('POST', path, { as: 'ann', body })
    expect([condition, created.status]).toEqual([condition, 201])
    ids.push(created.body.id)
  }
  const libraries = (await server.call('GET', '/libraries', { as: 'ada' })).body
  for (const limit of [null, [libraries[0].id]]) {
    await limitTo(server, 'ann', limit)
    const page = (await server.call('GET', `${path}?pageSize=100`, { as: 'ann' })).body.data
    const counts = new Map(page.map((list: { id: string }) => [list.id, list]))
    for (const [i, condition] of conditions.entries()) {
      const body = { condition }
      const { total } = (await server.call('POST', `/${items}/list`, { as: 'ann', body })).body
      const alone = (await server.call('GET', `${path}/${ids[i]}`, { as: 'ann' })).body
      const onPage = counts.get(ids[i]!) as Record<string, number>
      expect([condition, alone[count], onPage[count]]).toEqual([condition, total, total])
      const read = { allOf: [condition, { readStatus: { operator: 'is', value: 'read' } }] }
      if (items === 'series') continue
      const both = (
        await server.call('POST', '/books/list', { as: 'ann', body: { condition: read } })
      ).body.total
      expect([condition, alone['readCount'], onPage['readCount']]).toEqual([condition, both, both])
    }
  }
  await limitTo(server, 'ann', null)
})
