/** Files as other programs write them, whose pages are requested over a real connection. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { makePdfOfObjects } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
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
