import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { libraries } from '../../../src/catalog/libraries/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { listMatchingGroups } from '../../../src/catalog/series/service'
import { system } from '../../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write((tx) => tx.delete(libraries))
  library = await seedLibrary(server, { name: 'Comics' })
})

const listSeries = (body: unknown, { query = '', as = 'ann' } = {}) =>
  server.call('POST', `/series/list${query}`, { as, body })
const listTitles = (body: { data: { metadata: { title: string } }[] }) =>
  body.data.map(({ metadata }) => metadata.title)
const seedTitles = (...titles: string[]) =>
  Promise.all(titles.map((title) => seedSeries(server, library, { title, year: title.length })))

describe('POST /series/list', () => {
  test('pages, sorts and links like every list', async () => {
    await seedTitles('Alpha', 'Beta', 'Gamma', 'Delta')
    const condition = { year: { operator: 'eq', value: 5 } }
    const query = '?page=2&pageSize=2&sort=name,desc'
    const { status, body } = await listSeries({ condition }, { query })
    expect(status).toBe(200)
    expect({ total: body.total, titles: listTitles(body) }).toEqual({ total: 3, titles: ['Alpha'] })
    expect(body.links.prev).toBe('/api/v1/series/list?page=1&pageSize=2&sort=name%2Cdesc')
  })

  test('searches words and applies the condition to the matches', async () => {
    const rows = await seedTitles('Blue Moon', 'Blue Sea', 'Red')
    await server.ctx.write((tx) =>
      refreshSearchText(
        tx,
        rows.map(({ id }) => id),
      ),
    )
    const condition = { not: { title: { operator: 'endsWith', value: 'SEA' } } }
    const { body } = await listSeries({ condition, fullTextSearch: 'blue' })
    expect(listTitles(body)).toEqual(['Blue Moon'])
    expect(
      listTitles((await listSeries({ condition: null, fullTextSearch: null })).body),
    ).toHaveLength(3)
  })

  test('allows path conditions only for users who may edit libraries', async () => {
    await seedTitles('Alpha', 'Beta')
    const condition = { not: { path: { operator: 'endsWith', value: '/alpha' } } }
    expect((await listSeries({ condition })).status).toBe(403)
    expect(listTitles((await listSeries({ condition }, { as: 'max' })).body)).toEqual(['Beta'])
  })

  const buildNested = (levels: number): unknown =>
    levels === 0 ? { allOf: [] } : { not: buildNested(levels - 1) }
  const buildMany = (length: number, part: object) => Array.from({ length }, () => part)
  const leaf = { year: { operator: 'isNull' } }
  test.each([
    ['two members', { ...leaf, allOf: [] }, 'condition'],
    ['no member', {}, 'condition'],
    ['a list', [], 'condition'],
    ['an unknown field', { colour: { operator: 'is', value: 'red' } }, 'condition.colour'],
    ['a property of every object', { constructor: {} }, 'condition.constructor'],
    ['a group that is not a list', { anyOf: leaf }, 'condition.anyOf'],
    ['no operator', { year: 3 }, 'condition.year.operator'],
    [
      'an unknown operator',
      { year: { operator: 'toString', value: 1 } },
      'condition.year.operator',
    ],
    [
      'an operator of another type',
      { year: { operator: 'contains', value: '1' } },
      'condition.year.operator',
    ],
    ['a missing value', { year: { operator: 'eq' } }, 'condition.year.value'],
    ['a value of another type', { year: { operator: 'eq', value: '5' } }, 'condition.year.value'],
    ['an extra member', { year: { operator: 'isNull', value: 1 } }, 'condition.year.value'],
    ['an invalid id', { libraryId: { operator: 'is', value: "'" } }, 'condition.libraryId.value'],
    [
      'an invalid time',
      { allOf: [{ dateAdded: { operator: 'after', value: 'yesterday' } }] },
      'condition.allOf.0.dateAdded.value',
    ],
    ['nine levels', buildNested(8), 'condition.not.not.not.not.not.not.not.not'],
    ['a hundred and one fields', { anyOf: buildMany(101, leaf) }, 'condition.anyOf.100.year'],
    ['many empty groups', { anyOf: buildMany(400, { allOf: [] }) }, 'condition.anyOf.299'],
    ['an empty string', { title: { operator: 'is', value: '' } }, 'condition.title.value'],
  ])('rejects %s with its location', async (_what, condition, path) => {
    const { status, body } = await listSeries({ condition })
    expect([status, body.details?.[0]?.path]).toEqual([400, path])
  })

  test('treats SQL syntax as text', async () => {
    await seedTitles("x' or 1=1 --", '%')
    const is = (value: string) => ({ condition: { title: { operator: 'contains', value } } })
    expect(listTitles((await listSeries(is("' OR 1=1"))).body)).toEqual(["x' or 1=1 --"])
    expect(listTitles((await listSeries(is('%'))).body)).toEqual(['%'])
    expect(listTitles((await listSeries(is('"; drop table series'))).body)).toEqual([])
  })

  test('accepts eight levels and a hundred fields', async () => {
    await seedTitles('Alpha')
    expect((await listSeries({ condition: buildNested(7) })).status).toBe(200)
    const condition = { anyOf: buildMany(100, { author: { operator: 'contains', value: 'x' } }) }
    expect((await listSeries({ condition })).status).toBe(200)
  })

  test('requires sign-in', async () => {
    expect((await listSeries({}, { as: 'anonymous' })).status).toBe(401)
  })
})

describe('POST /series/list/alphabetical-groups', () => {
  const getGroups = async (body: unknown, query = '') =>
    (await server.call('POST', `/series/list/alphabetical-groups${query}`, { as: 'ann', body }))
      .body

  test('counts by first letter in sort order, with the position of each group', async () => {
    await seedTitles(
      'The Apple',
      'ärger',
      'Zoo',
      '2001',
      '100 Days',
      '한국',
      '항구',
      '進撃',
      '巨人',
      'дом',
    )
    expect(await getGroups({})).toEqual([
      { group: '#', count: 2, offset: 0 },
      { group: 'a', count: 2, offset: 2 },
      { group: 'z', count: 1, offset: 4 },
      { group: 'д', count: 1, offset: 5 },
      { group: '漢', count: 2, offset: 6 },
      { group: 'ㅎ', count: 2, offset: 8 },
    ])
  })

  test('returns positions that match the list in the same order', async () => {
    await seedTitles('Apple', 'Berry', 'Bread', 'Cake', '9 Lives')
    for (const sort of ['name,asc', 'name,desc']) {
      const { data } = (await listSeries({}, { query: `?sort=${sort}` })).body
      for (const { group, offset } of await getGroups({}, `?sort=${sort}`)) {
        const first = data[offset].metadata.title[0].toLowerCase()
        expect(group).toBe(first === '9' ? '#' : first)
      }
    }
    const byDate = await getGroups({}, '?sort=date_added,desc')
    expect(byDate[0].offset).toBeNull()
  })

  test('counts only series that match the condition and are visible', async () => {
    await seedTitles('Apple', 'Berry')
    const other = await seedLibrary(server, { name: 'Other' })
    await seedSeries(server, other, { title: 'Anvil' })
    const condition = { title: { operator: 'beginsWith', value: 'a' } } as const
    expect(await getGroups({ condition })).toEqual([{ group: 'a', count: 2, offset: 0 }])
    const viewer = { ...system, libraryIds: [library.id] }
    const asked = { body: { condition }, sort: undefined }
    expect(await listMatchingGroups(server.ctx, viewer, asked)).toEqual([
      { group: 'a', count: 1, offset: 0 },
    ])
  })
})

describe('GET /series/external-index', () => {
  const getIndex = (query = '', as = 'ann') =>
    server.call('GET', `/series/external-index${query}`, { as })

  test('lists ids and numbers, page by page, in the order of the list', async () => {
    const [alpha, beta] = await seedTitles('Alpha', 'Beta')
    const externalUrl = 'https://anilist.co/manga/30013'
    await server.call('POST', `/series/${alpha!.id}/external-ids`, {
      as: 'max',
      body: { source: 'plugin:anilist', externalId: '30013', externalUrl },
    })
    const { status, body } = await getIndex('?pageSize=1')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        id: alpha!.id,
        externalIds: [{ source: 'plugin:anilist', externalId: '30013', externalUrl }],
        localMaxChapter: null,
        localMaxVolume: null,
        volumesOwned: expect.anything(),
      },
    ])
    const last = await getIndex('?sort=name,desc&pageSize=1')
    expect(last.body.data).toMatchObject([{ id: beta!.id, externalIds: [] }])
    expect((await getIndex('?sort=nothing,asc')).status).toBe(400)
  })

  test('shows nothing of libraries that the viewer cannot see', async () => {
    await seedTitles('Alpha')
    const open = await seedLibrary(server, { name: 'Open' })
    const shown = await seedSeries(server, open, { title: 'Shown' })
    await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
      as: 'ada',
      body: { libraryIds: [open.id] },
    })
    const { body } = await getIndex()
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([shown.id])
    expect((await getIndex('', 'max')).body.data).toHaveLength(2)
    await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
      as: 'ada',
      body: { libraryIds: null },
    })
  })
})
