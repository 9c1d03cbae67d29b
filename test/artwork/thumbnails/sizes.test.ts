/** Thumbnails in smaller sizes: a closed list, made for whoever asks next. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { getThumbnailPath } from '../../../src/artwork/thumbnails/paths'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makePicture } from '../../support/make/pictures'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { readBook } from '../../../src/media/reader/reader'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let folder: string
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  folder = makeFolder()
  series = await seedSeries(server, await seedLibrary(server, { path: folder }))
})
afterAll(() => server.close())

async function addBook(name: string, width: number) {
  writeTree(folder, { [name]: await makeCbz({ pages: 1, width, height: width * 2 }) })
  const contents = await readBook(`${folder}/${name}`)
  const book = await seedBook(server, series, {
    relativePath: name,
    format: contents.format,
    pageCount: 1,
    contents: { pages: contents.pages, cover: contents.cover },
  })
  const { signal } = new AbortController()
  await createLibraryThumbnails(server.ctx, { libraryId: series.libraryId }, signal)
  return `/api/v1/books/${book.id}/thumbnail`
}

const get = (path: string, headers = {}) => server.fetch(path, { as: 'ann', headers })
const widthOf = async (path: string) =>
  (await sharp(await (await get(path)).bytes()).metadata()).width

test('what is asked for comes as it is stored until the smaller one is made', async () => {
  const path = await addBook('large.cbz', 900)
  const stored = await get(path)
  const early = await get(`${path}?width=240`)
  expect([early.status, early.headers.get('etag')]).toEqual([200, stored.headers.get('etag')])
  for (const width of [240, 320]) {
    await waitUntil(async () => (await widthOf(`${path}?width=${width}`)) === width)
  }
  expect(await widthOf(path)).toBe(server.ctx.config.thumbnails.width)
})

test('each size has a validator of its own', async () => {
  const path = await addBook('tags.cbz', 900)
  await waitUntil(async () => (await widthOf(`${path}?width=240`)) === 240)
  const [stored, small] = await Promise.all([get(path), get(`${path}?width=240`)])
  const tag = small.headers.get('etag')!
  expect(tag).toMatch(/^"[^"]+-240"$/)
  expect(tag).not.toBe(stored.headers.get('etag')!)
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(small.headers.get('cache-control')).toBe(stored.headers.get('cache-control'))
  const again = await get(`${path}?width=240`, { 'if-none-match': tag })
  expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
  // Who was given the larger one meanwhile is given the smaller one now.
  const before = { 'if-none-match': stored.headers.get('etag')! }
  expect((await get(`${path}?width=240`, before)).status).toBe(200)
})

test('a small picture is not made larger', async () => {
  const path = await addBook('small.cbz', 200)
  const [stored, asked] = await Promise.all([get(path), get(`${path}?width=240`)])
  expect(asked.headers.get('etag')).toBe(stored.headers.get('etag'))
  expect(await widthOf(`${path}?width=240`)).toBe(200)
})

test('a series has the same sizes', async () => {
  await addBook('series.cbz', 900)
  const path = `/api/v1/series/${series.id}/thumbnail?width=320`
  await waitUntil(async () => (await widthOf(path)) === 320)
})

test('there are no other sizes', async () => {
  const path = await addBook('others.cbz', 900)
  for (const width of ['0', '160', '239', '400', '100000', '-240', '', 'wide']) {
    expect([width, (await get(`${path}?width=${width}`)).status]).toEqual([width, 400])
    const ofSeries = await get(`/api/v1/series/${series.id}/thumbnail?width=${width}`)
    expect([width, ofSeries.status]).toEqual([width, 400])
  }
})

test('without a picture there is a placeholder in no size, or 404', async () => {
  const { id } = await seedBook(server, series, { pageCount: 0 })
  const path = `/api/v1/books/${id}/thumbnail?width=240`
  expect((await get(path)).headers.get('cache-control')).toBe('no-store')
  expect((await get(`${path}&placeholder=false`)).status).toBe(404)
})

test('another cover is another picture in every size', async () => {
  const path = await addBook('other.cbz', 900)
  await waitUntil(async () => (await widthOf(`${path}?width=240`)) === 240)
  const tag = (await get(`${path}?width=240`)).headers.get('etag')
  const body = new FormData()
  body.set('file', new File([await makePicture({ width: 800, height: 900, seed: 9 })], 'any.jpg'))
  const upload = path.replace('/thumbnail', '/cover')
  const uploaded = await server.fetch(upload, { method: 'POST', as: 'max', body })
  expect(uploaded.status).toBe(200)
  await waitUntil(async () => (await widthOf(`${path}?width=240`)) === 240)
  expect((await get(`${path}?width=240`)).headers.get('etag')).not.toBe(tag)
})

test('a size made while the picture was being replaced does not stand for the old one when that comes back', async () => {
  const path = await addBook('back.cbz', 900)
  const id = path.split('/')[4]!
  const [old] = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, id))
  const file = getThumbnailPath(server.ctx.config, id)
  const picture = await Bun.file(file).bytes()
  // The other picture lies there already, and the row does not say so yet.
  await Bun.write(file, await sharp(picture).negate().webp().toBuffer())
  await waitUntil(async () => (await widthOf(`${path}?width=240`)) === 240)
  const tagsOf = async () =>
    Promise.all([path, `${path}?width=240`].map(async (at) => (await get(at)).headers.get('etag')))
  const wrong = await (await get(`${path}?width=240`)).bytes()
  const wrongTags = await tagsOf()
  await Bun.write(file, picture)
  const madeAt = new Date(old!.madeAt.getTime() + 1)
  await server.ctx.write((tx) =>
    tx.update(thumbnails).set({ madeAt }).where(eq(thumbnails.ownerId, id)),
  )
  await waitUntil(async () => (await widthOf(`${path}?width=240`)) === 240)
  expect(await (await get(`${path}?width=240`)).bytes()).not.toEqual(wrong)
  // A browser that has the wrong one must not be told that it is the right one.
  for (const tag of await tagsOf()) expect(wrongTags).not.toContain(tag)
})
