import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import {
  addLibrary,
  booksOf,
  comic,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from '../../ingest/scanning/support'
import { makePicture } from '../../support/make/pictures'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const square = await makePicture({ width: 40, height: 40, seed: 1 })
const wide = await makePicture({ width: 60, height: 30, seed: 2 })

async function libraryWith(files: Record<string, Uint8Array | string>) {
  const folder = makeFolder()
  put(folder, { 'S/1.cbz': await comic(), ...files })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const [series] = await seriesOf(server, id)
  return { folder, id, path: `/series/${series!.id}` }
}

const sourceOf = async (id: string) => (await seriesOf(server, id))[0]!.selectedCoverSource
const coversOf = async (path: string) =>
  (await server.call('GET', `${path}/covers`, { as: 'ada' })).body.covers
const makeThumbnails = (libraryId: string) =>
  createLibraryThumbnails(server.ctx, { libraryId }, new AbortController().signal)

async function shapeOf(ownerId: string) {
  const rows = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, ownerId))
  const [row] = rows
  return row && row.width / row.height
}
async function colorOf(ownerId: string) {
  const rows = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, ownerId))
  return rows[0]!.color
}

/** It says how large it is, and no more. */
const pngWithoutPixels = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000028000000280802000000039c2f3a',
  'hex',
)
const later = new Date('2024-06-01T00:00:00Z')

test('a picture in the folder stands for the series, the best of several', async () => {
  const { id, path } = await libraryWith({ 'S/folder.jpg': wide, 'S/cover.jpg': square })
  expect(await sourceOf(id)).toBe('file')
  const covers = await coversOf(path)
  expect(covers).toMatchObject([
    { source: 'file:cover.jpg', isSelected: true, width: 40, height: 40, mediaType: 'image/jpeg' },
    { source: 'file:folder.jpg', isSelected: false, width: 60, height: 30 },
  ])
  await makeThumbnails(id)
  expect(await shapeOf(covers[0].id)).toBe(1)
  const shown = await server.call('GET', `${path}/thumbnail`, { as: 'ann' })
  expect(shown.status).toBe(200)
  const { coverColor } = (await server.call('GET', path, { as: 'ann' })).body
  expect(coverColor).toBe(await colorOf(covers[0].id))
  const image = await server.app.handle(
    new Request(`http://localhost/api/v1${path}/covers/${covers[0].id}/image`),
  )
  expect(image.status).toBe(401)
})

test('what a person chose stays, and nothing in the library is deleted', async () => {
  const { folder, id, path } = await libraryWith({ 'S/cover.jpg': square, 'S/poster.jpg': wide })
  const [, poster] = await coversOf(path)
  const select = `${path}/covers/${poster.id}/select`
  expect((await server.call('PUT', select, { as: 'max' })).body.isSelected).toBe(true)
  put(folder, { 'S/cover.jpg': wide }, later)
  await scan(server, id)
  expect(await sourceOf(id)).toBe('file:poster.jpg')
  const refused = await server.call('DELETE', `${path}/covers/${poster.id}`, { as: 'max' })
  expect(refused.status).toBe(409)
  await server.call('DELETE', `${path}/covers/selected`, { as: 'max' })
  put(folder, { 'S/cover.jpg': square })
  await scan(server, id)
  expect(await sourceOf(id)).toBe('first_book')
})

test('a picture that comes or goes changes what is shown', async () => {
  const { folder, id, path } = await libraryWith({})
  expect(await sourceOf(id)).toBe('first_book')
  put(folder, { 'S/cover.jpg': square })
  await scan(server, id)
  expect(await sourceOf(id)).toBe('file')
  await makeThumbnails(id)
  const [{ id: coverId }] = await coversOf(path)
  put(folder, { 'S/cover.jpg': wide }, later)
  await scan(server, id)
  await makeThumbnails(id)
  expect(await shapeOf(coverId)).toBe(2)
  put(folder, { 'S/cover.jpg': null })
  await scan(server, id)
  expect([await sourceOf(id), await coversOf(path)]).toEqual(['first_book', []])
})

test('a picture with the name of a book is its cover; one that is broken leaves it its own', async () => {
  const { folder, id } = await libraryWith({ 'S/2.cbz': await comic(), 'S/1.jpg': square })
  await makeThumbnails(id)
  const [first, second] = await booksOf(server, id)
  expect([await shapeOf(first!.id), await shapeOf(second!.id)]).toEqual([1, 2 / 3])
  put(folder, { 'S/1.jpg': pngWithoutPixels }, later)
  await scan(server, id)
  await makeThumbnails(id)
  expect(await shapeOf(first!.id)).toBe(2 / 3)
})

test('a picture that was swapped since the scan is not sent', async () => {
  const { folder, path } = await libraryWith({ 'S/cover.jpg': square })
  const [{ id }] = await coversOf(path)
  const image = () => server.call('GET', `${path}/covers/${id}/image`, { as: 'ann' })
  expect((await image()).status).toBe(200)
  put(folder, { 'S/cover.jpg': '<script>alert(1)</script>' }, later)
  expect((await image()).status).toBe(409)
  put(folder, { 'S/cover.jpg': null })
  expect((await image()).status).toBe(404)
})
