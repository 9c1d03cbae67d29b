/** A Kobo device, simulated call by call. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { books } from '../../../src/catalog/books/schema'
import { koboDevices } from '../../../src/protocols/kobo/schema'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { getLoggedPath } from '../../../src/platform/http/requests/logged-path'
import { recreateBookThumbnail } from '../../../src/artwork/thumbnails/service'
import { makeEpub } from '../../support/make/epub'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { addKoboDevice, type KoboJson } from './kobo-device'

let shelf: Shelf
let epub: Uint8Array

beforeAll(async () => {
  shelf = await openShelf()
  epub = await makeEpub({ title: 'Sea', author: 'Ann Author' })
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})
beforeEach(() => shelf.server.ctx.write(async (tx) => void (await tx.delete(books))))

type Json = KoboJson
const Device = {
  add: (as?: string, libraryIds?: string[] | null) => addKoboDevice(shelf, as, libraryIds),
}

const listIds = (items: Json[], kind: string) =>
  items.flatMap((item) => {
    const change = item[kind]
    return change ? [change.BookEntitlement?.Id ?? change.ReadingState.EntitlementId] : []
  })
const addBook = (values: object = {}) =>
  seedBook(shelf.server, shelf.series, { format: 'epub', pageCount: 100, ...values })
const setPage = (id: string, currentPage: number, as = 'ann') =>
  shelf.server.call('PUT', `/books/${id}/progress`, { as, body: { currentPage } })
const getProgress = async (id: string) =>
  (await shelf.server.call('GET', `/books/${id}/progress`, { as: 'ann' })).body
const touch = (id: string) =>
  shelf.server.call('PATCH', `/books/${id}`, { as: 'max', body: { title: `New ${id}` } })

test('starts, and every address leads back to the server with its key', async () => {
  const device = await Device.add()
  const auth = await device.send('POST', '/v1/auth/device', { UserKey: 'abc', DeviceId: 'x' })
  expect(await auth.json()).toEqual({
    AccessToken: expect.any(String),
    RefreshToken: expect.any(String),
    TokenType: 'Bearer',
    TrackingId: expect.any(String),
    UserKey: 'abc',
  })
  expect((await device.send('POST', '/v1/auth/refresh', {})).status).toBe(200)
  const answer = await device.send('GET', '/v1/initialization')
  expect(answer.headers.get('x-kobo-apitoken')).toBe('e30=')
  const { Resources: resources } = (await answer.json()) as Json
  const base = `${shelf.url.origin}${device.path}`
  expect(resources.library_sync).toBe(`${base}/v1/library/sync`)
  expect(resources.image_host).toBe(shelf.url.origin)
  const image = `${base}/v1/books/{ImageId}/thumbnail/{Width}/{Height}/false/image.jpg`
  expect(resources.image_url_template).toBe(image)
})

test('S7: Quire is not named as the server of annotations, which devices would then lose', async () => {
  const device = await Device.add()
  const answer = await device.send('GET', '/v1/initialization')
  const { Resources: resources } = (await answer.json()) as Json
  expect(resources).not.toHaveProperty('reading_services_host')
})

test('a host without a port gets the port of the server', async () => {
  const device = await Device.add()
  const { port } = shelf.server.ctx.config.server
  const response = await shelf.server.app.handle(
    new Request(`http://nas.local${device.path}/v1/initialization`, {
      headers: { host: 'nas.local' },
    }),
  )
  const { Resources: resources } = (await response.json()) as Json
  expect(resources.library_sync).toStartWith(`http://nas.local:${port}${device.path}/`)
})

test('350 books arrive in parts, each once, and later only what changed', async () => {
  const ids: string[] = []
  for (let number = 0; number < 350; number++) ids.push((await addBook()).id)
  await setPage(ids[7]!, 40)
  const device = await Device.add()
  const first = await device.sync()
  expect(listIds(first, 'NewEntitlement')).toEqual(ids)
  expect(first).toHaveLength(350)
  expect(first[7].NewEntitlement.ReadingState.CurrentBookmark.ProgressPercent).toBe(40)
  expect(await device.sync()).toEqual([])
  await touch(ids[1]!)
  await setPage(ids[2]!, 50)
  await shelf.server.call('POST', `/books/${ids[7]!}/unread`, { as: 'ann' })
  await shelf.server.call('DELETE', `/books/${ids[3]!}`, { as: 'max' })
  const added = await addBook()
  const second = await device.sync()
  expect(listIds(second, 'NewEntitlement')).toEqual([added.id])
  expect(listIds(second, 'ChangedEntitlement').toSorted()).toEqual([ids[1], ids[3]].toSorted())
  expect(listIds(second, 'ChangedReadingState').toSorted()).toEqual([ids[2], ids[7]].toSorted())
  const isRemoved = (item: Json) => item.ChangedEntitlement?.BookEntitlement.IsRemoved === true
  expect(second.filter(isRemoved)).toHaveLength(1)
  expect(await device.sync()).toEqual([])
})

test('what a device did not receive is sent again', async () => {
  const ids: string[] = []
  for (let number = 0; number < 120; number++) ids.push((await addBook()).id)
  const device = await Device.add()
  const lost = await device.syncOnce({ isLost: true })
  expect([lost.items.length, lost.goesOn]).toEqual([100, true])
  expect(listIds(await device.sync(), 'NewEntitlement').toSorted()).toEqual(ids.toSorted())
  await shelf.server.call('DELETE', `/books/${ids[3]!}`, { as: 'max' })
  expect((await device.syncOnce({ isLost: true })).items).toHaveLength(1)
  expect(listIds(await device.sync(), 'ChangedEntitlement')).toEqual([ids[3]])
  expect(await device.sync()).toEqual([])
  // Simulates a reset to factory settings.
  device.token = undefined
  expect(await device.sync()).toHaveLength(119)
  device.token = 'no token of ours'
  expect(await device.sync()).toHaveLength(119)
})

test('a book that becomes hidden is removed, and comes back', async () => {
  const { id } = await addBook()
  const device = await Device.add()
  expect(await device.sync()).toHaveLength(1)
  const path = `/users/${shelf.server.getUserId('ann')}/libraries`
  await shelf.server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
  expect(listIds(await device.sync(), 'ChangedEntitlement')).toEqual([id])
  for (const call of ['metadata', 'state']) {
    expect((await device.send('GET', `/v1/library/${id}/${call}`)).status).toBe(404)
  }
  expect((await device.send('GET', `/v1/books/${id}/file/epub`)).status).toBe(404)
  expect((await device.setState(id, 50)).status).toBe(404)
  await shelf.server.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
  expect(listIds(await device.sync(), 'NewEntitlement')).toEqual([id])
})

test('each device has its own libraries', async () => {
  await addBook()
  const library = await seedLibrary(shelf.server)
  const other = await seedBook(shelf.server, await seedSeries(shelf.server, library), {
    format: 'epub',
  })
  const device = await Device.add('ann', [library.id])
  const all = await Device.add('ann')
  expect(listIds(await device.sync(), 'NewEntitlement')).toEqual([other.id])
  expect(await all.sync()).toHaveLength(2)
  const path = `/kobo-devices/${device.id}`
  const body = { libraryIds: [] }
  expect((await shelf.server.call('PATCH', path, { as: 'ann', body })).status).toBe(200)
  expect(listIds(await device.sync(), 'ChangedEntitlement')).toEqual([other.id])
  const foreign = { libraryIds: [Bun.randomUUIDv7()] }
  const refused = await shelf.server.call('PATCH', path, { as: 'max', body: foreign })
  expect(refused.status).toBe(404)
})

test('the book, its metadata and its cover are served', async () => {
  const { id } = await shelf.add('Sea.epub', epub, {
    title: 'Sea',
    metadata: { authors: [{ name: 'Ann Author', role: 'writer' }] },
  })
  const device = await Device.add()
  const [metadata] = await device.get(`/v1/library/${id}/metadata`)
  expect(metadata).toMatchObject({ Title: 'Sea', Contributors: ['Ann Author'], EntitlementId: id })
  const [{ Url: url, Size: size }] = metadata.DownloadUrls
  expect(url).toEndWith(`${device.path}/v1/books/${id}/file/kepub`)
  const file = await fetch(url.replace(/kepub$/, 'epub'))
  expect(file.headers.get('content-type')).toBe('application/epub+zip')
  expect(Buffer.compare(await file.bytes(), epub)).toBe(0)
  expect(size).toBe(epub.length)
  for (const rest of ['300/400/false/image.jpg', '300/400/80/true/image.jpg']) {
    const image = await device.send('GET', `/v1/books/${id}/thumbnail/${rest}`)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toStartWith('image/')
  }
})

test('P11: a percentage has at most one decimal, and a device that repeats it is there', async () => {
  const { id } = await addBook({ pageCount: 671 })
  const device = await Device.add()
  await device.sync()
  const location = { Source: 'OEBPS/c3.xhtml', Type: 'KoboSpan', Value: 'kobo.7.2' }
  for (const [page, percent] of [
    [336, 50],
    [338, 50.3],
    [670, 99.8],
  ]) {
    await setPage(id, page!)
    const [told] = await device.sync()
    const sent = told.ChangedReadingState.ReadingState.CurrentBookmark.ProgressPercent
    expect(sent).toBe(percent)
    await device.setState(id, sent, { Location: location })
    expect(await getProgress(id)).toMatchObject({ currentPage: page })
    expect(await device.sync()).toEqual([])
  }
})

test('positions go both ways, forwards only, whatever the clock of the device', async () => {
  const { id } = await addBook()
  const device = await Device.add()
  const other = await Device.add()
  await device.sync()
  await other.sync()
  const location = { Source: 'OEBPS/c3.xhtml', Type: 'KoboSpan', Value: 'kobo.7.2' }
  const saved = await device.setState(id, 30, { Location: location })
  expect(await saved.json()).toMatchObject({
    RequestResult: 'Success',
    UpdateResults: [{ EntitlementId: id, CurrentBookmarkResult: { Result: 'Success' } }],
  })
  expect(await getProgress(id)).toMatchObject({ currentPage: 30, completed: false })
  const [state] = await device.get(`/v1/library/${id}/state`)
  expect(state).toMatchObject({
    StatusInfo: { Status: 'Reading' },
    CurrentBookmark: { ProgressPercent: 30, Location: location },
  })
  expect(await device.sync()).toEqual([])
  const [moved] = await other.sync()
  expect(moved.ChangedReadingState.ReadingState.CurrentBookmark).toMatchObject({
    ProgressPercent: 30,
  })
  expect(moved.ChangedReadingState.ReadingState.CurrentBookmark.Location).toBeUndefined()
  await setPage(id, 60)
  expect(listIds(await device.sync(), 'ChangedReadingState')).toEqual([id])
  await device.setState(id, 35, { Location: location })
  expect(await getProgress(id)).toMatchObject({ currentPage: 60 })
  expect(listIds(await device.sync(), 'ChangedReadingState')).toEqual([id])
  await device.setState(id, 100, {}, 'Finished')
  expect(await getProgress(id)).toMatchObject({ completed: true })
  await device.setState(id, 0)
  expect(await getProgress(id)).toMatchObject({ completed: true })
  const [finished] = await device.get(`/v1/library/${id}/state`)
  expect(finished.StatusInfo.Status).toBe('Finished')
})

test('a reading position is sent beside a changed book', async () => {
  const { id } = await addBook()
  const device = await Device.add()
  await device.sync()
  await touch(id)
  await setPage(id, 20)
  const items = await device.sync()
  expect(listIds(items, 'ChangedEntitlement')).toEqual([id])
  expect(listIds(items, 'ChangedReadingState')).toEqual([id])
})

test('a missing book is removed, and comes back', async () => {
  const { id } = await addBook()
  const device = await Device.add()
  await device.sync()
  const setMissing = (missingSince: Date | null) =>
    shelf.server.ctx.write(async (tx) => {
      await tx.update(books).set({ missingSince }).where(eq(books.id, id))
    })
  await setMissing(new Date())
  expect(listIds(await device.sync(), 'ChangedEntitlement')).toEqual([id])
  await setMissing(null)
  expect(listIds(await device.sync(), 'NewEntitlement')).toEqual([id])
})

test('a book deleted on the device does not come back', async () => {
  const { id } = await addBook()
  const device = await Device.add()
  await device.sync()
  expect((await device.send('DELETE', `/v1/library/${id}`)).status).toBe(204)
  await touch(id)
  expect(await device.sync()).toEqual([])
})

test.each([
  ['GET', '/v1/user/profile'],
  ['POST', '/v1/analytics/event'],
  ['GET', '/v1/products/books/1?filter=[{"a":1}]&x={y}'],
  ['PUT', '/v1/library/tags/5'],
  ['DELETE', '/v1/x/y'],
])('%s %s, unknown, is answered with an empty object', async (method, path) => {
  const device = await Device.add()
  const response = await device.send(method, path, method === 'GET' ? undefined : {})
  expect([response.status, await response.json()]).toEqual([200, {}])
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an array', []],
  ['no states', {}],
  ['a state that is none', { ReadingStates: [5] }],
  ['a percentage as text', { ReadingStates: [{ CurrentBookmark: { ProgressPercent: '5' } }] }],
  ['a huge percentage', { ReadingStates: [{ CurrentBookmark: { ProgressPercent: 500 } }] }],
])('%s as the reading state is refused', async (_, body) => {
  const { id } = await addBook()
  const device = await Device.add()
  const response = await device.send('PUT', `/v1/library/${id}/state`, body as object | undefined)
  expect(response.status).toBe(400)
})

test('a wrong key opens nothing, and the right one only its own part of the server', async () => {
  const device = await Device.add()
  const { app } = shelf.server
  for (const path of [
    '/v1/initialization',
    '/v1/library/sync',
    '/v1/anything',
    '/v1/auth/device',
  ]) {
    const method = path.endsWith('device') ? 'POST' : 'GET'
    const request = new Request(`http://localhost/kobo/wrong${path}`, { method })
    expect((await app.handle(request)).status).toBe(401)
  }
  const key = device.path.split('/').at(-1)!
  for (const headers of [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${btoa(`ann:${key}`)}` },
  ]) {
    const response = await shelf.server.fetch('/api/v1/books', { headers })
    expect(response.status).toBe(401)
  }
  const [row] = await shelf.server.ctx.db
    .select()
    .from(koboDevices)
    .where(eq(koboDevices.id, device.id))
  expect(JSON.stringify(row)).not.toContain(key)
  const { body: list } = await shelf.server.call('GET', '/kobo-devices', { as: 'ann' })
  expect(JSON.stringify(list)).not.toContain(key)
})

test('a deleted device is locked out, and only its owner deletes it', async () => {
  const device = await Device.add()
  const path = `/kobo-devices/${device.id}`
  expect((await shelf.server.call('DELETE', path, { as: 'max' })).status).toBe(404)
  expect((await shelf.server.call('DELETE', path, { as: 'ann' })).status).toBe(204)
  expect((await device.send('GET', '/v1/library/sync')).status).toBe(401)
})

test('a new password by an administrator ends the devices', async () => {
  await shelf.server.addUser('lost', 'reader')
  const device = await Device.add('lost')
  expect((await device.send('GET', '/v1/library/sync')).status).toBe(200)
  const path = `/users/${shelf.server.getUserId('lost')}`
  const body = { password: 'another long password' }
  expect((await shelf.server.call('PATCH', path, { as: 'ada', body })).status).toBe(200)
  expect((await device.send('GET', '/v1/library/sync')).status).toBe(401)
})

test('a logged path does not contain the key', () => {
  const key = 'nQ3x-secret_key'
  for (const path of [`/kobo/${key}`, `/kobo/${key}/v1/library/sync?a=${key}`]) {
    const logged = getLoggedPath(new Request(`http://localhost${path}`))
    expect(logged).toStartWith('/kobo/…')
    expect(logged).not.toContain(key)
  }
  // A slash too many, and a path that a proxy did not remove.
  for (const path of [`//kobo//${key}/v1`, `/quire/kobo/${key}/v1`, `/Kobo/${key}/v1`]) {
    expect(getLoggedPath(new Request(`http://localhost${path}`))).not.toContain(key)
  }
  expect(getLoggedPath(new Request('http://localhost/api/v1/books'))).toBe('/api/v1/books')
})

test('libraries that a user cannot see are not chosen', async () => {
  const library = await seedLibrary(shelf.server)
  await shelf.server.addUser('guest', 'reader')
  const path = `/users/${shelf.server.getUserId('guest')}/libraries`
  await shelf.server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
  const body = { name: 'Libra', libraryIds: [library.id] }
  const { status } = await shelf.server.call('POST', '/kobo-devices', { as: 'guest', body })
  expect(status).toBe(403)
})

test.each([
  ['300/400/false', 266, 400],
  ['149/223/80/true', 149, 223],
  ['4000/5000/false', 400, 600],
])('a cover in the size %s is JPEG and fits', async (size, width, height) => {
  const [cover] = await makePictures(1, { format: 'png', width: 640, height: 960 })
  const { id } = await shelf.add('Cover.cbz', makeZip([{ name: '1.png', data: cover!, method: 0 }]))
  await recreateBookThumbnail(shelf.server.ctx, id)
  const device = await Device.add()
  const path = `/v1/books/${id}/thumbnail/${size}/image.jpg`
  const image = await device.send('GET', path)
  expect(image.headers.get('content-type')).toBe('image/jpeg')
  const found = await sharp(await image.bytes()).metadata()
  expect(found.format).toBe('jpeg')
  expect(found.width).toBeWithin(width - 1, width + 2)
  expect(found.height).toBeWithin(height - 2, height + 2)
  for (const wrong of ['0/5/false', 'a/5/false', '99999/5/false']) {
    const refused = await device.send('GET', `/v1/books/${id}/thumbnail/${wrong}/image.jpg`)
    expect(refused.status).toBe(400)
  }
})
