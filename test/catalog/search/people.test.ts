import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { buildIndexTokens } from '../../../src/platform/lib/text/search-tokens'
import { getPerson, listPeople, listWorksOfPerson } from '../../../src/catalog/search/people'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let one: SeededLibrary
let two: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  one = await seedLibrary(server, { name: 'One' })
  two = await seedLibrary(server, { name: 'Two' })
  await seedSeriesOf(one, 'Alpha', { ofSeries: 'Ada Lovelace', books: ['Zed Inker', null] })
  await seedSeriesOf(one, 'Beta', { books: ['Ada Lovelace', 'Ada Byron', 'Lovelace Tucker'] })
  await seedSeriesOf(two, 'Gamma', { ofSeries: '鳥山明', books: ['José Núñez, Ada Lovelace'] })
})
afterAll(() => server.close())

async function seedSeriesOf(
  library: SeededLibrary,
  title: string,
  { ofSeries, books }: { ofSeries?: string; books: (string | null)[] },
) {
  const authors = ofSeries ? [{ name: ofSeries, role: 'writer' }] : null
  const row = await seedSeries(server, library, { title, metadata: { authors } })
  for (const [i, penciller] of books.entries()) {
    const name = `${title} ${i + 1}`
    const search = buildIndexTokens(name, penciller)
    await seedBook(server, row, { title: name, volume: i, metadata: { penciller, search } })
  }
  await server.ctx.write((tx) => refreshSearchText(tx, [row.id]))
}

const getPeople = (path: string, as = 'ann') => server.call('GET', `/people${path}`, { as })
const listNames = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
const listTitles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)

describe('people', () => {
  test('are listed with their roles and numbers of works', async () => {
    const { body } = await getPeople('?sort=series_count,desc&pageSize=2')
    expect(body.total).toBe(6)
    expect(body.data[0]).toMatchObject({
      name: 'Ada Lovelace',
      roles: ['penciller', 'writer'],
      seriesCount: 3,
    })
    expect(body.links.next).toContain('page=2')
  })

  test.each([
    ['ada', ['Ada Byron', 'Ada Lovelace']],
    ['love', ['Ada Lovelace', 'Lovelace Tucker']],
    ['ovelace', []],
    ['NUNEZ jose', ['José Núñez']],
    ['山', ['鳥山明']],
    ['%', []],
  ])('are found by %p', async (q, found) => {
    expect(listNames((await getPeople(`?q=${encodeURIComponent(q)}`)).body)).toEqual(found)
  })

  test('are filtered by role and library', async () => {
    expect(listNames((await getPeople('?role=writer')).body)).toEqual(['Ada Lovelace', '鳥山明'])
    const { body } = await getPeople(`?libraryId=${two.id}&q=ada`)
    expect(listNames(body)).toEqual(['Ada Lovelace'])
  })

  test('are identified by ID and by name, with or without accents', async () => {
    const { body } = await getPeople('/jose%20nunez')
    expect(body).toMatchObject({ name: 'José Núñez', roles: ['penciller'], seriesCount: 1 })
    expect((await getPeople(`/${body.id}`)).body).toEqual(body)
    expect((await getPeople('/nobody')).status).toBe(404)
    expect((await getPeople(`/${Bun.randomUUIDv7()}`)).status).toBe(404)
  })

  test('have series', async () => {
    const { body } = await getPeople('/Ada%20Lovelace/series?sort=name,desc')
    const titles = body.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title)
    expect(titles).toEqual(['Gamma', 'Beta', 'Alpha'])
  })

  test('have books: all books of their series, or those that name them', async () => {
    const { body } = await getPeople('/Ada%20Lovelace/books')
    expect(listTitles(body).toSorted()).toEqual(['Alpha 1', 'Alpha 2', 'Beta 1', 'Gamma 1'])
    expect(body.total).toBe(4)
    expect(listTitles((await getPeople('/%E9%B3%A5%E5%B1%B1%E6%98%8E/books')).body)).toEqual([
      'Gamma 1',
    ])
  })

  test('are hidden from viewers who see none of their works', async () => {
    const viewer = { ...system, libraryIds: [one.id] }
    const { data, total } = await listPeople(server.ctx, viewer, {})
    expect([total, data.map(({ name }) => name).includes('鳥山明')]).toEqual([4, false])
    const refusal = await getPerson(server.ctx, viewer, '鳥山明').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'not_found' })
    expect((await getPerson(server.ctx, viewer, 'Ada Lovelace')).seriesCount).toBe(2)
    const { total: works } = await listWorksOfPerson(server.ctx, viewer, 'Ada Lovelace', {})
    expect(works).toBe(3)
  })

  test.each(['?sort=age,asc', '?pageSize=0', '?libraryId=x', `?q=${'x'.repeat(201)}`])(
    'reject %s',
    async (query) => {
      expect((await getPeople(query)).status).toBe(400)
    },
  )
})

test('M9: people are searched by `search`, as everything else', async () => {
  const all = (await getPeople('?pageSize=100')).body.data as { name: string }[]
  const [word] = all[0]!.name.split(' ') as [string]
  const found = (await getPeople(`?search=${encodeURIComponent(word)}`)).body
  expect(found.data.map(({ name }: { name: string }) => name)).toContain(all[0]!.name)
  expect(found.total).toBeLessThan(all.length)
  expect((await getPeople(`?q=${encodeURIComponent(word)}`)).body).toMatchObject({
    total: found.total,
  })
  expect((await getPeople('?search=Nobodyatall')).body.total).toBe(0)
})
