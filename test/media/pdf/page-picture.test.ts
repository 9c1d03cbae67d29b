/** Which pages of a PDF are served as the JPEG that they contain. */
import { describe, expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import { readPdfJpeg } from '../../../src/media/pdf/read-pdf'
import { makePdfOfObjects } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'

const jpeg = await makePicture({ width: 200, height: 300, seed: 2 })
const gray = await makeJpeg((picture) => picture.grayscale().toColourspace('b-w'))
const cmyk = await makeJpeg((picture) => picture.toColourspace('cmyk'))
const srgbProfile = await readProfile('srgb')
const wideProfile = await readProfile('p3')
const wideJpeg = await makeJpeg((picture) => picture.withIccProfile('p3'))

async function makeJpeg(change: (picture: Sharp) => Sharp): Promise<Buffer> {
  return change(sharp(jpeg)).jpeg().toBuffer()
}

async function readProfile(name: string): Promise<Buffer> {
  const { icc } = await sharp(await sharp(jpeg).withIccProfile(name).jpeg().toBuffer()).metadata()
  return icc!
}

type PdfObject = Parameters<typeof makePdfOfObjects>[0][number]

interface Case {
  data?: Uint8Array
  size?: string
  /** More entries of the page. */
  page?: string
  /** More entries of the image. */
  image?: string
  colors?: string
  box?: string
  content?: string | Uint8Array
  resources?: string
  /** Objects from number 6 on. */
  objects?: PdfObject[]
}

const draw = 'q 100 0 0 150 0 0 cm /I Do Q'

/** A page with one JPEG, which fills it unless the case says otherwise. */
function makePage({
  data = jpeg,
  size = '/Width 200/Height 300',
  page = '',
  image = '',
  colors = '/DeviceRGB',
  box = '[0 0 100 150]',
  content = draw,
  resources = '',
  objects = [],
}: Case) {
  return makePdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>${resources}>>${page}>>`,
    { head: '', data: content },
    {
      head: `/Type/XObject/Subtype/Image${size}/ColorSpace${colors}/BitsPerComponent 8/Filter/DCTDecode${image}`,
      data,
    },
    ...objects,
  ])
}

const findJpeg = async (one: Case) => readPdfJpeg(writeBook('a.pdf', makePage(one)), 0)

const invert = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'
const same = '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>'
const brighterBlack = `<</FunctionType 3/Domain[0 1]/Functions[${same} ${same}]/Bounds[.2]/Encode[.2 .2 .2 1]>>`
/** A page whose graphics state changes how values become colors. */
const transfer = (entries: string, ...objects: PdfObject[]): Case => ({
  content: `/G gs ${draw}`,
  resources: `/ExtGState<</G<<${entries}>>>>`,
  objects,
})
const mask = {
  head: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
  data: '\x40',
}
const stencil = {
  head: '/Type/XObject/Subtype/Image/Width 8/Height 1/ImageMask true/BitsPerComponent 1',
  data: '\x0f',
}
const square = {
  head: '/Type/XObject/Subtype/Form/BBox[0 0 10 10]',
  data: '1 0 0 rg 0 0 10 10 re f',
}
const annotate = (entries: string) => ({
  page: `/Annots[<</Type/Annot/Rect[10 10 50 50]${entries}>>]`,
  objects: [square],
})
const profile = (data: Uint8Array, components = 3) => ({
  colors: '[/ICCBased 6 0 R]',
  objects: [{ head: `/N ${components}`, data }],
})

describe('F2: a page that is not its JPEG is drawn', () => {
  const cases: [string, Case][] = [
    ['a crop box that shows half of it', { page: '/CropBox[0 0 100 75]' }],
    ['a crop box that cuts its edges', { page: '/CropBox[5 5 95 145]' }],
    ['a media box that shows half of it', { box: '[0 0 50 150]' }],
    ['a media box beside it', { box: '[30 0 130 150]' }],
    ['a margin', { content: 'q 80 0 0 120 10 15 cm /I Do Q' }],
    ['other proportions', { box: '[0 0 100 75]', content: 'q 100 0 0 75 0 0 cm /I Do Q' }],
    ['a turned page', { page: '/Rotate 90' }],
    ['a page upside down', { page: '/Rotate 180' }],
    ['a mirrored image', { content: 'q -100 0 0 150 100 0 cm /I Do Q' }],
    ['an image upside down', { content: 'q 100 0 0 -150 0 150 cm /I Do Q' }],
    ['a turned image', { box: '[0 0 150 100]', content: 'q 0 100 -150 0 150 0 cm /I Do Q' }],
    ['inverted values', { image: '/Decode[1 0 1 0 1 0]' }],
    ['a size that cuts the JPEG', { size: '/Width 200/Height 150' }],
    ['a size that is larger than the JPEG', { size: '/Width 400/Height 600' }],
    ['inverted values elsewhere', { image: '/Decode 6 0 R', objects: ['[1 0 1 0 1 0]'] }],
    ['half of the values', { image: '/Decode[0 .5 0 .5 0 .5]' }],
    ['a soft mask', { image: '/SMask 6 0 R', objects: [mask] }],
    ['a mask', { image: '/Mask 6 0 R', objects: [stencil] }],
    ['a color that is transparent', { image: '/Mask[0 10 0 10 0 10]' }],
    ['a clip', { content: `0 0 50 150 re W n ${draw}` }],
    ['a clip that is no rectangle', { content: `0 0 m 100 0 l 50 150 l h W n ${draw}` }],
    ['a round clip', { content: `0 0 m 0 150 100 150 100 0 c h W n ${draw}` }],
    [
      'a separation color',
      { data: gray, colors: '[/Separation/Black/DeviceGray 6 0 R]', objects: [invert] },
    ],
    [
      'several inks',
      { data: gray, colors: '[/DeviceN[/Black]/DeviceGray 6 0 R]', objects: [invert] },
    ],
    ['a palette', { data: gray, colors: `[/Indexed/DeviceRGB 255<${'ff8800'.repeat(256)}>]` }],
    ['CMYK', { data: cmyk, colors: '/DeviceCMYK' }],
    ['calibrated colors', { colors: '[/CalRGB<</WhitePoint[.95 1 1.09]/Gamma[1 1 1]>>]' }],
    [
      'a default color space of the page',
      { resources: '/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[.95 1 1.09]/Gamma[1 1 1]>>]>>' },
    ],
    [
      'an inline image',
      {
        content: Buffer.concat([
          Buffer.from('q 100 0 0 150 0 0 cm BI /W 200 /H 300 /CS /RGB /BPC 8 /F /DCT ID '),
          jpeg,
          Buffer.from(' EI Q'),
        ]),
      },
    ],
    ['Lab', { colors: '[/Lab<</WhitePoint[.95 1 1.09]>>]' }],
    ['the profile of a wide color space', profile(wideProfile)],
    ['a profile without data', profile(Buffer.alloc(0))],
    ['a profile that is too large', profile(Buffer.alloc(6 * 1024 * 1024, 1))],
    ['a profile in the JPEG that readers of PDF ignore', { data: wideJpeg }],
    [
      'colors that are stored as red, green and blue',
      { image: '/DecodeParms<</ColorTransform 0>>' },
    ],
    ['an annotation', annotate('/Subtype/Square/AP<</N 6 0 R>>')],
    ['a highlight', annotate('/Subtype/Highlight/C[1 1 0]/QuadPoints[10 50 50 50 10 10 50 10]')],
    ['a field of a form', annotate('/Subtype/Widget/FT/Tx/T(a)/AP<</N 6 0 R>>')],
    ['a link that is drawn', annotate('/Subtype/Link/AP<</N 6 0 R>>')],
    ['transparency', { content: `/G gs ${draw}`, resources: '/ExtGState<</G<</ca .5>>>>' }],
    ...['TR', 'TR2'].flatMap((key): [string, Case][] => [
      [`inverted values (${key})`, transfer(`/${key} 6 0 R`, invert)],
      [`one inverted color (${key})`, transfer(`/${key}[${same} ${same} 6 0 R ${same}]`, invert)],
      [`a brighter black (${key})`, transfer(`/${key} 6 0 R`, brighterBlack)],
    ]),
    ['a blend mode', { content: `/G gs ${draw}`, resources: '/ExtGState<</G<</BM/Multiply>>>>' }],
    [
      'text over it',
      {
        content: `${draw} BT /F 24 Tf 10 20 Td (Hi) Tj ET`,
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
      },
    ],
    ['a line over it', { content: `${draw} 0 0 m 100 150 l S` }],
    ['the image twice', { content: `${draw} ${draw}` }],
    [
      'a layer',
      {
        content: `/OC /L BDC ${draw} EMC`,
        resources: '/Properties<</L 6 0 R>>',
        objects: ['<</Type/OCG/Name(a)>>'],
      },
    ],
    ['an image in a layer', { image: '/OC 6 0 R', objects: ['<</Type/OCG/Name(a)>>'] }],
  ]
  test.each(cases)('%s', async (_, one) => {
    expect(await findJpeg(one)).toBeNull()
  })

  test.each([2, 3, 6, 8])('an EXIF orientation of %d', async (orientation) => {
    const data = await makePicture({ width: 200, height: 300, seed: 2, orientation })
    expect(await findJpeg({ data })).toBeNull()
  })
})

describe('F2: a page that is its JPEG is served as that', () => {
  const cases: [string, Case][] = [
    ['the image alone', {}],
    [
      'a page that does not start at zero',
      {
        box: '[50 60 150 210]',
        content: 'q 100 0 0 150 50 60 cm /I Do Q',
      },
    ],
    ['a crop box around it', { box: '[-20 -20 200 200]', page: '/CropBox[0 0 100 150]' }],
    ['a clip around it', { content: `0 0 100 150 re W n ${draw}` }],
    ['the usual values', { image: '/Decode[0 1 0 1 0 1]/DecodeParms<</ColorTransform 1>>' }],
    ['gray', { data: gray, colors: '/DeviceGray' }],
    ['the profile of sRGB', profile(srgbProfile)],
    ['the profile that the JPEG also has', { ...profile(wideProfile), data: wideJpeg }],
    ['a link', annotate('/Subtype/Link/A<</S/URI/URI(https://example.org)>>')],
    ['a hidden annotation', annotate('/Subtype/Square/F 2/AP<</N 6 0 R>>')],
    ['values that stay the same', transfer('/TR 6 0 R', same)],
    ['no function for its values', transfer('/TR2/Default/TR 6 0 R', invert)],
    ['a graphics state', transfer('/SM .02/OP false')],
    ['an image that ends a point beside the page', { box: '[0 0 100.5 150.5]' }],
  ]
  test.each(cases)('%s', async (_, one) => {
    const found = await findJpeg(one)
    expect(found).toMatchObject({ width: 200, height: 300 })
    expect(Buffer.from(found!.data).equals(Buffer.from(one.data ?? jpeg))).toBe(true)
  })
})
