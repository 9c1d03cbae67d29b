/** Reading lists on a Kobo device. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { books } from '../../../src/catalog/books/schema'
import { readingLists } from '../../../src/catalog/reading-lists/schema'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { addKoboDevice, type KoboDevice, type KoboJson } from './kobo-device'

let shelf: Shelf
let device: KoboDevice
let ids: string[]
let list: string

const call = async (method: string, path: string, body?: object) => {
  const answer = await shelf.server.call(method, path, { as: 'ann', ...(body && { body }) })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())
beforeEach(async () => {
  await shelf.server.ctx.write(async (tx) => {
    await tx.delete(readingLists)
    await tx.delete(books)
  })
  const values = { format: 'epub', pageCount: 100, fingerprint: 'one' }
  ids = []
  for (let n = 0; n < 3; n++) ids.push((await seedBook(shelf.server, shelf.series, values)).id)
  list = (await call('POST', '/readlists', { name: 'The tour' })).id
  await call('POST', `/readlists/${list}/books`, { bookIds: [ids[2], ids[0]] })
  device = await addKoboDevice(shelf)
})

const pickTags = (items: KoboJson[]) =>
  items.filter((item) => item.NewTag ?? item.ChangedTag ?? item.DeletedTag)
const getRevisions = (tag: KoboJson) =>
  tag.Items.map(({ RevisionId: id }: { RevisionId: string }) => id)

test('a reading list is a collection of the device, in its order', async () => {
  const [tag] = pickTags(await device.sync())
  expect(tag.NewTag.Tag).toMatchObject({ Id: list, Name: 'The tour', Type: 'UserTag' })
  expect(getRevisions(tag.NewTag.Tag)).toEqual([ids[2], ids[0]])
  expect(tag.NewTag.Tag.Items[0].Type).toBe('ProductRevisionTagItem')
  expect(await device.sync()).toEqual([])
})

test('a changed list is sent again, a deleted one is removed', async () => {
  await device.sync()
  await call('POST', `/readlists/${list}/books`, { bookIds: [ids[1]] })
  await call('PATCH', `/readlists/${list}`, { name: 'The long tour' })
  const [changed, ...more] = await device.sync()
  expect(more).toEqual([])
  expect(changed.ChangedTag.Tag.Name).toBe('The long tour')
  expect(getRevisions(changed.ChangedTag.Tag)).toEqual([ids[2], ids[0], ids[1]])
  await call('DELETE', `/readlists/${list}`)
  const [removed] = await device.sync()
  expect(removed.DeletedTag.Tag.Id).toBe(list)
  expect(await device.sync()).toEqual([])
})

test('what did not reach the device is sent again', async () => {
  await device.syncOnce({ isLost: true })
  expect(pickTags(await device.sync())).toHaveLength(1)
  await call('DELETE', `/readlists/${list}`)
  await device.syncOnce({ isLost: true })
  const [removed] = await device.sync()
  expect(removed.DeletedTag.Tag.Id).toBe(list)
  expect(await device.sync()).toEqual([])
})

test('lists of others and hidden books are not sent', async () => {
  const closed = await seedSeries(shelf.server, await seedLibrary(shelf.server))
  const hidden = (await seedBook(shelf.server, closed, { format: 'epub', pageCount: 9 })).id
  const { server } = shelf
  const body = { name: 'Of max' }
  const mine = (await server.call('POST', '/readlists', { as: 'max', body })).body.id
  const bookIds = [hidden, ids[1]]
  await server.call('POST', `/readlists/${mine}/books`, { as: 'max', body: { bookIds } })
  const limited = await addKoboDevice(shelf, 'ann', [shelf.series.libraryId])
  expect(pickTags(await limited.sync())).toHaveLength(1)
  await server.call('PATCH', `/readlists/${mine}`, { as: 'max', body: { sharing: 'everyone' } })
  const [shared] = await limited.sync()
  expect(getRevisions(shared.NewTag.Tag)).toEqual([ids[1]])
  await server.call('PATCH', `/readlists/${mine}`, { as: 'max', body: { sharing: 'private' } })
  const [removed] = await limited.sync()
  expect(removed.DeletedTag.Tag.Id).toBe(mine)
})
