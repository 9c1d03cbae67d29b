import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { makePage, makeThumbnail } from '../../../src/media/image/resize-image'
import { getPageForm, thumbnailForm } from '../../../src/reading/pages/image-sizes'
import type { StoredPage } from '../../../src/catalog/books/schema'

const paint = (width: number, height: number, orientation?: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204060' } })
    .withMetadata(orientation === undefined ? {} : { orientation })
    .jpeg()
    .toBuffer()

test.each([
  ['a usual page', 800, 1_200, undefined, [400, 600]],
  ['a page twice as high as wide', 800, 1_600, undefined, [400, 800]],
  ['F10: a strip', 800, 20_000, undefined, [400, 600]],
  ['F10: a strip that lies on its side in the file', 20_000, 800, 6, [400, 600]],
  ['a spread', 2_400, 1_200, undefined, [400, 200]],
  ['two spreads', 3_200, 1_200, undefined, [400, 150]],
  ['F10: a panorama', 20_000, 800, undefined, [400, 600]],
  ['F10: a low panorama', 16_500, 90, undefined, [60, 90]],
  ['a small strip', 60, 900, undefined, [60, 90]],
] as const)('the thumbnail of %s', async (_, width, height, orientation, expected) => {
  const made = await makeThumbnail(await paint(width, height, orientation), {
    width: 400,
    quality: 70,
  })
  expect([made.width, made.height]).toEqual([...expected])
})

test.each([
  ['a usual page', 800, 1_200, undefined, [320, 480]],
  ['a page twice as high as wide', 800, 1_600, undefined, [320, 640]],
  ['a strip', 800, 20_000, undefined, [320, 480]],
  ['a strip that lies on its side in the file', 20_000, 800, 6, [320, 480]],
  ['a panorama', 20_000, 800, undefined, [320, 480]],
  ['a spread', 2_400, 1_200, undefined, [320, 160]],
] as const)(
  'F10: the thumbnail of a page that is %s',
  async (_, width, height, orientation, expected) => {
    const made = await makePage(await paint(width, height, orientation), thumbnailForm)
    const size = await sharp(made).metadata()
    expect([size.width, size.height]).toEqual([...expected])
  },
)

test('F10: the thumbnail of a strip shows its top', async () => {
  const top = { input: await paint(100, 150), top: 0, left: 0 }
  const strip = await sharp({
    create: { width: 100, height: 2_000, channels: 3, background: 'red' },
  })
    .composite([top])
    .png()
    .toBuffer()
  const { color } = await makeThumbnail(strip, { width: 100, quality: 70 })
  expect(Number.parseInt(color.slice(1, 3), 16)).toBeLessThan(0x40)
})

test.each(['avis', 'msf1', 'miaf', 'hevx'])(
  'F9: an AVIF whose first brand is %s has a thumbnail',
  async (brand) => {
    const image = await sharp(await paint(300, 200))
      .avif()
      .toBuffer()
    image.write(brand, 8, 'latin1')
    const made = await makeThumbnail(image, { width: 150, quality: 70 })
    expect([made.width, made.height]).toEqual([150, 100])
  },
)

test('P6: a page is converted to PNG', async () => {
  const form = { fit: 'inside', format: 'png', quality: 100 } as const
  const bytes = await makePage(await paint(60, 90), form)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 60, height: 90 })
})

const page = (width: number | null, height: number | null) =>
  ({ mediaType: 'image/jpeg', width, height }) as StoredPage

test.each([
  ['a strip as WebP', page(720, 40_000), { format: 'webp' }, 'jpeg'],
  ['a strip as AVIF', page(720, 40_000), { format: 'avif' }, 'jpeg'],
  [
    'a strip, narrower but still too long',
    page(800, 40_000),
    { format: 'webp', width: '640' },
    'jpeg',
  ],
  ['a strip, narrow enough', page(800, 16_000), { format: 'webp', width: '640' }, 'webp'],
  ['a strip, by height', page(800, 40_000), { format: 'webp', height: '1280' }, 'webp'],
  [
    'a strip, to cover a size',
    page(800, 40_000),
    { format: 'webp', width: '640', height: '640', fit: 'outside' },
    'jpeg',
  ],
  ['a usual page', page(800, 1_200), { format: 'webp' }, 'webp'],
  ['a page of unknown size', page(null, null), { format: 'webp' }, 'jpeg'],
  ['a page of unknown size as AVIF', page(null, null), { format: 'avif' }, 'jpeg'],
  ['a page of unknown size, by width', page(null, null), { format: 'webp', width: '640' }, 'jpeg'],
  [
    'a page of unknown size, by height',
    page(null, null),
    { format: 'webp', height: '640' },
    'webp',
  ],
  [
    'a page of unknown size, within both',
    page(null, null),
    { format: 'webp', width: '640', height: '640' },
    'webp',
  ],
  [
    'a page of unknown size, to cover a size',
    page(null, null),
    { format: 'avif', width: '640', height: '640', fit: 'outside' },
    'jpeg',
  ],
  [
    'a page of unknown size in WebP',
    { ...page(null, null), mediaType: 'image/webp' },
    { format: 'webp', width: '640' },
    'webp',
  ],
  ['a page of unknown size as PNG', page(null, null), { format: 'png' }, 'png'],
] as const)('F11: %s', (_, stored, query, format) => {
  expect(getPageForm(stored, query)?.format).toBe(format)
})

const largePng = { ...page(800, 100_000), mediaType: 'image/png' }

test.each([
  ['is sent as it is', largePng, { width: '640' }, undefined],
  ['is sent as it is for WebP', largePng, { format: 'webp', width: '640' }, undefined],
  ['is sent as it is for JPEG', largePng, { format: 'jpeg' }, undefined],
  ['is made smaller where it fits', largePng, { width: '320' }, 'jpeg'],
  ['is converted to PNG', page(800, 70_000), { format: 'png' }, 'png'],
  [
    'is converted if browsers do not show it',
    { ...largePng, mediaType: 'image/tiff' },
    { format: 'jpeg' },
    'jpeg',
  ],
] as const)('F11: a strip that is too long for JPEG %s', (_, stored, query, format) => {
  expect(getPageForm(stored, query)?.format).toBe(format)
})

test('F11: a page of a PDF is drawn as wide as it is requested', () => {
  const query = { format: 'webp', width: '1600' } as const
  expect(getPageForm(page(800, 16_000), query)?.format).toBe('webp')
  expect(getPageForm(page(800, 16_000), query, { isDrawn: true })?.format).toBe('jpeg')
})

test('F11: a strip of 66,000 pixels is converted to PNG without losing width', async () => {
  const blank = { width: 20, height: 66_000, channels: 3, background: 'red' } as const
  const strip = await sharp({ create: blank }).png().toBuffer()
  const bytes = await makePage(strip, { fit: 'inside', format: 'png', quality: 100 })
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 66_000 })
})
