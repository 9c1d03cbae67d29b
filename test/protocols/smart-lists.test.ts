/** Smart lists in the APIs of reading apps, in the reader and in CBL files. They are read-only. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { limitTo } from '../catalog/item-lists/two-kinds'
import { openShelf, type Shelf } from '../reading/pages/shelf'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import type { TestServer } from '../support/server'
import { addKoboDevice, type KoboJson } from './kobo/kobo-device'
import { createKomgaClient } from './komga/komga-client'
import { checkFeed, type Feed } from './opds/opds2-schema'

let shelf: Shelf
let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
const series: string[] = []
const books: string[] = []
let collection: string
let readlist: string

beforeAll(async () => {
  shelf = await openShelf()
  server = shelf.server
  komga = createKomgaClient(server)
  const open = await seedLibrary(server)
  const closed = await seedLibrary(server)
  await server.addUser('kid', 'reader')
  await limitTo(server, 'kid', [open.id])
  for (const [place, title] of ['Port Cove', 'Port Anchor', 'Port Hidden', 'Bay'].entries()) {
    const made = await seedSeries(server, place === 2 ? closed : open, { title })
    series.push(made.id)
    const values = { title, volume: place + 1, format: 'epub', fingerprint: title, pageCount: 9 }
    books.push((await seedBook(server, made, values)).id)
  }
  const condition = { title: { operator: 'beginsWith', value: 'Port' } }
  const body = { name: 'Ports', condition, sort: 'date_added', sharing: 'everyone' }
  const create = async (path: string) =>
    (await server.call('POST', path, { as: 'max', body })).body.id
  collection = await create('/collections')
  readlist = await create('/readlists')
})
afterAll(() => shelf.close())

const seen = { max: [0, 1, 2], kid: [0, 1] }
const viewers = Object.entries(seen) as ['max' | 'kid', number[]][]
const get = async (as: string, path: string) => (await server.call('GET', path, { as })).body

test.each(viewers)('OPDS shows them to %s', async (as, places) => {
  const readJson = async (path: string) => {
    const feed = (await (await server.fetch(`/opds/v2/${path}`, { as })).json()) as Feed
    checkFeed(feed)
    return feed
  }
  const readAtom = async (path: string) => (await server.fetch(`/opds/${path}`, { as })).text()
  expect((await readJson('collections')).navigation!.map(({ title }) => title)).toEqual(['Ports'])
  const names = ['Port Cove', 'Port Anchor', 'Port Hidden']
  const wanted = places.map((place) => names[place]!)
  const inside = await readJson(`collections/${collection}`)
  expect(inside.navigation!.map(({ title }) => title)).toEqual(wanted)
  expect((await readJson('reading-lists')).navigation!.map(({ title }) => title)).toEqual(['Ports'])
  const held = await readJson(`reading-lists/${readlist}`)
  expect(held.publications!.map(({ metadata }) => metadata.title)).toHaveLength(places.length)
  for (const path of [`collections/${collection}`, `reading-lists/${readlist}`]) {
    const feed = await readAtom(path)
    expect(names.map((name) => feed.includes(name))).toEqual(
      names.map((name) => wanted.includes(name)),
    )
    expect(feed).not.toContain('Bay')
  }
})

test.each(viewers)(
  'Komga clients of %s read them, and cannot change their entries',
  async (as, places) => {
    const api = '/api/v1'
    const read = async (path: string) => (await komga('GET', `${api}/${path}`, { as })).body
    const wanted = [places.map((place) => series[place]!), places.map((place) => books[place]!)]
    expect(await read(`collections/${collection}`)).toMatchObject({
      name: 'Ports',
      ordered: false,
      seriesIds: wanted[0],
      filtered: false,
    })
    expect(await read(`readlists/${readlist}`)).toMatchObject({ bookIds: wanted[1] })
    expect((await read('collections')).content).toMatchObject([{ seriesIds: wanted[0] }])
    expect((await read('readlists')).content).toMatchObject([{ bookIds: wanted[1] }])
    const ids = (page: { content: { id: string }[] }) => page.content.map(({ id }) => id)
    expect(ids(await read(`collections/${collection}/series?unpaged=true`))).toEqual(wanted[0]!)
    expect(ids(await read(`readlists/${readlist}/books?unpaged=true`))).toEqual(wanted[1]!)
    const filtered = await read(`series?collection_id=${collection}&unpaged=true`)
    expect(ids(filtered).toSorted()).toEqual(wanted[0]!.toSorted())
    const marked = await read(`readlists/${readlist}/books?read_status=UNREAD&unpaged=true`)
    expect(ids(marked).toSorted()).toEqual(wanted[1]!.toSorted())
    expect(await read(`series/${series[0]}/collections`)).toMatchObject([{ id: collection }])
    expect(await read(`books/${books[0]}/readlists`)).toMatchObject([{ id: readlist }])
    expect(await read(`series/${series[3]}/collections`)).toEqual([])
    expect((await read(`readlists/${readlist}/books/${books[0]}/next`)).id).toBe(books[1])
    for (const [path, body] of [
      [`collections/${collection}`, { seriesIds: [series[3]] }],
      [`readlists/${readlist}`, { bookIds: [books[3]] }],
    ] as const) {
      const refused = await komga('PATCH', `${api}/${path}`, { as, body })
      expect(refused.status).toBe(409)
    }
  },
)

test('a Kobo device has them as collections, and follows what matches', async () => {
  const device = await addKoboDevice(shelf, 'kid')
  const pickTags = (items: KoboJson[]) =>
    items.filter((item) => item.NewTag ?? item.ChangedTag ?? item.DeletedTag)
  const [made] = pickTags(await device.sync())
  expect(made.NewTag.Tag).toMatchObject({ Id: readlist, Name: 'Ports' })
  expect(made.NewTag.Tag.Items).toHaveLength(2)
  expect(pickTags(await device.sync())).toEqual([])
  const none = { title: { operator: 'is', value: 'Port Cove' } }
  const change = (condition: object) =>
    server.call('PATCH', `/readlists/${readlist}`, { as: 'max', body: { condition } })
  await change(none)
  const [changed] = pickTags(await device.sync())
  expect(changed.ChangedTag.Tag.Items).toHaveLength(1)
  await change({ title: { operator: 'is', value: 'Port Hidden' } })
  const [removed] = pickTags(await device.sync())
  expect(removed.DeletedTag.Tag.Id).toBe(readlist)
  await change({ title: { operator: 'beginsWith', value: 'Port' } })
})

test('each reader has progress in it, and what comes next', async () => {
  await server.call('POST', `/books/${books[0]}/read`, { as: 'kid' })
  expect(await get('kid', `/readlists/${readlist}/progress`)).toMatchObject({
    bookCount: 2,
    readCount: 1,
    nextBook: { id: books[1] },
  })
  expect(await get('kid', `/readlists/${readlist}`)).toMatchObject({ bookCount: 2, readCount: 1 })
  expect(await get('max', `/readlists/${readlist}`)).toMatchObject({ bookCount: 3, readCount: 0 })
  const all = await get('kid', '/readlists')
  expect(all.data).toMatchObject([{ id: readlist, bookCount: 2, readCount: 1 }])
  const adjacent = (as: string, place: number) =>
    get(as, `/readlists/${readlist}/books/${books[place]}/adjacent`)
  expect(await adjacent('kid', 1)).toMatchObject({
    prev: { id: books[0] },
    next: null,
    position: 2,
  })
  expect(await adjacent('max', 1)).toMatchObject({ next: { id: books[2] }, count: 3 })
  const unseen = `/readlists/${readlist}/books/${books[2]}/adjacent`
  expect((await server.call('GET', unseen, { as: 'kid' })).status).toBe(404)
})

test.each(viewers)('%s exports it as CBL', async (as, places) => {
  const path = `/api/v1/readlists/${readlist}/cbl`
  const file = await (await server.fetch(path, { as })).text()
  const names = [...file.matchAll(/Series="([^"]+)"/g)].map(([, name]) => name)
  expect(names).toEqual(places.map((place) => ['Port Cove', 'Port Anchor', 'Port Hidden'][place]))
})
