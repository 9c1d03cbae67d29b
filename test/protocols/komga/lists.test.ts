/** Collections and reading lists as Mihon, its tracker, Komelia and KMReader use them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { limitTo } from '../../catalog/item-lists/two-kinds'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
const series: string[] = []
const books: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  const open = await seedLibrary(server)
  const closed = await seedLibrary(server)
  for (const [place, title] of ['Cove', 'Anchor', 'Hidden', 'Bay'].entries()) {
    const made = await seedSeries(server, place === 2 ? closed : open, { title })
    series.push(made.id)
    books.push((await seedBook(server, made, { title, volume: place + 1 })).id)
  }
  await limitTo(server, 'ann', [open.id])
})
afterAll(() => server.close())

const api = '/api/v1'
const send = async (method: string, path: string, as: string, body?: object) =>
  komga(method, `${api}/${path}`, { as, ...(body && { body }) })
const get = async (path: string, as = 'ann') => (await send('GET', path, as)).body
const ids = (page: { content: { id: string }[] }) => page.content.map(({ id }) => id)

const owned = [
  { path: 'collections', member: 'seriesIds', entries: 'series', all: series },
  { path: 'readlists', member: 'bookIds', entries: 'books', all: books },
]

test.each(owned)('$path are created, read, changed and deleted', async (kind) => {
  const { path, member, entries, all } = kind
  const body = { name: 'Harbours', ordered: true, summary: '', [member]: all }
  const created = await send('POST', path, 'max', body)
  expect([created.status, created.body[member], created.body.filtered]).toEqual([200, all, false])
  const { id } = created.body
  expect((await send('GET', `${path}/${id}`, 'ann')).status).toBe(404)
  await server.call('PATCH', `/${path}/${id}`, { as: 'max', body: { sharing: 'everyone' } })

  const seen = all.filter((one) => one !== all[2])
  expect(await get(`${path}/${id}`)).toMatchObject({ id, name: 'Harbours', [member]: seen })
  expect(await get(`${path}?search=harb&page=0&size=20`)).toMatchObject({
    content: [{ id, [member]: seen }],
    totalElements: 1,
  })
  expect((await get(`${path}?unpaged=true`)).content).toHaveLength(1)
  const list = `${path}/${id}/${entries}`
  expect(ids(await get(`${list}?unpaged=true`))).toEqual(seen)
  // Mihon sends filters and expects the entries in the order of the list.
  const filters = 'search=&deleted=false&read_status=UNREAD&size=2'
  expect(ids(await get(`${list}?${filters}&page=0`))).toEqual(seen.slice(0, 2))
  expect(ids(await get(`${list}?${filters}&page=1`))).toEqual(seen.slice(2))
  const name = entries === 'series' ? 'metadata.titleSort' : 'name'
  expect(ids(await get(`${list}?sort=${name},asc`))).toEqual([all[1]!, all[3]!, all[0]!])
  expect(await get(`${entries}/${all[0]}/${path}`)).toMatchObject([{ id }])
  const thumbnail = await send('GET', `${path}/${id}/thumbnail`, 'ann')
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/png'])

  const change = { name: 'Ports', ordered: true, [member]: [all[3], all[0]] }
  expect((await send('PATCH', `${path}/${id}`, 'ann', change)).status).toBe(403)
  expect((await send('PATCH', `${path}/${id}`, 'max', change)).status).toBe(204)
  expect(await get(`${path}/${id}`)).toMatchObject({ name: 'Ports', [member]: [all[3], all[0]] })
  const invalid = { name: 'Broken', ordered: true, summary: '', [member]: [Bun.randomUUIDv7()] }
  expect((await send('POST', path, 'max', invalid)).status).toBe(404)
  expect((await get(`${path}?search=Broken`, 'max')).totalElements).toBe(0)
  expect((await send('DELETE', `${path}/${id}`, 'ann')).status).toBe(403)
  expect((await send('DELETE', `${path}/${id}`, 'max')).status).toBe(204)
  expect((await send('GET', `${path}/${id}`, 'max')).status).toBe(404)
})

test.each(owned)(
  'a change of $path is made as a whole, and by several apps at once',
  async (kind) => {
    const { path, member, all } = kind
    const body = { name: 'Whole', ordered: true, summary: '', [member]: all }
    const { id } = (await send('POST', path, 'max', body)).body
    const broken = { name: 'Half', [member]: [all[0], Bun.randomUUIDv7()] }
    expect((await send('PATCH', `${path}/${id}`, 'max', broken)).status).toBe(404)
    expect(await get(`${path}/${id}`, 'max')).toMatchObject({ name: 'Whole', [member]: all })
    const orders = [all.slice(0, 2), all.slice(1), all.toReversed(), all.slice(3)]
    const answers = await Promise.all(
      orders.map((order) => send('PATCH', `${path}/${id}`, 'max', { [member]: order })),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(orders).toContainEqual((await get(`${path}/${id}`, 'max'))[member])
    await send('DELETE', `${path}/${id}`, 'max')
  },
)

test.each(owned)(
  'whoever may change the entries of $path sends the rest as it is',
  async (kind) => {
    const { path, member, all } = kind
    const body = { name: 'Ours', ordered: true, summary: '', [member]: all }
    const { id } = (await send('POST', path, 'max', body)).body
    const sharedWith = [{ username: 'ada', canEdit: true }]
    await server.call('PATCH', `/${path}/${id}`, {
      as: 'max',
      body: { sharing: 'people', sharedWith },
    })
    const change = { name: 'Ours', ordered: true, summary: '', [member]: all.slice(0, 1) }
    expect((await send('PATCH', `${path}/${id}`, 'ada', change)).status).toBe(204)
    expect((await get(`${path}/${id}`, 'max'))[member]).toEqual(all.slice(0, 1))
    const renamed = { ...change, name: 'Mine' }
    expect((await send('PATCH', `${path}/${id}`, 'ada', renamed)).status).toBe(403)
    await send('DELETE', `${path}/${id}`, 'max')
  },
)

test('a search for series and books can be limited to a list', async () => {
  const collection = { name: 'Found', ordered: false, seriesIds: [series[1], series[2]] }
  const { id } = (await send('POST', 'collections', 'max', collection)).body
  const condition = { collectionId: { operator: 'is', value: id } }
  const found = await send('POST', 'series/list', 'max', { condition })
  expect(ids(found.body)).toEqual([series[1]!, series[2]!])
  expect(ids(await get(`series?collection_id=${id}`, 'max'))).toHaveLength(2)
  expect(ids(await get(`series?collection_id=${id}`, 'ann'))).toEqual([])
  const readList = { name: 'Found', ordered: false, summary: '', bookIds: [books[1]] }
  const list = (await send('POST', 'readlists', 'max', readList)).body.id
  const ofList = { condition: { readListId: { operator: 'is', value: list } } }
  expect(ids((await send('POST', 'books/list', 'max', ofList)).body)).toEqual([books[1]!])
})

test('a tracker reads and sets how far a reading list was read', async () => {
  const body = { name: 'Tracked', ordered: true, summary: '', bookIds: books }
  const { id } = (await send('POST', 'readlists', 'ada', body)).body
  const path = `readlists/${id}/read-progress/tachiyomi`
  expect(await get(path, 'ada')).toEqual({
    booksCount: 4,
    booksReadCount: 0,
    booksUnreadCount: 4,
    booksInProgressCount: 0,
    lastReadContinuousIndex: 0,
  })
  expect((await send('PUT', path, 'ada', { lastBookRead: 2 })).status).toBe(204)
  expect(await get(path, 'ada')).toMatchObject({ booksReadCount: 2, lastReadContinuousIndex: 2 })
  const next = await get(`readlists/${id}/books/${books[1]}/next`, 'ada')
  const previous = await get(`readlists/${id}/books/${books[1]}/previous`, 'ada')
  expect([next.id, previous.id]).toEqual([books[2], books[0]])
  expect((await send('GET', `readlists/${id}/books/${books[3]}/next`, 'ada')).status).toBe(404)
})
