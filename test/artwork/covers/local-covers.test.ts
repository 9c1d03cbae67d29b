import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import {
  addLibrary,
  listBooks,
  makeComic,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from '../../ingest/scanning/scan-server'
import { makePicture } from '../../support/make/pictures'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const square = await makePicture({ width: 40, height: 40, seed: 1 })
const wide = await makePicture({ width: 60, height: 30, seed: 2 })

async function createLibrary(files: Record<string, Uint8Array | string>) {
  const folder = makeFolder()
  writeFiles(folder, { 'S/1.cbz': await makeComic(), ...files })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const [series] = await listSeries(server, id)
  return { folder, id, path: `/series/${series!.id}` }
}

const getSource = async (id: string) => (await listSeries(server, id))[0]!.selectedCoverSource
const listCovers = async (path: string) =>
  (await server.call('GET', `${path}/covers`, { as: 'ada' })).body.covers
const makeThumbnails = (libraryId: string) =>
  createLibraryThumbnails(server.ctx, { libraryId }, new AbortController().signal)

async function getShape(ownerId: string) {
  const rows = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, ownerId))
  const [row] = rows
  return row && row.width / row.height
}
async function getColor(ownerId: string) {
  const rows = await server.ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, ownerId))
  return rows[0]!.color
}

/** A PNG header with a size, but without pixels. */
const pngWithoutPixels = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000028000000280802000000039c2f3a',
  'hex',
)
const later = new Date('2024-06-01T00:00:00Z')

test('the best image in the folder is the cover of the series', async () => {
  const { id, path } = await createLibrary({ 'S/folder.jpg': wide, 'S/cover.jpg': square })
  expect(await getSource(id)).toBe('file')
  const covers = await listCovers(path)
  expect(covers).toMatchObject([
    { source: 'file:cover.jpg', isSelected: true, width: 40, height: 40, mediaType: 'image/jpeg' },
    { source: 'file:folder.jpg', isSelected: false, width: 60, height: 30 },
  ])
  await makeThumbnails(id)
  expect(await getShape(covers[0].id)).toBe(1)
  const shown = await server.call('GET', `${path}/thumbnail`, { as: 'ann' })
  expect(shown.status).toBe(200)
  const { coverColor } = (await server.call('GET', path, { as: 'ann' })).body
  expect(coverColor).toBe(await getColor(covers[0].id))
  const response = await server.app.handle(
    new Request(`http://localhost/api/v1${path}/covers/${covers[0].id}/image`),
  )
  expect(response.status).toBe(401)
})

test("a user's choice is kept, and no file in the library is deleted", async () => {
  const { folder, id, path } = await createLibrary({ 'S/cover.jpg': square, 'S/poster.jpg': wide })
  const [, poster] = await listCovers(path)
  const select = `${path}/covers/${poster.id}/select`
  expect((await server.call('PUT', select, { as: 'max' })).body.isSelected).toBe(true)
  writeFiles(folder, { 'S/cover.jpg': wide }, later)
  await scanLibrary(server, id)
  expect(await getSource(id)).toBe('file:poster.jpg')
  const refused = await server.call('DELETE', `${path}/covers/${poster.id}`, { as: 'max' })
  expect(refused.status).toBe(409)
  await server.call('DELETE', `${path}/covers/selected`, { as: 'max' })
  writeFiles(folder, { 'S/cover.jpg': square })
  await scanLibrary(server, id)
  expect(await getSource(id)).toBe('first_book')
})

test('adding or removing an image changes the cover', async () => {
  const { folder, id, path } = await createLibrary({})
  expect(await getSource(id)).toBe('first_book')
  writeFiles(folder, { 'S/cover.jpg': square })
  await scanLibrary(server, id)
  expect(await getSource(id)).toBe('file')
  await makeThumbnails(id)
  const [{ id: coverId }] = await listCovers(path)
  writeFiles(folder, { 'S/cover.jpg': wide }, later)
  await scanLibrary(server, id)
  await makeThumbnails(id)
  expect(await getShape(coverId)).toBe(2)
  writeFiles(folder, { 'S/cover.jpg': null })
  await scanLibrary(server, id)
  expect([await getSource(id), await listCovers(path)]).toEqual(['first_book', []])
})

test('an image with the name of a book is its cover; a broken one is ignored', async () => {
  const { folder, id } = await createLibrary({ 'S/2.cbz': await makeComic(), 'S/1.jpg': square })
  await makeThumbnails(id)
  const [first, second] = await listBooks(server, id)
  expect([await getShape(first!.id), await getShape(second!.id)]).toEqual([1, 2 / 3])
  writeFiles(folder, { 'S/1.jpg': pngWithoutPixels }, later)
  await scanLibrary(server, id)
  await makeThumbnails(id)
  expect(await getShape(first!.id)).toBe(2 / 3)
})

test('an image that was replaced since the scan is not served', async () => {
  const { folder, path } = await createLibrary({ 'S/cover.jpg': square })
  const [{ id }] = await listCovers(path)
  const getImage = () => server.call('GET', `${path}/covers/${id}/image`, { as: 'ann' })
  expect((await getImage()).status).toBe(200)
  writeFiles(folder, { 'S/cover.jpg': '<script>alert(1)</script>' }, later)
  expect((await getImage()).status).toBe(409)
  writeFiles(folder, { 'S/cover.jpg': null })
  expect((await getImage()).status).toBe(404)
})
