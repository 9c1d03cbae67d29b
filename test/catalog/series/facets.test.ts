import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { seriesProgress } from '../../../src/reading/progress/schema'
import { seriesMetadata } from '../../../src/catalog/series/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { listMatchingFacets } from '../../../src/catalog/series/service'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let one: SeededLibrary
let two: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  one = await seedLibrary(server, { name: 'One' })
  two = await seedLibrary(server, { name: 'Two' })
  const buildAuthor = (name: string) => ({ authors: [{ name, role: 'writer' }] })
  await seedTitle(
    one,
    { year: 1990, publisher: 'Dark', status: 'ended' },
    ['Drama'],
    buildAuthor('Ada'),
  )
  await seedTitle(one, { year: 1990, publisher: 'Élan' }, ['Drama', 'Crime'], buildAuthor('Ada'))
  await seedTitle(
    two,
    { year: 2000, status: 'ongoing', bookCount: 2 },
    ['Crime'],
    buildAuthor('José'),
  )
  await seedTitle(two, { trashedAt: new Date(), year: 1000 }, ['Crime'], buildAuthor('Nobody'))
})
afterAll(() => server.close())

async function seedTitle(
  library: SeededLibrary,
  values: Parameters<typeof seedSeries>[2],
  genres: string[],
  metadata: { authors: { name: string; role: string }[] },
) {
  const { id } = await seedSeries(server, library, { bookCount: 1, ...values, metadata })
  await server.ctx.write(async (tx) => {
    await setLabels(tx, id, 'genre', genres)
    await refreshSearchText(tx, [id])
    const ids = { userId: server.getUserId('ann'), seriesId: id }
    if (values?.bookCount === 2) {
      await tx.insert(seriesProgress).values({ ...ids, booksRead: 1, updatedAt: new Date() })
    }
  })
}

const getFacets = async (body: object) => {
  const answer = await server.call('POST', '/series/list/facets', { as: 'ann', body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return Object.fromEntries(
    answer.body.map(({ facet, values }: { facet: string; values: Value[] }) => [
      facet,
      values.map(({ value, count }) => [value, count]),
    ]),
  )
}
interface Value {
  value: unknown
  count: number
}

describe('POST /series/list/facets', () => {
  test('counts every value, most frequent first', async () => {
    const names = ['libraryId', 'genre', 'year', 'readStatus', 'author', 'publisher', 'ageRating']
    expect(await getFacets({ facets: names })).toEqual({
      libraryId: [
        [one.id, 2],
        [two.id, 1],
      ],
      genre: [
        ['Crime', 2],
        ['Drama', 2],
      ],
      year: [
        [1990, 2],
        [2000, 1],
      ],
      readStatus: [
        ['unread', 2],
        ['in_progress', 1],
      ],
      author: [
        ['Ada', 2],
        ['José', 1],
      ],
      publisher: expect.arrayContaining([
        ['Dark', 1],
        ['Élan', 1],
        [null, 1],
      ]),
      ageRating: [[null, 3]],
    })
  })

  test('applies every filter but its own', async () => {
    const crime = { genre: { operator: 'is', value: 'crime' } }
    const old = { year: { operator: 'eq', value: 1990 } }
    const condition = { allOf: [crime, { anyOf: [old] }] }
    expect(await getFacets({ condition, facets: ['genre', 'year', 'status'] })).toEqual({
      genre: [
        ['Crime', 1],
        ['Drama', 2],
      ].toReversed(),
      year: [
        [1990, 1],
        [2000, 1],
      ],
      status: [[null, 1]],
    })
    expect(await getFacets({ condition: { not: crime }, facets: ['genre'] })).toEqual({
      genre: [
        ['Crime', 2],
        ['Drama', 2],
      ],
    })
  })

  test('searches values by part of their name', async () => {
    expect(await getFacets({ facets: ['author', 'publisher'], search: 'JOSE' })).toEqual({
      author: [['José', 1]],
      publisher: [],
    })
    expect(await getFacets({ facets: ['publisher'], search: 'dar' })).toEqual({
      publisher: [['Dark', 1]],
    })
  })

  test('excludes values that the viewer cannot see', async () => {
    const viewer = { ...system, libraryIds: [one.id] }
    const asked = { facets: ['author' as const, 'libraryId' as const] }
    const [author, library] = await listMatchingFacets(server.ctx, viewer, asked)
    expect(author!.values).toEqual([{ value: 'Ada', name: 'Ada', count: 2 }])
    expect(library!.values).toEqual([{ value: one.id, name: 'One', count: 2 }])
  })

  test.each([
    ['no facet', { facets: [] }],
    ['an unknown facet', { facets: ['summary'] }],
    ['an invalid condition', { facets: ['year'], condition: { year: 1 } }],
    ['an invalid group', { facets: ['year'], condition: { allOf: 3 } }],
  ])('rejects %s', async (_what, body) => {
    const { status } = await server.call('POST', '/series/list/facets', { as: 'ann', body })
    expect(status).toBe(400)
  })
})

describe('the people table', () => {
  test('follows the authors of series and books, with one row per normalized name', async () => {
    const { id, n } = await seedSeries(server, one, {
      title: 'Credited',
      metadata: { authors: [{ name: 'Zoë  Quill', role: 'writer' }] },
    })
    const listOwn = async () => (await getFacets({ facets: ['author'], search: 'quill' }))['author']
    await server.ctx.write((tx) => refreshSearchText(tx, [id]))
    expect(await listOwn()).toEqual([['Zoë Quill', 1]])
    await server.ctx.write(async (tx) => {
      await tx.update(seriesMetadata).set({ authors: null }).where(eq(seriesMetadata.n, n))
      await refreshSearchText(tx, [id])
    })
    expect(await listOwn()).toEqual([])
  })
})

test('a hundred values of a facet are whole, of more only the most frequent are listed', async () => {
  const library = await seedLibrary(server, { name: 'Many' })
  const list = async (genres: number) => {
    const names = Array.from({ length: genres }, (_, n) => `Genre ${n}`)
    await seedTitle(library, {}, names, { authors: [] })
    const condition = { libraryId: { operator: 'is', value: library.id } }
    const body = { facets: ['genre'], condition }
    const answer = await server.call('POST', '/series/list/facets', { as: 'ann', body })
    const [{ values, isWhole }] = answer.body
    return [values.length, isWhole]
  }
  expect([await list(100), await list(101)]).toEqual([
    [100, true],
    [100, false],
  ])
})
