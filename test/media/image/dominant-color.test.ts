import { expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import { computeDominantColor } from '../../../src/media/image/dominant-color'
import { makeThumbnail } from '../../../src/media/image/picture'

/** A field of one colour with a rectangle in it, as a share of the width. */
const drawn = (field: string, inner: string, share: number) =>
  sharp({ create: { width: 300, height: 450, channels: 3, background: field } }).composite([
    {
      input: {
        create: {
          width: Math.round(300 * share),
          height: 450,
          channels: 3,
          background: inner,
        },
      },
      left: 0,
      top: 0,
    },
  ])

const clear = () =>
  sharp({ create: { width: 300, height: 450, channels: 4, background: '#2040a000' } })

const partsOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** JPEG and WebP change colours a little. */
function expectNear(color: string, wanted: string) {
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  const distances = partsOf(color).map((part, i) => Math.abs(part - partsOf(wanted)[i]!))
  expect([color, Math.max(...distances) < 24]).toEqual([color, true])
}

const thumbnail = async (picture: Sharp) =>
  makeThumbnail(new Uint8Array(await picture.toBuffer()), { width: 200, quality: 75 })

test('is that of the largest field', async () => {
  expectNear((await thumbnail(drawn('#2040a0', '#c03020', 0.3).jpeg())).color, '#2040a0')
  expectNear((await thumbnail(drawn('#2040a0', '#c03020', 0.7).jpeg())).color, '#c03020')
})

test('is what is coloured on white paper', async () => {
  expectNear((await thumbnail(drawn('#ffffff', '#c03020', 0.3).png())).color, '#c03020')
})

test.each([
  ['grey', () => drawn('#808080', '#808080', 0.5).greyscale().jpeg(), '#808080'],
  [
    'of sixteen bits',
    () => drawn('#2040a0', '#2040a0', 0.5).toColourspace('rgb16').png(),
    '#2040a0',
  ],
  [
    'in the colours of print',
    () => drawn('#2040a0', '#2040a0', 0.5).toColourspace('cmyk').jpeg(),
    '#2040a0',
  ],
  ['of few colours', () => drawn('#2040a0', '#2040a0', 0.5).png({ palette: true }), '#2040a0'],
  ['transparent', () => clear().png(), '#ffffff'],
] as const)('a picture %s keeps its colour, in its thumbnail, too', async (_, make, wanted) => {
  const made = await thumbnail(make())
  expectNear(made.color, wanted)
  const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
  expectNear(computeDominantColor({ ...info, data }), wanted)
})

test('a picture of one pixel has one', () => {
  const data = new Uint8Array([1, 2, 3])
  expect(computeDominantColor({ data, width: 1, height: 1, channels: 3 })).toBe('#010203')
})
