import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import {
  headBytes,
  probeDimensions,
  readDimensions,
} from '../../../src/media/image/headers/dimensions'
import { makePicture, type PictureFormat } from '../../support/make/pictures'

const measure = (bytes: Uint8Array) =>
  readDimensions(bytes.subarray(0, headBytes), (length) => bytes.subarray(0, length))

const formats: PictureFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff']

describe('measures', () => {
  test.each(formats)('%s', async (format) => {
    const bytes = await makePicture({ format, width: 123, height: 45 })
    expect(measure(bytes)).toEqual({ mediaType: `image/${format}`, width: 123, height: 45 })
  })

  test.each([
    [1, 123, 45],
    [3, 123, 45],
    [6, 45, 123],
    [8, 45, 123],
  ])('a JPEG with EXIF orientation %d', async (orientation, width, height) => {
    const bytes = await makePicture({ width: 123, height: 45, orientation })
    expect(measure(bytes)).toEqual({ mediaType: 'image/jpeg', width, height })
  })

  test.each(
    (['jpeg', 'png', 'webp', 'tiff', 'avif'] as const).flatMap((format) =>
      [1, 3, 5, 6, 7, 8].map((orientation) => [format, orientation] as const),
    ),
  )('F15: a turned %s (%d) as it is shown', async (format, orientation) => {
    const bytes = await makePicture({ format, width: 123, height: 45, orientation })
    const { autoOrient } = await sharp(bytes).metadata()
    expect(measure(bytes)).toMatchObject(autoOrient)
    expect(autoOrient.width).toBe(orientation > 4 ? 45 : 123)
  })

  test.each([true, false])('F15: a turned WebP (lossless: %p)', async (lossless) => {
    const picture = sharp(await makePicture({ width: 123, height: 45 }))
    const bytes = await picture.withMetadata({ orientation: 6 }).webp({ lossless }).toBuffer()
    expect(measure(bytes)).toMatchObject({ width: 45, height: 123 })
  })

  test.each(['webp', 'png'] as const)('F15: a %s cut before its EXIF data', async (format) => {
    const bytes = await makePicture({ format, width: 123, height: 45, orientation: 6 })
    const exif = bytes.indexOf(format === 'png' ? 'eXIf' : 'EXIF', 20, 'latin1')
    expect(exif).toBeGreaterThan(30)
    expect(measure(bytes.subarray(0, exif - 4))).toMatchObject({ width: 123, height: 45 })
    const broken = Buffer.concat([bytes.subarray(0, exif + 4), Buffer.alloc(5, 0xff)])
    expect(measure(broken)).toMatchObject({ width: 123, height: 45 })
  })

  test.each([
    [1, 40, 60],
    [4, 40, 60],
    [5, 60, 40],
    [8, 60, 40],
  ])('F15: a JPEG XL with orientation %d', (orientation, width, height) => {
    // small, height 60 is no multiple of 8, so that sizes take 9 bits each.
    const fields: [value: number, bits: number][] = [
      [0, 1],
      [0, 2],
      [59, 9],
      [0, 3],
      [0, 2],
      [39, 9],
      [0, 1],
      [1, 1],
      [orientation - 1, 3],
    ]
    let [bits, length] = [0, 0]
    for (const [value, count] of fields) {
      bits += value * 2 ** length
      length += count
    }
    const body = Buffer.alloc(8)
    body.writeBigUInt64LE(BigInt(bits))
    expect(measure(Buffer.concat([Buffer.from([0xff, 0x0a]), body]))).toMatchObject({
      width,
      height,
    })
  })

  test('a JPEG with a large profile before the frame', async () => {
    const jpeg = await makePicture({ width: 123, height: 45 })
    const profile = Buffer.alloc(60_004)
    profile.writeUInt32BE(0xffe20000 + 60_002, 0)
    const padded = Buffer.concat([jpeg.subarray(0, 2), profile, profile, jpeg.subarray(2)])
    expect(measure(padded)).toMatchObject({ width: 123, height: 45 })
  })

  test.each([
    ['short', [0, 0x10, 0, 8]],
    ['long', [0, 0, 0, 1]],
  ])('F15: an AVIF behind 1 MiB in a %s box', async (kind, length) => {
    const avif = await makePicture({ format: 'avif', width: 123, height: 45 })
    const box = Buffer.alloc((1 << 20) + 8)
    box.set(length)
    box.write('free', 4, 'latin1')
    if (kind === 'long') box.writeBigUInt64BE(BigInt(box.length), 8)
    const start = avif.readUInt32BE(0)
    const padded = Buffer.concat([avif.subarray(0, start), box, avif.subarray(start)])
    expect(measure(padded)).toMatchObject({ width: 123, height: 45 })
  })

  test('a top-down BMP', () => {
    const bytes = Buffer.alloc(60)
    bytes.write('BM')
    bytes.writeInt32LE(123, 18)
    bytes.writeInt32LE(-45, 22)
    expect(measure(bytes)).toEqual({ mediaType: 'image/bmp', width: 123, height: 45 })
  })

  test('F15: a BMP with the oldest header', () => {
    const bytes = Buffer.alloc(60)
    bytes.write('BM')
    bytes.writeUInt32LE(12, 14)
    bytes.writeUInt16LE(123, 18)
    bytes.writeUInt16LE(45, 20)
    expect(measure(bytes)).toEqual({ mediaType: 'image/bmp', width: 123, height: 45 })
  })

  test.each([1, 6])('F15: a TIFF with 64-bit offsets, orientation %d', async (orientation) => {
    const picture = sharp(await makePicture({ width: 123, height: 45 }))
    const bytes = await picture.withMetadata({ orientation }).tiff({ bigtiff: true }).toBuffer()
    const size = orientation === 6 ? { width: 45, height: 123 } : { width: 123, height: 45 }
    expect(measure(bytes)).toEqual({ mediaType: 'image/tiff', ...size })
  })

  test.each([0, 1])('F15: a JPEG with a segment of length %d', async (length) => {
    const jpeg = await makePicture({ width: 123, height: 45 })
    const segment = Buffer.from([0xff, 0xed, 0, length])
    const bytes = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
    expect((await sharp(bytes).metadata()).width).toBe(123)
    expect(measure(bytes)).toMatchObject({ width: 123, height: 45 })
  })

  test('a bare JPEG XL', () => {
    // small = 1, height (5 bits) = 8 * (4 + 1), ratio 1: square
    const bits = 1 | (4 << 1) | (1 << 6)
    const bytes = Buffer.from([0xff, 0x0a, bits & 255, bits >> 8, 0, 0])
    expect(measure(bytes)).toEqual({ mediaType: 'image/jxl', width: 40, height: 40 })
  })
})

describe('hostile bytes', () => {
  test('an image cut anywhere is measured, incomplete or rejected', async () => {
    for (const format of formats) {
      const bytes = await makePicture({ format, orientation: 6 })
      for (let length = 0; length < Math.min(bytes.length, 1200); length++) {
        expect(() => measure(bytes.subarray(0, length))).not.toThrow()
      }
    }
  })

  test('a changed byte neither throws nor yields a size below one', async () => {
    let random = 7
    for (const format of formats) {
      const good = await makePicture({ format, orientation: 6 })
      for (let i = 0; i < 400; i++) {
        random = (random * 48_271) % 2_147_483_647
        const bytes = Buffer.from(good)
        bytes[random % Math.min(good.length, 400)] = (random >> 8) & 255
        const found = measure(bytes)
        expect(found?.width ?? 1).toBeGreaterThan(0)
        expect(found?.height ?? 1).toBeGreaterThan(0)
      }
    }
  })

  test('an empty file is incomplete, then rejected', () => {
    expect(probeDimensions(new Uint8Array(0))).toEqual({ need: 4, sofar: null })
    expect(measure(new Uint8Array(0))).toBeNull()
  })

  test('a JPEG of fill bytes only terminates', () => {
    const bytes = Buffer.alloc(2 << 20, 0xff)
    bytes[1] = 0xd8
    expect(measure(bytes)).toEqual({ mediaType: 'image/jpeg', width: null, height: null })
  })
})
