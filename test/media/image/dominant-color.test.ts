import { expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import { computeDominantColor } from '../../../src/media/image/dominant-color'
import { makeThumbnail } from '../../../src/media/image/resize-image'

/** Draws an area of one colour with a rectangle that covers a share of its width. */
const drawAreas = (field: string, inner: string, share: number) =>
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

const drawTransparent = () =>
  sharp({ create: { width: 300, height: 450, channels: 4, background: '#2040a000' } })

const parseColor = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Tolerates small differences, because JPEG and WebP change colours slightly. */
function expectNear(color: string, expected: string) {
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  const distances = parseColor(color).map((part, i) => Math.abs(part - parseColor(expected)[i]!))
  expect([color, Math.max(...distances) < 24]).toEqual([color, true])
}

const thumbnail = async (picture: Sharp) =>
  makeThumbnail(new Uint8Array(await picture.toBuffer()), { width: 200, quality: 75 })

test('the dominant color is that of the largest area', async () => {
  expectNear((await thumbnail(drawAreas('#2040a0', '#c03020', 0.3).jpeg())).color, '#2040a0')
  expectNear((await thumbnail(drawAreas('#2040a0', '#c03020', 0.7).jpeg())).color, '#c03020')
})

test('the dominant color ignores white paper', async () => {
  expectNear((await thumbnail(drawAreas('#ffffff', '#c03020', 0.3).png())).color, '#c03020')
})

test.each([
  ['grey', () => drawAreas('#808080', '#808080', 0.5).grayscale().jpeg(), '#808080'],
  [
    'in 16-bit color',
    () => drawAreas('#2040a0', '#2040a0', 0.5).toColourspace('rgb16').png(),
    '#2040a0',
  ],
  ['in CMYK', () => drawAreas('#2040a0', '#2040a0', 0.5).toColourspace('cmyk').jpeg(), '#2040a0'],
  [
    'in palette color',
    () => drawAreas('#2040a0', '#2040a0', 0.5).png({ palette: true }),
    '#2040a0',
  ],
  ['transparent', () => drawTransparent().png(), '#ffffff'],
] as const)(
  'the dominant color of an image that is %s is correct, in its thumbnail, too',
  async (_, make, expected) => {
    const made = await thumbnail(make())
    expectNear(made.color, expected)
    const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
    expectNear(computeDominantColor({ ...info, data }), expected)
  },
)

test('the dominant color of a single pixel is its color', () => {
  const data = new Uint8Array([1, 2, 3])
  expect(computeDominantColor({ data, width: 1, height: 1, channels: 3 })).toBe('#010203')
})
