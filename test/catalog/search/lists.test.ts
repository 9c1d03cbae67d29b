/** J12: the search finds collections and reading lists by their names. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { system } from '../../../src/accounts/permissions/model'
import { searchAll } from '../../../src/catalog/search/service'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let libraryId: string

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  libraryId = library.id
  const series = await seedSeries(server, library, { title: 'Supernova', ageRating: 18 })
  const book = await seedBook(server, series, { title: 'Nova 1' })
  const isAdult = { ageRating: { operator: 'eq', value: 18 } }
  const lists = [
    ['max', '/collections', { name: 'Harbour Tales', sharing: 'everyone' }],
    ['ann', '/collections', { name: 'My Harbour' }],
    ['ann', '/collections', { name: 'Supernva' }],
    ['max', '/collections', { name: 'Private Harbour' }],
    ['max', '/readlists', { name: 'Häfen & harbours', sharing: 'everyone' }],
    ['max', '/readlists', { name: 'Adult Harbour', sharing: 'everyone', condition: isAdult }],
  ] as const
  for (const [as, path, body] of lists) {
    const created = await server.call('POST', path, { as, body })
    expect(created.body).toMatchObject({ name: body.name })
    if ('condition' in body) continue
    const isCollection = path === '/collections'
    const entries = isCollection ? { seriesIds: [series.id] } : { bookIds: [book.id] }
    const ofList = `${path}/${created.body.id}/${isCollection ? 'series' : 'books'}`
    expect((await server.call('POST', ofList, { as, body: entries })).body).not.toHaveProperty(
      'error',
    )
  }
})
afterAll(() => server.close())

const search = async (q: string, more = '') =>
  (await server.call('GET', `/search?q=${encodeURIComponent(q)}${more}`, { as: 'ann' })).body
const getNames = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('lists are found by a part of their name, if the viewer can see them', async () => {
  const { collections, readLists, corrected } = await search('harbour')
  expect(getNames(collections)).toEqual(['Harbour Tales', 'My Harbour'])
  expect(getNames(readLists)).toEqual(['Adult Harbour', 'Häfen & harbours'])
  expect(collections).toMatchObject([
    { ownerName: 'max', isOwner: false },
    { ownerName: 'ann', isOwner: true },
  ])
  expect(corrected).toBeNull()
  expect(getNames((await search('hafen')).readLists)).toEqual(['Häfen & harbours'])
  expect(getNames((await search('harbour', '&kinds=readLists&limit=1')).readLists)).toHaveLength(1)
})

test('a list is a result, so no other words are searched for', async () => {
  expect((await search('supernovva')).corrected).toBe('supernova')
  expect((await search('supernva')).corrected).toBeNull()
})

test('lists belong to no library', async () => {
  expect((await search('harbour', `&libraryId=${libraryId}`)).collections).toEqual([])
})

test('a smart list of others is hidden while nothing of it can be seen', async () => {
  const viewer = {
    ...system,
    userId: server.getUserId('ann'),
    libraryIds: [],
    role: 'reader' as const,
  }
  const { readLists } = await searchAll(server.ctx, viewer, { q: 'harbour' })
  expect(getNames(readLists)).not.toContain('Adult Harbour')
})

test('collections and reading lists need their own permissions', async () => {
  const viewer = { ...system, permissions: new Set(['series:read' as const]) }
  const { collections, readLists } = await searchAll(server.ctx, viewer, { q: 'harbour' })
  expect([collections, readLists]).toEqual([[], []])
})
