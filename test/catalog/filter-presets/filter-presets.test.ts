/** Saved filters: validation, ownership, and use of the saved filters in lists. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
  await seedSeries(server, library)
})
afterAll(() => server.close())

const path = '/filter-presets'
const unread = { readStatus: { operator: 'is', value: 'unread' } }
let names = 0
const valid = (more: object = {}) => ({
  name: `Filter ${++names}`,
  scope: 'global',
  target: 'series',
  condition: unread,
  ...more,
})
const create = (body: object, as = 'ann') => server.call('POST', path, { as, body })
const list = async (query = '', as = 'ann') => {
  const { body } = await server.call('GET', `${path}${query}`, { as })
  return (body.presets as { id: string }[]).map(({ id }) => id)
}

describe('a saved filter', () => {
  test('is found again as it was saved, until it is deleted', async () => {
    const condition = { allOf: [unread, { not: { genre: { operator: 'is', value: 'Horror' } } }] }
    const given = valid({ name: '  Quiet evenings ', condition, query: 'sea', sort: 'name,desc' })
    const { status, body } = await create(given)
    expect(status).toBe(201)
    const { id } = body
    const expected = { ...given, name: 'Quiet evenings', libraryId: null }
    expect(body).toMatchObject(expected)
    const get = () => server.call('GET', `${path}/${id}`, { as: 'ann' })
    expect(await get()).toMatchObject({ status: 200, body: expected })
    expect(await list()).toContain(id)
    const remove = () => server.call('DELETE', `${path}/${id}`, { as: 'ann' })
    expect((await remove()).status).toBe(204)
    expect([(await get()).status, (await remove()).status]).toEqual([404, 404])
    expect(await list()).not.toContain(id)
  })

  test('is replaced, but keeps scope, target and library', async () => {
    const { body: saved } = await create(
      valid({ scope: 'library', libraryId: library.id, query: 'sea' }),
    )
    const replacement = { name: 'Another', condition: {} }
    const { body } = await server.call('PUT', `${path}/${saved.id}`, {
      as: 'ann',
      body: replacement,
    })
    expect(body).toMatchObject({
      ...replacement,
      id: saved.id,
      scope: 'library',
      target: 'series',
      libraryId: library.id,
      query: null,
    })
  })

  test('is of one user: another can neither see, change nor delete it', async () => {
    const { body } = await create(valid())
    const answers = [
      await server.call('GET', `${path}/${body.id}`, { as: 'ada' }),
      await server.call('PUT', `${path}/${body.id}`, {
        as: 'ada',
        body: { name: 'Mine', condition: {} },
      }),
      await server.call('DELETE', `${path}/${body.id}`, { as: 'ada' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await list('', 'ada')).toEqual([])
    expect(await list()).toContain(body.id)
  })

  test('other windows of the user are told', async () => {
    await server.forgetEvents()
    await create(valid())
    await waitUntil(() => server.events.length > 0)
    expect(server.events).toMatchObject([
      { type: 'filter_presets_updated', userId: server.getUserId('ann') },
    ])
  })

  test('of a library is hidden with it, and comes back with it', async () => {
    const { body } = await create(valid({ scope: 'library', libraryId: library.id }))
    const give = (libraries: string[] | null) =>
      server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
        as: 'ada',
        body: { libraryIds: libraries },
      })
    const limit = await give([])
    expect(limit.status).toBeLessThan(300)
    expect(await list()).not.toContain(body.id)
    expect((await server.call('GET', `${path}/${body.id}`, { as: 'ann' })).status).toBe(404)
    await give(null)
    expect(await list()).toContain(body.id)
  })
})

describe('the list', () => {
  test('is filtered by scope, target and library, and sorted by name', async () => {
    await server.addUser('eve', 'reader')
    const save = async (more: object) => (await create(valid(more), 'eve')).body.id as string
    const books = await save({ name: 'c', target: 'books' })
    const own = await save({ name: 'B', scope: 'library', libraryId: library.id })
    const everywhere = await save({ name: 'a' })
    const cases: [query: string, ids: string[]][] = [
      ['', [everywhere, books, own]],
      ['?target=books', [books]],
      ['?scope=library', [own]],
      ['?scope=global', [everywhere, books]],
      [`?libraryId=${library.id}`, [own]],
    ]
    for (const [query, ids] of cases)
      expect((await list(query, 'eve')).toSorted()).toEqual(ids.toSorted())
    expect(await list('?scope=global', 'eve')).toEqual([everywhere, books])
  })
})

describe('what lists refuse cannot be saved', () => {
  const deep = (levels: number): object => (levels === 0 ? unread : { not: deep(levels - 1) })
  const cases: [what: string, more: object, status: number][] = [
    ['an unknown field', { condition: { color: { operator: 'is', value: 'red' } } }, 400],
    ['a field of books', { condition: { format: { operator: 'is', value: 'epub' } } }, 400],
    ['two members', { condition: { ...unread, not: unread } }, 400],
    ['too many levels', { condition: deep(9) }, 400],
    ['a long condition', { condition: { anyOf: many(99, 400) } }, 400],
    ['an unknown sort', { sort: 'color' }, 400],
    ['a sort of books', { sort: 'page_count' }, 400],
    ['no name', { name: '  ' }, 400],
    ['a library with the scope global', { libraryId: Bun.randomUUIDv7() }, 400],
    ['the scope library without a library', { scope: 'library' }, 400],
    ['an unknown library', { scope: 'library', libraryId: Bun.randomUUIDv7() }, 404],
    ['paths, without permission', { condition: { path: { operator: 'is', value: '/x' } } }, 403],
  ]
  test.each(cases)('%s', async (_, more, status) => {
    expect((await create(valid(more))).status).toBe(status)
  })

  function many(count: number, length: number) {
    const value = 'x'.repeat(length)
    return Array.from({ length: count }, () => ({ title: { operator: 'is', value } }))
  }

  test('a taken name, which differs in capitals', async () => {
    const given = valid({ name: 'Été' })
    expect((await create(given)).status).toBe(201)
    expect((await create({ ...given, name: 'ÉTÉ' })).status).toBe(409)
    // Other targets and libraries can use the same names.
    expect((await create({ ...given, target: 'books' })).status).toBe(201)
    const elsewhere = { ...given, scope: 'library', libraryId: library.id }
    expect((await create(elsewhere)).status).toBe(201)
    const { body: other } = await create(valid())
    const rename = { as: 'ann', body: { name: 'été', condition: unread } }
    expect((await server.call('PUT', `${path}/${other.id}`, rename)).status).toBe(409)
  })

  test('more than 200', async () => {
    await server.addUser('max2', 'reader')
    for (let i = 0; i < 200; i++) expect((await create(valid(), 'max2')).status).toBe(201)
    expect((await create(valid(), 'max2')).status).toBe(409)
  })
})

test('what was saved, lists accept', async () => {
  const given = valid({ condition: { anyOf: [unread, { year: { operator: 'isNull' } }] } })
  const { body } = await create(given)
  const found = await server.call('POST', '/series/list', {
    as: 'ann',
    body: { condition: body.condition },
  })
  expect(found).toMatchObject({ status: 200, body: { total: 1 } })
})
