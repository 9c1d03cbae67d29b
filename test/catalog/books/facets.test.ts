import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { bookProgress } from '../../../src/reading/progress/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { type TestServer, startTestServer } from '../../support/server'
import {
  buildPlainSortKey,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededLibrary,
} from '../../support/seed'

let server: TestServer
let one: SeededLibrary
let two: SeededLibrary
const timeoutMs = 60_000

beforeAll(async () => {
  server = await startTestServer()
  one = await seedLibrary(server, { name: 'One' })
  two = await seedLibrary(server, { name: 'Two' })
  const alpha = await seedSeries(server, one, { title: 'Alpha', status: 'ended', ageRating: 12 })
  const zeta = await seedSeries(server, two, { title: 'Zeta', readingDirection: 'rtl' })
  await addBook(alpha, 'Zebra', { format: 'cbz', metadata: { year: 1999, publisher: 'Élan' } })
  await addBook(alpha, 'Apple', { format: 'cbz', metadata: { year: 1999 } })
  const read = await addBook(zeta, 'Moon', { format: 'epub', metadata: { bookType: 'novel' } })
  await addBook(zeta, 'Gone', { format: 'pdf', trashedAt: new Date() })
  await server.ctx.write(async (tx) => {
    await setLabels(tx, alpha.id, 'genre', ['Drama', 'Crime'])
    await setLabels(tx, zeta.id, 'genre', ['Crime'])
    const at = new Date()
    await tx.insert(bookProgress).values({
      userId: server.getUserId('ann'),
      bookId: read.id,
      seriesId: zeta.id,
      completed: true,
      startedAt: at,
      positionAt: at,
      updatedAt: at,
    })
    await refreshSearchText(tx, [alpha.id, zeta.id])
  })
}, timeoutMs)
afterAll(() => server.close())

type Values = NonNullable<Parameters<typeof seedBook>[2]>

const addBook = (series: Parameters<typeof seedBook>[1], title: string, values: Values) =>
  seedBook(server, series, {
    ...values,
    title,
    relativePath: `${title}.cbz`,
    sortKey: buildPlainSortKey({ title }),
  })

const post = (path: string, body: object) => server.call('POST', path, { as: 'ann', body })

interface Value {
  value: unknown
  count: number
}

async function getFacets(body: object) {
  const answer = await post('/books/list/facets', body)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return Object.fromEntries(
    answer.body.map(({ facet, values }: { facet: string; values: Value[] }) => [
      facet,
      values.map(({ value, count }) => [value, count]),
    ]),
  )
}

describe('POST /books/list/facets', () => {
  test(
    'counts books, also by values of their series, most frequent first',
    async () => {
      const names = ['libraryId', 'genre', 'format', 'year', 'readStatus', 'status', 'ageRating']
      expect(await getFacets({ facets: names })).toEqual({
        libraryId: [
          [one.id, 2],
          [two.id, 1],
        ],
        genre: [
          ['Crime', 3],
          ['Drama', 2],
        ],
        format: [
          ['cbz', 2],
          ['epub', 1],
        ],
        year: [
          [1999, 2],
          [null, 1],
        ],
        readStatus: [
          ['unread', 2],
          ['read', 1],
        ],
        status: [
          ['ended', 2],
          [null, 1],
        ],
        ageRating: [
          [12, 2],
          [null, 1],
        ],
      })
    },
    timeoutMs,
  )

  test(
    'applies every filter but its own, and searches values by name',
    async () => {
      const condition = {
        allOf: [
          { genre: { operator: 'is', value: 'drama' } },
          { format: { operator: 'is', value: 'epub' } },
        ],
      }
      expect(await getFacets({ facets: ['format', 'genre'], condition })).toEqual({
        format: [['cbz', 2]],
        genre: [['Crime', 1]],
      })
      expect(await getFacets({ facets: ['publisher'], search: 'Él' })).toEqual({
        publisher: [['Élan', 1]],
      })
      expect(await getFacets({ facets: ['bookType'], fullTextSearch: 'moon' })).toEqual({
        bookType: [['novel', 1]],
      })
    },
    timeoutMs,
  )

  test(
    'rejects unknown facets',
    async () => {
      expect((await post('/books/list/facets', { facets: ['path'] })).status).toBe(400)
      expect((await post('/books/list/facets', { facets: [] })).status).toBe(400)
      const condition = { nonsense: { operator: 'is', value: 'x' } }
      const answer = await post('/books/list/facets', { facets: ['genre'], condition })
      expect(answer.status).toBe(400)
      const nobody = { body: { facets: ['genre'] } }
      expect((await server.call('POST', '/books/list/facets', nobody)).status).toBe(401)
    },
    timeoutMs,
  )
})

describe('POST /books/list/alphabetical-groups', () => {
  const getGroups = async (query: string, body: object = {}) => {
    const answer = await post(`/books/list/alphabetical-groups${query}`, body)
    return answer.body.map(({ group, count, offset }: Record<string, unknown>) => [
      group,
      count,
      offset,
    ])
  }

  test(
    'groups by series title, or by book title when sorted by it, in both directions',
    async () => {
      expect(await getGroups('')).toEqual([
        ['a', 2, 0],
        ['z', 1, 2],
      ])
      expect(await getGroups('?sort=title,desc')).toEqual([
        ['z', 1, 0],
        ['m', 1, 1],
        ['a', 1, 2],
      ])
      expect(await getGroups('?sort=date_added,desc')).toEqual([
        ['z', 1, null],
        ['a', 2, null],
      ])
    },
    timeoutMs,
  )

  test(
    'applies the condition',
    async () => {
      const condition = { status: { operator: 'is', value: 'ended' } }
      expect(await getGroups('?sort=title', { condition })).toEqual([
        ['a', 1, 0],
        ['z', 1, 1],
      ])
    },
    timeoutMs,
  )
})
