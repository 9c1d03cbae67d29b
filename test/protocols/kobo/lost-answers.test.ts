/** Responses that do not reach a Kobo device: the same items are sent again, and nothing else. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { books } from '../../../src/catalog/books/schema'
import { seedBook } from '../../support/seed'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { addKoboDevice, type KoboDevice, type KoboJson } from './kobo-device'

let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())
beforeEach(() => shelf.server.ctx.write(async (tx) => void (await tx.delete(books))))

const describeItem = (item: KoboJson): string => {
  const [[kind, change] = []] = Object.entries<KoboJson>(item)
  const entitlement = change.BookEntitlement
  if (!entitlement) return `${kind} ${change.ReadingState.EntitlementId}`
  return `${entitlement.IsRemoved ? 'removed' : kind} ${entitlement.Id}`
}
const describeItems = (items: KoboJson[]) => items.map(describeItem).toSorted()

const addBooks = async (count: number) => {
  const ids: string[] = []
  const values = { format: 'epub' as const, pageCount: 100 }
  for (let i = 0; i < count; i++) ids.push((await seedBook(shelf.server, shelf.series, values)).id)
  return ids
}
const call = (...given: Parameters<Shelf['server']['call']>) => shelf.server.call(...given)
const touch = (id: string) =>
  call('PATCH', `/books/${id}`, { as: 'max', body: { title: `New ${Bun.randomUUIDv7()}` } })
const read = (id: string, currentPage: number) =>
  call('PUT', `/books/${id}/progress`, { as: 'ann', body: { currentPage } })
const trash = (id: string) => call('DELETE', `/books/${id}`, { as: 'max' })
const restore = (id: string) => call('POST', `/books/${id}/restore`, { as: 'max' })
const lose = async (device: KoboDevice) =>
  describeItems((await device.syncOnce({ isLost: true })).items)
const sync = async (device: KoboDevice) => describeItems(await device.sync())

test('changes, positions and removals of known books stay changes, positions and removals', async () => {
  const [changed = '', moved = '', gone = '', still = ''] = await addBooks(4)
  const device = await addKoboDevice(shelf)
  await device.sync()
  await touch(changed)
  await read(moved, 40)
  await trash(gone)
  const [added = ''] = await addBooks(1)
  const expected = [
    `ChangedEntitlement ${changed}`,
    `ChangedReadingState ${moved}`,
    `NewEntitlement ${added}`,
    `removed ${gone}`,
  ].toSorted()
  for (let times = 0; times < 3; times++) expect(await lose(device)).toEqual(expected)
  expect(await sync(device)).toEqual(expected)
  expect(await sync(device)).toEqual([])
  expect(expected.join()).not.toContain(still)
})

test('what changed after the lost answer is told with it', async () => {
  const [first = '', second = ''] = await addBooks(2)
  const device = await addKoboDevice(shelf)
  await device.sync()
  await touch(first)
  expect(await lose(device)).toEqual([`ChangedEntitlement ${first}`])
  await read(first, 30)
  await touch(second)
  const changes = [first, second].map((id) => `ChangedEntitlement ${id}`)
  expect(await lose(device)).toEqual([...changes, `ChangedReadingState ${first}`].toSorted())
  expect(await sync(device)).toEqual([...changes, `ChangedReadingState ${first}`].toSorted())
  expect(await sync(device)).toEqual([])
})

test('a removal that may have arrived, and a book that is back, is a new book', async () => {
  const [id = ''] = await addBooks(1)
  const device = await addKoboDevice(shelf)
  await device.sync()
  await trash(id)
  expect(await lose(device)).toEqual([`removed ${id}`])
  await restore(id)
  expect(await sync(device)).toEqual([`NewEntitlement ${id}`])
  expect(await sync(device)).toEqual([])
})

test('a new book that is gone after the lost answer is removed', async () => {
  const [id = ''] = await addBooks(1)
  const device = await addKoboDevice(shelf)
  device.token = undefined
  await addBooks(1)
  await device.syncOnce()
  const [later = ''] = await addBooks(1)
  expect(await lose(device)).toEqual([`NewEntitlement ${later}`])
  await trash(later)
  expect(await sync(device)).toEqual([`removed ${later}`])
  expect(await sync(device)).toEqual([])
  expect(id).not.toBe(later)
})

test('a device that returns with an old token gets everything since then', async () => {
  const [one = '', two = ''] = await addBooks(2)
  const device = await addKoboDevice(shelf)
  await device.sync()
  const old = device.token
  await touch(one)
  await device.sync()
  await touch(one)
  await read(two, 20)
  await device.sync()
  device.token = old
  const all = await sync(device)
  // Two responses contained the first book, so the version on the device is unknown.
  expect(all).toContain(`NewEntitlement ${one}`)
  expect(all).toContain(`ChangedReadingState ${two}`)
  expect(all).toHaveLength(2)
  expect(await sync(device)).toEqual([])
})

test('two answers at once, of which one arrives, lose nothing', async () => {
  const ids = await addBooks(3)
  const device = await addKoboDevice(shelf)
  await device.sync()
  for (const id of ids) await touch(id)
  const token = { 'x-kobo-synctoken': device.token! }
  const ask = () => device.send('GET', '/v1/library/sync', undefined, token)
  const answers = await Promise.all([ask(), ask(), ask()])
  const expected = ids.map((id) => `ChangedEntitlement ${id}`).toSorted()
  const told = new Set<string>()
  for (const answer of answers)
    for (const item of (await answer.json()) as KoboJson[]) told.add(describeItem(item))
  expect([...told].toSorted()).toEqual(expected)
  // None of the responses arrived.
  expect(await lose(device)).toEqual(expected)
  expect(await sync(device)).toEqual(expected)
  expect(await sync(device)).toEqual([])
})

test('another file keeps the revision that was told in the lost answer', async () => {
  const [id = ''] = await addBooks(1)
  const device = await addKoboDevice(shelf)
  await device.sync()
  await shelf.server.ctx.write(async (tx) => {
    await tx.update(books).set({ size: 4711, fingerprint: 'another', updatedAt: new Date() })
  })
  const getRevision = (items: KoboJson[]) =>
    items.find((item) => item.ChangedEntitlement)?.ChangedEntitlement.BookEntitlement.RevisionId
  const first = getRevision((await device.syncOnce({ isLost: true })).items)
  const second = getRevision((await device.syncOnce({ isLost: true })).items)
  expect(first).not.toBe(id)
  expect(second).toBe(first)
  expect((await device.send('GET', `/v1/library/${first}/metadata`)).status).toBe(200)
})
