/** PDFs that are encrypted without a password for reading, as shops sell them. */
import { createHash } from 'node:crypto'
import { expect, test } from 'bun:test'
import { readPdfJpeg } from '../../../src/media/pdf/read-pdf'
import { makePdfOfObjects } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'

const jpeg = await makePicture({ width: 200, height: 300, seed: 2 })

const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** RC4, the first encryption of PDF. */
function encrypt(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i)
  const swap = (i: number, j: number) => ([state[i], state[j]] = [state[j]!, state[i]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}

const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const owner = Buffer.alloc(32, 7)
const fileId = Buffer.alloc(16, 9)
const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
const key = md5(padding, owner, permissions, fileId).subarray(0, 5)

/** Each stream has a key of its own. */
const encryptStream = (number: number, data: Uint8Array) =>
  encrypt(md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10), data)

function makeEncryptedPdf(image = ''): Buffer {
  const content = Buffer.from('q 100 0 0 150 0 0 cm /I Do Q')
  const pdf = makePdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 150]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    { head: '', data: encryptStream(4, content) },
    {
      head: `/Type/XObject/Subtype/Image/Width 200/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode${image}`,
      data: encryptStream(5, jpeg),
    },
  ])
  const [o, u, id] = [owner, encrypt(key, padding), fileId].map((one) => `<${one.toString('hex')}>`)
  const entries = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O${o}/U${u}>>/ID[${id}${id}]/Root 1 0 R`
  return Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', entries), 'latin1')
}

test('F2: the JPEG of an encrypted page is served', async () => {
  const found = await readPdfJpeg(writeBook('a.pdf', makeEncryptedPdf()), 0)
  expect(Buffer.from(found!.data).equals(jpeg)).toBe(true)
})

test('F2: an encrypted page with inverted values is drawn', async () => {
  const pdf = makeEncryptedPdf('/Decode[1 0 1 0 1 0]')
  expect(await readPdfJpeg(writeBook('a.pdf', pdf), 0)).toBeNull()
})
