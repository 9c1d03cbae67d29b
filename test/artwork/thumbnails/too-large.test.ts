/** Small files that take gigabytes to render. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { createLibraryThumbnails } from '../../../src/artwork/thumbnails/service'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makeFolder, writeTree } from '../../support/make/tree'
import { seedBook, seedLibrary, type SeededBook, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let libraryId: string
let bomb: SeededBook
let honest: SeededBook

/**
 * Builds one page with one image of `side` × `side` pixels of three bytes each, written as
 * hexadecimal digits and compressed twice. PDFium holds all digits and pixels in memory at once.
 */
function makePdfBomb(side: number): string {
  const data = deflateSync(deflateSync(Buffer.alloc(side * side * 6, '5')))
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
    '<</Length 30>>\nstream\nq 300 0 0 300 0 0 cm /I Do Q   \nendstream',
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter[/FlateDecode/FlateDecode/ASCIIHexDecode]/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream`,
  ]
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.7\n${body}trailer\n<</Root 1 0 R/Size 6>>\n%%EOF`
}

beforeAll(async () => {
  closeDecoder()
  server = await startTestServer({ 'thumbnails.decoder_memory_mb': '256' })
  const folder = makeFolder()
  const library = await seedLibrary(server, { path: folder })
  libraryId = library.id
  const series = await seedSeries(server, library)
  const add = (name: string, side: number) => {
    writeTree(folder, { [name]: Buffer.from(makePdfBomb(side), 'latin1') })
    const { size, mtimeMs } = statSync(join(folder, name))
    return seedBook(server, series, {
      title: name,
      relativePath: name,
      format: 'pdf',
      size,
      modifiedAtMs: Math.trunc(mtimeMs),
      pageCount: 1,
      contents: {
        pages: [{ name: '1', mediaType: 'image/jpeg', size: 0, width: 600, height: 600 }],
        cover: 0,
      },
    })
  }
  bomb = await add('bomb.pdf', 9_000)
  honest = await add('honest.pdf', 300)
})

afterAll(async () => {
  await server.close()
  closeDecoder()
})

test('D6: a file that takes too much memory gets a finding, and the others are processed', async () => {
  const { ctx } = server
  await createLibraryThumbnails(ctx, { libraryId }, new AbortController().signal)
  const stateOf = async ({ id }: SeededBook) =>
    (await ctx.db.select().from(thumbnails).where(eq(thumbnails.ownerId, id)))[0]
  expect((await stateOf(honest))?.state).toBe('made')
  const failed = await stateOf(bomb)
  expect(failed?.state).toBe('failed')
  // The creation time is not the epoch, so there is no second attempt.
  expect(failed!.madeAt.getTime()).toBeGreaterThan(0)
  const { body } = await server.call('GET', `/books/errors?code=too_large`, { as: 'ann' })
  expect(body.data[0].findings).toEqual([
    expect.objectContaining({
      code: 'too_large',
      message: 'Too large to display: decoding needs more than 256 MB of memory',
    }),
  ])
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([bomb.id])
}, 60_000)

test('D6: the response for such a page says why it is not shown', async () => {
  const { status, body } = await server.call('GET', `/books/${bomb.id}/pages/1`, { as: 'ann' })
  expect(status).toBe(404)
  expect(body.message).toStartWith('Too large to display')
}, 60_000)
