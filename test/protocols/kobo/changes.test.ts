/** Changes that are sent to a Kobo device again, and changes that the device may undo. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { books } from '../../../src/catalog/books/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { seedBook, seedLibrary } from '../../support/seed'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { addKoboDevice, type KoboDevice } from './kobo-device'

let shelf: Shelf
let device: KoboDevice
let id: string

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(() => shelf.close())
beforeEach(async () => {
  await shelf.server.ctx.write(async (tx) => void (await tx.delete(books)))
  const values = { format: 'epub', pageCount: 100, fingerprint: 'one' }
  id = (await seedBook(shelf.server, shelf.series, values)).id
  device = await addKoboDevice(shelf)
  await device.sync()
})

const setBook = (values: Partial<typeof books.$inferInsert>) =>
  shelf.server.ctx.write(async (tx) => {
    await tx.update(books).set(values).where(eq(books.id, id))
  })
const setCover = (hash: string) =>
  shelf.server.ctx.write(async (tx) => {
    await tx.delete(thumbnails).where(eq(thumbnails.ownerId, id))
    const size = { width: 1, height: 1, bytes: 1 }
    const file = { ownerKind: 'book', shard: id.slice(-2), state: 'made', hash } as const
    await tx.insert(thumbnails).values({ ownerId: id, ...file, ...size, madeAt: new Date() })
  })

test('another cover has another id', async () => {
  await setCover('aaaaaaaaaa')
  const [first] = await device.sync()
  await setCover('bbbbbbbbbb')
  const [second] = await device.sync()
  const ids = [first, second].map((item) => item.ChangedEntitlement.BookMetadata.CoverImageId)
  expect(ids).toEqual([`${id}-aaaaaaaa`, `${id}-bbbbbbbb`])
  for (const coverId of [id, ...ids]) {
    const image = await device.send('GET', `/v1/books/${coverId}/thumbnail/30/40/false/image.jpg`)
    expect(image.status).toBe(200)
  }
  for (const wrong of ['x'.repeat(40), `${Bun.randomUUIDv7()}-a`]) {
    const image = await device.send('GET', `/v1/books/${wrong}/thumbnail/30/40/false/image.jpg`)
    expect(image.status).toBe(404)
  }
  expect(await device.sync()).toEqual([])
})

test('a renamed series changes its books', async () => {
  const path = `/series/${shelf.series.id}/metadata`
  const body = { title: `Renamed ${id}` }
  expect((await shelf.server.call('PATCH', path, { as: 'max', body })).status).toBe(200)
  const [changed] = await device.sync()
  expect(changed.ChangedEntitlement.BookMetadata.Series.Name).toBe(body.title)
  expect(await device.sync()).toEqual([])
})

test('another file has another revision, by which the device can name the book', async () => {
  await setBook({ fingerprint: 'two', size: 4321 })
  const [changed] = await device.sync()
  const { BookEntitlement: entitlement, BookMetadata: metadata } = changed.ChangedEntitlement
  expect(entitlement).toMatchObject({ Id: id, CrossRevisionId: id })
  const revision = entitlement.RevisionId
  expect(revision).not.toBe(id)
  expect(metadata).toMatchObject({
    RevisionId: revision,
    EntitlementId: id,
    DownloadUrls: [{ Size: 4321 }],
  })
  expect((await device.setState(revision, 40)).status).toBe(200)
  const { body } = await shelf.server.call('GET', `/books/${id}/progress`, { as: 'ann' })
  expect(body).toMatchObject({ currentPage: 40 })
  const [again] = await device.get(`/v1/library/${revision}/metadata`)
  expect(again).toMatchObject({ EntitlementId: id, RevisionId: revision })
  expect(await device.sync()).toEqual([])
  await setBook({ title: 'Another title', updatedAt: new Date() })
  const [titled] = await device.sync()
  expect(titled.ChangedEntitlement.BookEntitlement.RevisionId).toBe(revision)
})

test('the revision of one device means nothing to another user', async () => {
  await setBook({ fingerprint: 'two' })
  const [changed] = await device.sync()
  const { RevisionId: revision } = changed.ChangedEntitlement.BookEntitlement
  const other = await addKoboDevice(shelf, 'max')
  expect((await other.send('GET', `/v1/library/${revision}/metadata`)).status).toBe(404)
})

test('a removal reaches a device that comes back with an older token', async () => {
  const { token } = device
  await setBook({ missingSince: new Date() })
  expect(await device.sync()).toHaveLength(1)
  expect(await device.sync()).toEqual([])
  device.token = token
  const [removal] = await device.sync()
  expect(removal.ChangedEntitlement.BookEntitlement).toMatchObject({ Id: id, IsRemoved: true })
  expect(await device.sync()).toEqual([])
})

const getProgress = async () =>
  (await shelf.server.call('GET', `/books/${id}/progress`, { as: 'ann' })).body

test.each([undefined, 0])(
  'a book marked as unread on the device is unread (%p)',
  async (percent) => {
    await device.setState(id, 100, {}, 'Finished')
    await device.setState(id, percent, {}, 'ReadyToRead')
    expect(await getProgress()).toBe('')
    expect(await device.sync()).toEqual([])
    const [state] = await device.get(`/v1/library/${id}/state`)
    expect(state.StatusInfo.Status).toBe('ReadyToRead')
  },
)

test('a device that does not know the position does not mark the book as unread', async () => {
  const setPage = (currentPage: number) =>
    shelf.server.call('PUT', `/books/${id}/progress`, { as: 'ann', body: { currentPage } })
  await setPage(30)
  // The device received the position, but was never used to read this book.
  await device.sync()
  await device.setState(id, 0, {}, 'ReadyToRead')
  expect(await getProgress()).toMatchObject({ currentPage: 30 })
  const [told] = await device.sync()
  expect(told.ChangedReadingState.ReadingState.CurrentBookmark.ProgressPercent).toBe(30)
  // The device was used, but does not know what was read since then.
  await device.setState(id, 40)
  await setPage(50)
  await device.setState(id, 0, {}, 'ReadyToRead')
  expect(await getProgress()).toMatchObject({ currentPage: 50 })
  // Now the device knows the current position.
  await device.sync()
  await device.setState(id, 0, {}, 'ReadyToRead')
  expect(await getProgress()).toBe('')
})

test('a deleted library is no choice any more', async () => {
  const library = await seedLibrary(shelf.server)
  const chosen = await addKoboDevice(shelf, 'ann', [library.id, shelf.series.libraryId])
  await shelf.server.ctx.write(async (tx) => {
    await tx.delete(libraries).where(eq(libraries.id, library.id))
  })
  const find = async () => {
    const { body } = await shelf.server.call('GET', '/kobo-devices', { as: 'ann' })
    return body.find((one: { id: string }) => one.id === chosen.id)
  }
  expect((await find()).libraryIds).toEqual([shelf.series.libraryId])
  const body = { libraryIds: [library.id, shelf.series.libraryId] }
  const path = `/kobo-devices/${chosen.id}`
  const edited = await shelf.server.call('PATCH', path, { as: 'ann', body })
  expect(edited.body.libraryIds).toEqual([shelf.series.libraryId])
})
