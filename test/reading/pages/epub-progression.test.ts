/** Readium progression of e-books with a file. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeEpub } from '../../support/make/epub'
import { openShelf, type Shelf } from './shelf'

let shelf: Shelf
let book: { id: string }

const chapters = ['short', 'long '.repeat(2000), 'last']
/** The parts have 1, 10 and 1 positions. */
const total = 12

beforeAll(async () => {
  shelf = await openShelf()
  book = await shelf.add('book.epub', await makeEpub({ chapters }))
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

const call = (method: string, path: string, body?: object, of = book) =>
  shelf.server.call(method, `/books/${of.id}/${path}`, { as: 'ann', ...(body && { body }) })
const getProgression = (of = book) => call('GET', 'progression', undefined, of)

let minutes = 0
const buildUpdate = (href: string, totalProgression = 0.3) => ({
  modified: new Date(Date.now() + ++minutes).toISOString(),
  locator: { href, type: 'application/xhtml+xml', locations: { totalProgression } },
})

test('A4: a position that was set by page has a locator, which leads back to that page', async () => {
  for (let page = 1; page <= total; page++) {
    await call('POST', 'unread')
    const { body: set } = await call('PUT', 'progress', { currentPage: page, completed: false })
    expect(set.currentPage).toBe(page)
    const { status, body } = await getProgression()
    expect(status).toBe(200)
    const part = page === 1 ? 1 : page === total ? 3 : 2
    expect(body.locator).toMatchObject({
      href: `resources/OEBPS/c${part}.xhtml`,
      type: 'application/xhtml+xml',
      locations: { position: page },
    })
    const { progression } = body.locator.locations
    expect(progression).toBeCloseTo(part === 2 ? (page - 1.5) / 10 : 0.5)
    const back = { modified: new Date().toISOString(), locator: body.locator }
    expect((await call('PUT', 'progression', back)).status).toBe(204)
    expect((await call('GET', 'progress')).body.currentPage).toBe(page)
  }
})

test('A4: a comic has the locator of its page, however the position was set', async () => {
  const jpeg = await Bun.file(import.meta.path).bytes()
  const comic = await shelf.addFolder('comic', { '1.jpg': jpeg, '2.jpg': jpeg, '3.jpg': jpeg })
  expect((await getProgression(comic)).status).toBe(204)
  await call('PUT', 'progress', { currentPage: 2 }, comic)
  const { body } = await getProgression(comic)
  const locations = { position: 2, progression: 0, totalProgression: 1 / 3 }
  expect(body.locator).toEqual({ href: 'pages/2', type: 'image/jpeg', locations })
  const back = { modified: new Date().toISOString(), locator: body.locator }
  expect((await call('PUT', 'progression', back, comic)).status).toBe(204)
  expect((await call('GET', 'progress', undefined, comic)).body.currentPage).toBe(2)
})

test.each([
  ['its position', 'pages/1', { position: 3, totalProgression: 0.1 }, 3],
  ['its href', 'pages/2', { totalProgression: 0.1 }, 2],
  ['a whole URL', 'http://server/opds/v2/books/x/pages/3?width=100', {}, 3],
  ['its fraction', 'cover', { totalProgression: 0.6 }, 2],
])('the page of a locator is known by %s', async (_, href, locations, page) => {
  const jpeg = await Bun.file(import.meta.path).bytes()
  const files = { '1.jpg': jpeg, '2.jpg': jpeg, '3.jpg': jpeg }
  const comic = await shelf.addFolder(`comic ${Bun.randomUUIDv7()}`, files)
  const update = { ...buildUpdate(href), locator: { href, type: 'image/jpeg', locations } }
  expect((await call('PUT', 'progression', update, comic)).status).toBe(204)
  const { body } = await call('GET', 'progress', undefined, comic)
  expect(body.currentPage).toBe(page)
  expect(body.completed).toBe(page === 3)
})

test.each([
  ['past the end', 'pages/4', {}],
  ['that names nothing', 'cover', {}],
])('a locator of a comic %s is refused', async (_, href, locations) => {
  const jpeg = await Bun.file(import.meta.path).bytes()
  const comic = await shelf.addFolder(`comic ${Bun.randomUUIDv7()}`, { '1.jpg': jpeg })
  const update = { ...buildUpdate(href), locator: { href, type: 'image/jpeg', locations } }
  expect((await call('PUT', 'progression', update, comic)).status).toBe(400)
  expect((await getProgression(comic)).status).toBe(204)
})

test.each([
  ['of the manifest', 'resources/OEBPS/c2.xhtml', 'resources/OEBPS/c2.xhtml'],
  ['with a fragment', 'resources/OEBPS/c2.xhtml#p12', 'resources/OEBPS/c2.xhtml#p12'],
  ['relative to the archive', 'OEBPS/c2.xhtml', 'resources/OEBPS/c2.xhtml'],
  ['from the root of the archive', '/OEBPS/c2.xhtml', 'resources/OEBPS/c2.xhtml'],
  ['relative to the package document', 'c2.xhtml', 'resources/OEBPS/c2.xhtml'],
  ['with percent-encoding', 'OEBPS/c%32.xhtml', 'resources/OEBPS/c2.xhtml'],
  [
    'as a whole URL',
    'http://nas.local:4680/quire/api/v1/books/x/resources/OEBPS/c2.xhtml?as=html#p12',
    'resources/OEBPS/c2.xhtml#p12',
  ],
])('A12: an href %s is accepted and stored as in the manifest', async (_, href, stored) => {
  expect((await call('PUT', 'progression', buildUpdate(href))).status).toBe(204)
  expect((await getProgression()).body.locator.href).toBe(stored)
})

test.each(['nope.xhtml', 'OEBPS/cover.jpg', 'resources/', '%', '2.xhtml', '#p12', 'http://['])(
  'A12: the href %p is rejected and moves nothing',
  async (href) => {
    await call('PUT', 'progression', buildUpdate('OEBPS/c3.xhtml', 0.95))
    const answer = await call('PUT', 'progression', buildUpdate(href, 0.1))
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toBe('locator.href')
    expect((await getProgression()).body.locator.locations.totalProgression).toBe(0.95)
  },
)

test('A12: a position is saved unchecked while the file is away', async () => {
  const away = await shelf.add('away.epub', await makeEpub({ chapters, title: 'Away' }))
  renameSync(join(shelf.folder, 'away.epub'), join(shelf.folder, 'elsewhere.epub'))
  expect((await call('PUT', 'progression', buildUpdate('nope.xhtml', 0.4), away)).status).toBe(204)
  expect((await getProgression(away)).body.locator.href).toBe('nope.xhtml')
  renameSync(join(shelf.folder, 'elsewhere.epub'), join(shelf.folder, 'away.epub'))
  // With a locator to a missing part, the app would open the beginning of the book.
  expect((await getProgression(away)).body.locator).toMatchObject({
    href: 'resources/OEBPS/c2.xhtml',
    locations: { position: 5 },
  })
})

test('A12: the locator of a bookmark leads to a part of the book', async () => {
  const add = (href: string) =>
    call('POST', 'bookmarks', { locator: buildUpdate(href, 0.6).locator })
  const refused = await add('nope.xhtml')
  expect([refused.status, refused.body.details[0].path]).toEqual([400, 'locator.href'])
  const added = await add('c2.xhtml#p3')
  expect(added.status).toBe(201)
  expect(added.body.locator.href).toBe('resources/OEBPS/c2.xhtml#p3')
  expect((await call('GET', 'bookmarks')).body.total).toBe(1)
})
