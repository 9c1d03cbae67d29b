/** Books that were deleted on a Kobo device and are sent to it again. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { books } from '../../../src/catalog/books/schema'
import { koboBooks } from '../../../src/protocols/kobo/schema'
import { seedBook, seedLibrary } from '../../support/seed'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { addKoboDevice, type KoboDevice, type KoboJson } from './kobo-device'

let shelf: Shelf
let device: KoboDevice
let id: string

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())
beforeEach(async () => {
  await shelf.server.ctx.write(async (tx) => void (await tx.delete(books)))
  const values = { format: 'epub', pageCount: 100, title: 'Sea' }
  id = (await seedBook(shelf.server, shelf.series, values)).id
  device = await addKoboDevice(shelf)
  await device.sync()
})

const deleteOnDevice = (bookId = id) => device.send('DELETE', `/v1/library/${bookId}`)
const listIds = (items: KoboJson[]) =>
  items.map(({ NewEntitlement: one }) => one?.BookEntitlement.Id as string | undefined)
const path = () => `/kobo-devices/${device.id}/deleted-books`
const listDeleted = async (as = 'ann') => shelf.server.call('GET', path(), { as })
const sendAgain = (bookId = id, as = 'ann') =>
  shelf.server.call('POST', `${path()}/${bookId}/send`, { as })

test('F17: a book deleted on the device is listed and sent again', async () => {
  expect((await listDeleted()).body).toEqual([])
  expect((await deleteOnDevice()).status).toBe(204)
  expect(await device.sync()).toEqual([])
  const deleted = [{ id, title: 'Sea', seriesName: 'Séries "A"/1' }]
  expect((await listDeleted()).body).toEqual(deleted)

  expect((await sendAgain()).status).toBe(204)
  expect((await listDeleted()).body).toEqual([])
  expect(listIds(await device.sync())).toEqual([id])
  expect(await device.sync()).toEqual([])
})

test('F17: it can be deleted and sent more than once', async () => {
  for (let round = 0; round < 2; round++) {
    await deleteOnDevice()
    expect((await sendAgain()).status).toBe(204)
    expect(listIds(await device.sync())).toEqual([id])
  }
})

test('F17: a lost answer is sent again', async () => {
  await deleteOnDevice()
  await sendAgain()
  await device.syncOnce({ isLost: true })
  expect(listIds(await device.sync())).toEqual([id])
})

async function setLibraries(libraryIds: string[]): Promise<KoboJson[]> {
  const body = { libraryIds }
  const answer = await shelf.server.call('PATCH', `/kobo-devices/${device.id}`, {
    as: 'ann',
    body,
  })
  expect(answer.status).toBe(200)
  return device.sync()
}

test('F17: its library can be taken off the device and given again', async () => {
  await deleteOnDevice()
  const { libraryId } = shelf.series
  const other = await seedLibrary(shelf.server)
  await setLibraries([other.id])
  // Sending it would have no effect.
  expect((await listDeleted()).body).toEqual([])
  expect((await sendAgain()).status).toBe(404)
  await setLibraries([libraryId])
  expect((await sendAgain()).status).toBe(204)
  expect(listIds(await device.sync())).toEqual([id])
})

test('F17: only books that were deleted on the device are sent again', async () => {
  const message = 'This book was not deleted on this Kobo device'
  for (const bookId of [id, Bun.randomUUIDv7()]) {
    expect(await sendAgain(bookId)).toMatchObject({ status: 404, body: { message } })
  }
  expect(await device.sync()).toEqual([])
})

test('F17: only the owner of the device lists and sends its books', async () => {
  await deleteOnDevice()
  expect((await listDeleted('max')).status).toBe(404)
  expect((await sendAgain(id, 'max')).status).toBe(404)
  expect((await listDeleted()).body).toHaveLength(1)
})

test('F17: other devices are not affected', async () => {
  const other = await addKoboDevice(shelf)
  await other.sync()
  await deleteOnDevice()
  await sendAgain()
  expect(await other.sync()).toEqual([])
})

test('F17: a book that the server removed comes back with its library', async () => {
  const other = await seedLibrary(shelf.server)
  await setLibraries([other.id])
  // The device confirms the removal.
  expect((await deleteOnDevice()).status).toBe(204)
  expect(listIds(await setLibraries([shelf.series.libraryId]))).toEqual([id])
})

test('F17: deleting a book twice changes nothing', async () => {
  await deleteOnDevice()
  expect((await deleteOnDevice()).status).toBe(204)
  expect((await sendAgain()).status).toBe(204)
  expect((await sendAgain()).status).toBe(404)
  expect(listIds(await device.sync())).toEqual([id])
})

test('F17: it comes back with its position', async () => {
  await device.setState(id, 40)
  await device.sync()
  await deleteOnDevice()
  await sendAgain()
  const [item] = await device.sync()
  const { CurrentBookmark: bookmark } = item.NewEntitlement.ReadingState
  expect(bookmark.ProgressPercent).toBe(40)
})

test('F17: a new version of the file does not bring it back', async () => {
  await deleteOnDevice()
  await shelf.server.ctx.write(async (tx) => {
    await tx.update(books).set({ size: 7, fingerprint: 'new', updatedAt: new Date() })
  })
  expect(await device.sync()).toEqual([])
  await sendAgain()
  expect(listIds(await device.sync())).toEqual([id])
})

test('F17: a device that was reset does not get it until it is sent again', async () => {
  await deleteOnDevice()
  device.token = undefined
  expect(await device.sync()).toEqual([])
  await sendAgain()
  expect(listIds(await device.sync())).toEqual([id])
})

test('F17: every one of many deleted books can be sent again', async () => {
  const ids = Array.from({ length: 600 }, () => Bun.randomUUIDv7())
  await shelf.server.ctx.write(async (tx) => {
    const rows = ids.map((bookId) => ({ deviceId: device.id, bookId, batch: 0, isDismissed: true }))
    await tx.insert(koboBooks).values(rows)
  })
  const { id: last } = await seedBook(shelf.server, shelf.series, { format: 'epub', title: 'Last' })
  await device.sync()
  await deleteOnDevice(last)
  expect((await listDeleted()).body).toMatchObject([{ id: last }])
  expect((await sendAgain(last)).status).toBe(204)
})

test('F17: it stays deleted if the device is reset while its library is taken off', async () => {
  await deleteOnDevice()
  const other = await seedLibrary(shelf.server)
  expect(await setLibraries([other.id])).toEqual([])
  device.token = undefined
  await device.sync()
  expect(await setLibraries([shelf.series.libraryId])).toEqual([])
  expect((await listDeleted()).body).toHaveLength(1)
})

test('F17: it stays deleted if its user deletes it after it came back', async () => {
  const other = await seedLibrary(shelf.server)
  await setLibraries([other.id])
  await deleteOnDevice()
  await setLibraries([shelf.series.libraryId])
  await deleteOnDevice()
  expect(await device.sync()).toEqual([])
  expect((await listDeleted()).body).toHaveLength(1)
})
