/** Smaller thumbnails have a size from a fixed list and are created on demand. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { getThumbnailPath } from '../../support/stored-files'
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

const getThumbnail = (path: string, headers = {}) => server.fetch(path, { as: 'ann', headers })
const getWidth = async (path: string) =>
  (await sharp(await (await getThumbnail(path)).bytes()).metadata()).width

test('a smaller size is the stored image until it is created', async () => {
  const path = await addBook('large.cbz', 900)
  const stored = await getThumbnail(path)
  const early = await getThumbnail(`${path}?width=240`)
  expect([early.status, early.headers.get('etag')]).toEqual([200, stored.headers.get('etag')])
  for (const width of [240, 320]) {
    await waitUntil(async () => (await getWidth(`${path}?width=${width}`)) === width)
  }
  expect(await getWidth(path)).toBe(server.ctx.config.thumbnails.width)
})

test('a thumbnail is converted to JPEG at once, in each size', async () => {
  const path = await addBook('converted.cbz', 900)
  for (const [query, width] of [
    ['?format=jpeg', server.ctx.config.thumbnails.width],
    ['?format=jpeg&width=240', 240],
  ] as const) {
    const answer = await getThumbnail(path + query)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const etag = answer.headers.get('etag')!
    const { format, width: found } = await sharp(await answer.bytes()).metadata()
    expect([format, found]).toEqual(['jpeg', width])
    const again = await getThumbnail(path + query, { 'if-none-match': etag })
    expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
  }
  const webp = await getThumbnail(`${path}?format=webp`)
  expect(webp.headers.get('content-type')).toBe('image/webp')
})

test('each size has its own ETag', async () => {
  const path = await addBook('tags.cbz', 900)
  await waitUntil(async () => (await getWidth(`${path}?width=240`)) === 240)
  const [stored, small] = await Promise.all([getThumbnail(path), getThumbnail(`${path}?width=240`)])
  const tag = small.headers.get('etag')!
  expect(tag).toMatch(/^"[^"]+-240"$/)
  expect(tag).not.toBe(stored.headers.get('etag')!)
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(small.headers.get('cache-control')).toBe(stored.headers.get('cache-control'))
  const again = await getThumbnail(`${path}?width=240`, { 'if-none-match': tag })
  expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
  // The ETag of the larger image does not match the smaller one.
  const before = { 'if-none-match': stored.headers.get('etag')! }
  expect((await getThumbnail(`${path}?width=240`, before)).status).toBe(200)
})

test('a small image is not enlarged', async () => {
  const path = await addBook('small.cbz', 200)
  const [stored, asked] = await Promise.all([getThumbnail(path), getThumbnail(`${path}?width=240`)])
  expect(asked.headers.get('etag')).toBe(stored.headers.get('etag'))
  expect(await getWidth(`${path}?width=240`)).toBe(200)
})

test('a series has the same sizes', async () => {
  await addBook('series.cbz', 900)
  const path = `/api/v1/series/${series.id}/thumbnail?width=320`
  await waitUntil(async () => (await getWidth(path)) === 320)
})

test('other sizes are rejected', async () => {
  const path = await addBook('others.cbz', 900)
  for (const width of ['0', '160', '239', '400', '100000', '-240', '', 'wide']) {
    expect([width, (await getThumbnail(`${path}?width=${width}`)).status]).toEqual([width, 400])
    const ofSeries = await getThumbnail(`/api/v1/series/${series.id}/thumbnail?width=${width}`)
    expect([width, ofSeries.status]).toEqual([width, 400])
  }
})

test('without an image, every size is a placeholder or 404', async () => {
  const { id } = await seedBook(server, series, { pageCount: 0 })
  const path = `/api/v1/books/${id}/thumbnail?width=240`
  expect((await getThumbnail(path)).headers.get('cache-control')).toBe('no-store')
  expect((await getThumbnail(`${path}&placeholder=false`)).status).toBe(404)
})

test('a new cover changes every size', async () => {
  const path = await addBook('other.cbz', 900)
  await waitUntil(async () => (await getWidth(`${path}?width=240`)) === 240)
  const tag = (await getThumbnail(`${path}?width=240`)).headers.get('etag')
  const body = new FormData()
  body.set('file', new File([await makePicture({ width: 800, height: 900, seed: 9 })], 'any.jpg'))
  const upload = path.replace('/thumbnail', '/cover')
  const uploaded = await server.fetch(upload, { method: 'POST', as: 'max', body })
  expect(uploaded.status).toBe(200)
  await waitUntil(async () => (await getWidth(`${path}?width=240`)) === 240)
  expect((await getThumbnail(`${path}?width=240`)).headers.get('etag')).not.toBe(tag)
})

test('a size created while the image was being replaced is not used when the old image returns', async () => {
  const path = await addBook('back.cbz', 900)
  const id = path.split('/')[4]!
  const [old] = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, id))
  const file = getThumbnailPath(server.ctx.config, id)
  const picture = await Bun.file(file).bytes()
  // The new image is on disk, but the row still refers to the old one.
  await Bun.write(file, await sharp(picture).negate().webp().toBuffer())
  await waitUntil(async () => (await getWidth(`${path}?width=240`)) === 240)
  const getEtags = async () =>
    Promise.all(
      [path, `${path}?width=240`].map(async (at) => (await getThumbnail(at)).headers.get('etag')),
    )
  const wrong = await (await getThumbnail(`${path}?width=240`)).bytes()
  const wrongTags = await getEtags()
  await Bun.write(file, picture)
  const madeAt = new Date(old!.madeAt.getTime() + 1)
  await server.ctx.write((tx) =>
    tx.update(thumbnails).set({ madeAt }).where(eq(thumbnails.ownerId, id)),
  )
  await waitUntil(async () => (await getWidth(`${path}?width=240`)) === 240)
  expect(await (await getThumbnail(`${path}?width=240`)).bytes()).not.toEqual(wrong)
  // A browser with the wrong image must not get 304.
  for (const tag of await getEtags()) expect(wrongTags).not.toContain(tag)
})
