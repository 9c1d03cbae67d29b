import { expect, test } from 'bun:test'
import { decodePaletteBmp } from '../../../src/media/image/palette-bmp'
import { makeThumbnail } from '../../../src/media/image/resize-image'
import { imageMessages } from '../../../src/media/image/messages'

const [black, white, red] = [
  [0, 0, 0],
  [255, 255, 255],
  [200, 30, 20],
]
const headerBytes = 54

interface Bmp {
  width: number
  height: number
  bits: number
  palette: number[][]
  /** Rows as stored in the file, each padded to four bytes. */
  rows: number[][]
}

function makeBmp({ width, height, bits, palette, rows }: Bmp): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('BM')
  header.writeUInt32LE(headerBytes + palette.length * 4, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(palette.length, 46)
  const colors = palette.map(([r = 0, g = 0, b = 0]) => Buffer.from([b, g, r, 0]))
  return Buffer.concat([header, ...colors, ...rows.map((row) => Buffer.from(row))])
}

const decodePixels = (bmp: Bmp) => {
  const { data = new Uint8Array() } = decodePaletteBmp(makeBmp(bmp)) ?? {}
  return Array.from({ length: data.length / 3 }, (_, i) => [...data.subarray(i * 3, i * 3 + 3)])
}

test('decodes 1 bit per pixel, bottom row first', () => {
  const rows = [
    [0b1000_0000, 0b0100_0000, 0, 0],
    [0b0000_0001, 0b1000_0000, 0, 0],
  ]
  const pixels = decodePixels({ width: 10, height: 2, bits: 1, palette: [black!, white!], rows })
  const whites = pixels.flatMap((pixel, place) => (pixel[0] === 255 ? [place] : []))
  expect(whites).toEqual([7, 8, 10, 19])
})

test('decodes 4 bits per pixel, top row first', () => {
  const rows = [
    [0x01, 0x20, 0, 0],
    [0x21, 0x00, 0, 0],
  ]
  const palette = [black!, white!, red!]
  expect(decodePixels({ width: 3, height: -2, bits: 4, palette, rows })).toEqual([
    black!,
    white!,
    red!,
    red!,
    white!,
    black!,
  ])
})

test('decodes 8 bits per pixel; an index outside the palette is black', () => {
  const rows = [[1, 2, 250, 0]]
  const palette = [black!, white!, red!]
  expect(decodePixels({ width: 3, height: 1, bits: 8, palette, rows })).toEqual([
    white!,
    red!,
    black!,
  ])
})

test('throws for a truncated file and returns null for true color', () => {
  const cut: Bmp = { width: 8, height: 9, bits: 8, palette: [black!], rows: [[0, 0, 0, 0]] }
  expect(() => decodePaletteBmp(makeBmp(cut))).toThrow()
  expect(decodePaletteBmp(makeBmp({ ...cut, bits: 24 }))).toBeNull()
})

test('a thumbnail is created from a palette BMP', async () => {
  const rows = Array.from({ length: 40 }, () => [0xff, 0xff, 0xff, 0xff])
  const bmp = makeBmp({ width: 32, height: 40, bits: 1, palette: [black!, red!], rows })
  const { width, height, color } = await makeThumbnail(bmp, { width: 320, quality: 75 })
  expect({ width, height }).toEqual({ width: 32, height: 40 })
  expect(color).toMatch(/^#c[0-9a-f]1[0-9a-f]/)
})

test('an image with too many pixels is rejected', async () => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(40_000, 0)
  size.writeUInt32BE(40_000, 4)
  const png = Buffer.concat([head, size, Buffer.from('0100000000', 'hex')])
  expect(makeThumbnail(png, { width: 320, quality: 75 })).rejects.toMatchObject({
    code: 'too_large',
    userMessage: imageMessages.too_large(),
  })
})
