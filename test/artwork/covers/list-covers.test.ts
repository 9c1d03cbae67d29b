/** Images of collections and reading lists. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import sharp from 'sharp'
import { join } from 'node:path'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { getUploadedCoversFolder } from '../../support/stored-files'
import { readBook } from '../../../src/media/reader/reader'
import { createList, kinds, limitTo } from '../../catalog/item-lists/two-kinds'
import { makeCbz } from '../../support/make/cbz'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let libraries: [SeededLibrary, SeededLibrary]
const folder = makeFolder()
const hiddenFolder = makeFolder()

beforeAll(async () => {
  server = await startTestServer()
  libraries = [
    await seedLibrary(server, { path: folder }),
    await seedLibrary(server, { path: hiddenFolder }),
  ]
  await limitTo(server, 'ann', [libraries[0].id])
})
afterAll(() => server.close())

async function addBook(name: string, library = libraries[0]) {
  const width = 300 + name.length
  writeTree(library.path, { [name]: await makeCbz({ pages: 1, width, height: 450 }) })
  const contents = await readBook(join(library.path, name))
  const series = await seedSeries(server, library, { title: name })
  const book = await seedBook(server, series, {
    title: name,
    relativePath: name,
    format: contents.format,
    pageCount: 1,
    contents: { pages: contents.pages, cover: contents.cover },
  })
  const { signal } = new AbortController()
  await createLibraryThumbnails(server.ctx, { libraryId: library.id }, signal)
  return book
}

const get = (path: string, as = 'max') => server.fetch(`/api/v1${path}`, { as })

async function createWith(items: { id: string; seriesId: string }[]) {
  const [collections, readlists] = kinds as [(typeof kinds)[0], (typeof kinds)[0]]
  const [collection, list] = [
    await createList(server, collections, 'max', { sharing: 'everyone' }),
    await createList(server, readlists, 'max', { sharing: 'everyone' }),
  ]
  const add = (path: string, body: object) => server.call('POST', path, { as: 'max', body })
  await add(`/collections/${collection}/series`, { seriesIds: items.map((one) => one.seriesId) })
  await add(`/readlists/${list}/books`, { bookIds: items.map(({ id }) => id) })
  return [`/collections/${collection}`, `/readlists/${list}`]
}

test('four entries become a mosaic, fewer the first one, none a placeholder', async () => {
  const hidden = await addBook('a.cbz', libraries[1])
  const books = [hidden]
  for (const name of ['bb.cbz', 'ccc.cbz', 'dddd.cbz']) books.push(await addBook(name))
  for (const path of await createWith(books)) {
    const whole = await get(`${path}/thumbnail`)
    expect(whole.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await sharp(await whole.bytes()).metadata()
    expect([width, height]).toEqual([400, 600])
    const etag = whole.headers.get('etag')!
    const again = await server.fetch(`/api/v1${path}/thumbnail`, {
      as: 'max',
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const jpeg = await get(`${path}/thumbnail?format=jpeg&width=240`)
    expect((await sharp(await jpeg.bytes()).metadata()).format).toBe('jpeg')
    // The reader can see only three of the four items, so there is no mosaic.
    const less = await get(`${path}/thumbnail`, 'ann')
    expect(less.status).toBe(200)
    expect((await sharp(await less.bytes()).metadata()).width).toBe(306)
  }
  for (const path of await createWith([])) {
    expect((await get(`${path}/thumbnail?placeholder=false`)).status).toBe(404)
    expect((await get(`${path}/thumbnail`)).headers.get('cache-control')).toBe('no-store')
  }
})

test('an entry without a picture does not prevent a mosaic', async () => {
  const series = await seedSeries(server, libraries[0], { title: 'Damaged' })
  const books = [await seedBook(server, series, { title: 'Damaged' })]
  for (const name of ['e1.cbz', 'e2.cbz', 'e3.cbz', 'e4.cbz']) books.push(await addBook(name))
  for (const path of await createWith(books)) {
    const { width, height } = await sharp(await (await get(`${path}/thumbnail`)).bytes()).metadata()
    expect([width, height]).toEqual([400, 600])
  }
})

test('a chosen entry is the cover, but not for those who cannot see it', async () => {
  const hidden = await addBook('hidden one.cbz', libraries[1])
  const books = [await addBook('shown.cbz'), hidden]
  for (const [place, path] of (await createWith(books)).entries()) {
    const coverItemId = place === 0 ? hidden.seriesId : hidden.id
    await server.call('PATCH', path, { as: 'max', body: { coverItemId } })
    const widthFor = async (as: string) =>
      (await sharp(await (await get(`${path}/thumbnail`, as)).bytes()).metadata()).width
    expect([await widthFor('max'), await widthFor('ann')]).toEqual([314, 309])
  }
})

async function upload(path: string, as: string, colour: string) {
  const create = { width: 60, height: 90, channels: 3, background: colour } as const
  const body = new FormData()
  body.set('file', new File([await sharp({ create }).png().toBuffer()], 'any.png'))
  return (await server.fetch(`/api/v1${path}/cover`, { method: 'POST', as, body })).status
}

test('an uploaded picture wins, is replaced and deleted, and leaves no file', async () => {
  for (const path of await createWith([await addBook('up.cbz')])) {
    expect(await upload(path, 'ann', '#ff0000')).toBe(403)
    expect(await upload(path, 'max', '#ff0000')).toBe(204)
    expect(await upload(path, 'max', '#00ff00')).toBe(204)
    const shown = await get(`${path}/thumbnail`, 'ann')
    const { dominant } = await sharp(await shown.bytes()).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect(readdirSync(getUploadedCoversFolder(server.ctx.config))).toHaveLength(1)
    const remove = () => server.call('DELETE', `${path}/cover`, { as: 'max' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect(readdirSync(getUploadedCoversFolder(server.ctx.config))).toHaveLength(0)
    const plain = await sharp(await (await get(`${path}/thumbnail`)).bytes()).metadata()
    expect(plain.width).toBe(306)
  }
})

test('a list that is deleted while its picture is uploaded is not found', async () => {
  const paths: string[] = []
  for (let n = 0; n < 6; n++) paths.push(...(await createWith([])))
  for (const path of paths) {
    const [uploaded, deleted] = await Promise.all([
      upload(path, 'max', '#ff0000'),
      server.call('DELETE', path, { as: 'max' }),
    ])
    expect([204, 404]).toContain(uploaded)
    expect(deleted.status).toBe(204)
  }
})

test('the picture of a deleted list is cleaned up', async () => {
  const [path] = await createWith([await addBook('clean.cbz')])
  await upload(path!, 'max', '#0000ff')
  await server.call('DELETE', path!, { as: 'max' })
  const uploads = getUploadedCoversFolder(server.ctx.config)
  const [name] = readdirSync(uploads)
  const long = new Date(Date.now() - 7_200_000)
  utimesSync(join(uploads, name!), long, long)
  await server.call('POST', '/maintenance/cleanup-thumbnails', { as: 'ada' })
  expect(existsSync(join(uploads, name!))).toBe(false)
})
