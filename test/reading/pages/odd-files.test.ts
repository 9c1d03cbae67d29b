/** Files as other programs write them, whose pages are requested over a real connection. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { zstdCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { readBook } from '../../../src/media/reader/reader'
import { makePdfOfObjects } from '../../support/make/pdf'
import { makePicture, makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { openShelf, type Shelf } from './shelf'

let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(async () => {
  await shelf.close()
  closeDecoder()
})

async function getPage({ id }: { id: string }, rest = '1') {
  const answer = await shelf.request(`/books/${id}/pages/${rest}`)
  expect([rest, answer.status]).toEqual([rest, 200])
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.bytes()) }
}

test('F2: a page that shows half of its JPEG is drawn', async () => {
  const jpeg = await makePicture({ width: 200, height: 300 })
  const pdf = makePdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 75]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    { head: '', data: 'q 100 0 0 150 0 0 cm /I Do Q' },
    {
      head: '/Type/XObject/Subtype/Image/Width 200/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
      data: jpeg,
    },
  ])
  const book = await shelf.add('half.pdf', pdf)
  const { type, bytes } = await getPage(book)
  expect(type).toBe('image/jpeg')
  const { width, height } = await sharp(bytes).metadata()
  expect(width / height).toBeCloseTo(100 / 75, 1)
})

test('F6: pages packed with Zstandard are served unchanged and resized', async () => {
  const jpegs = await makePictures(3, { width: 400, height: 600 })
  const parts = jpegs.map((data, i) => {
    const packed = zstdCompressSync(data)
    return { name: `${i}.jpg`, data, method: 93, packed }
  })
  const book = await shelf.add('zstd.cbz', makeZip(parts))
  for (const [i, jpeg] of jpegs.entries()) {
    const { type, bytes } = await getPage(book, String(i + 1))
    expect(type).toBe('image/jpeg')
    expect(bytes.equals(jpeg)).toBe(true)
  }
  const { bytes } = await getPage(book, '2?width=160')
  expect((await sharp(bytes).metadata()).width).toBe(160)
})

/** A sequence of images as AVIF: the first one is also complete on its own. */
async function makeSequence(options: { width: number; height: number }): Promise<Buffer> {
  const image = await makePicture({ ...options, format: 'avif' })
  image.write('avis', 8, 'latin1')
  const movie = Buffer.alloc(16)
  movie.writeUInt32BE(movie.length, 0)
  movie.write('moov', 4, 'latin1')
  return Buffer.concat([image, movie])
}

test('F9: of an AVIF sequence, the first image is resized and shown as cover', async () => {
  const data = await makeSequence({ width: 400, height: 600 })
  const bytes = makeZip([{ name: '1.avif', data }])
  const book = await shelf.add('sequence.cbz', bytes)
  const original = await getPage(book)
  expect(original.type).toBe('image/avif')
  expect(original.bytes.equals(data)).toBe(true)
  const resized = await getPage(book, '1?width=160')
  expect(await sharp(resized.bytes).metadata()).toMatchObject({ width: 160, height: 240 })
  const thumbnail = await getPage(book, '1/thumbnail')
  expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp' })
})

test('F18: pages without an extension are served as the images that they are', async () => {
  const png = await makePicture({ format: 'png' })
  const book = await shelf.add('nameless.cbz', makeZip([{ name: 'book\\001', data: png }]))
  const { type, bytes } = await getPage(book)
  expect(type).toBe('image/png')
  expect(bytes.equals(png)).toBe(true)
  const listed = (await (await shelf.request(`/books/${book.id}/pages`)).json()) as object[]
  expect(listed).toMatchObject([{ fileName: 'book/001', fileFormat: 'png', width: 60 }])
})

test('F11: a strip of unknown size keeps the requested width', async () => {
  const blank = { width: 160, height: 18_000, channels: 3, background: 'red' } as const
  const data = await sharp({ create: blank }).jpeg().toBuffer()
  const path = writeBook('strip.cbz', makeZip([{ name: '1.jpg', data }]))
  const contents = await readBook(path)
  const pages = contents.pages.map((page) => ({ ...page, width: null, height: null }))
  const book = await shelf.add('strip.cbz', readFileSync(path), {
    contents: { pages, findings: [], cover: 0 },
  })
  for (const format of ['webp', 'avif']) {
    const { type, bytes } = await getPage(book, `1?format=${format}&width=160`)
    expect(type).toBe('image/jpeg')
    expect((await sharp(bytes).metadata()).width).toBe(160)
  }
})
