/** Fields of forms on pages of a PDF. */
import { describe, expect, test } from 'bun:test'
import { renderPdfPage } from '../../../src/media/pdf/render-pdf-page'
import { makePdfOfObjects } from '../../support/make/pdf'
import { writeBook } from '../../support/make/tree'

const red = { head: '/Type/XObject/Subtype/Form/BBox[0 0 40 40]', data: '1 0 0 rg 0 0 40 40 re f' }
const blue = { head: '/Type/XObject/Subtype/Form/BBox[0 0 40 40]', data: '0 0 1 rg 0 0 40 40 re f' }

/** A white page with a field at its left edge, whose appearances are objects 5 and 6. */
const makeForm = (field: string, { inForm = true, page = '' } = {}) =>
  makePdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R${inForm ? '/AcroForm<</Fields[4 0 R]>>' : ''}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 200]/Annots[4 0 R]${page}>>`,
    `<</Type/Annot/Subtype/Widget/Rect[10 80 50 120]/T(a)/P 3 0 R${field}>>`,
    red,
    blue,
  ])

async function readColor(pdf: Buffer, [x, y]: [x: number, y: number]): Promise<string> {
  const { data, width } = await renderPdfPage(writeBook('form.pdf', pdf), 0, 200)
  const at = (y * width + x) * 4
  return data.subarray(at, at + 3).join(' ')
}
/** In pixels of a page that is drawn twice as large. */
const inField: [number, number] = [60, 200]
const besideField: [number, number] = [140, 200]

describe.each([
  ['in a form', true],
  ['that belongs to no form', false],
])('F3: a field %s', (_, inForm) => {
  test.each([
    ['a text field', '/FT/Tx/V(Hi)/AP<</N 5 0 R>>', '255 0 0'],
    ['a list', '/FT/Ch/Opt[(Hi)]/V(Hi)/AP<</N 5 0 R>>', '255 0 0'],
    ['a field with a state', '/FT/Tx/V(Hi)/AS/On/AP<</N<</On 5 0 R>>>>', '255 0 0'],
    ['a radio button', '/FT/Btn/Ff 32768/V/Two/AS/Two/AP<</N<</Two 5 0 R/Off 6 0 R>>>>', '255 0 0'],
    ['a field for print', '/FT/Tx/V(Hi)/F 4/AP<</N 5 0 R>>', '255 0 0'],
    ['a read-only field', '/FT/Tx/Ff 1/V(Hi)/AP<</N 5 0 R>>', '255 0 0'],
    ['a field that is not viewed', '/FT/Tx/V(Hi)/F 32/AP<</N 5 0 R>>', '255 255 255'],
    ['a button', '/FT/Btn/Ff 65536/AP<</N 5 0 R>>', '255 0 0'],
    ['a signature', '/FT/Sig/AP<</N 5 0 R>>', '255 0 0'],
    ['a checked box', '/FT/Btn/V/On/AS/On/AP<</N<</On 5 0 R/Off 6 0 R>>>>', '255 0 0'],
    ['an unchecked box', '/FT/Btn/V/Off/AS/Off/AP<</N<</On 5 0 R/Off 6 0 R>>>>', '0 0 255'],
    ['a hidden field', '/FT/Tx/V(Hi)/F 2/AP<</N 5 0 R>>', '255 255 255'],
  ])('%s is drawn as it looks', async (__, field, color) => {
    const pdf = makeForm(field, { inForm })
    expect(await readColor(pdf, inField)).toBe(color)
    expect(await readColor(pdf, besideField)).toBe('255 255 255')
  })

  test('is drawn where it is on a turned page', async () => {
    const pdf = makeForm('/FT/Tx/V(Hi)/AP<</N 5 0 R>>', { inForm, page: '/Rotate 90' })
    // The page is 200 pixels wide and 100 high, and its left edge is at the top.
    expect(await readColor(pdf, [100, 30])).toBe('255 0 0')
    expect(await readColor(pdf, [100, 70])).toBe('255 255 255')
  })
})
