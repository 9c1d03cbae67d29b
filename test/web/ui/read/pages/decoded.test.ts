/** Images that a browser cannot display are requested in another format. */
import { expect, test } from 'bun:test'
import { decodeImage } from '../../../../../src/web/ui/screens/read/pages/engine/images/decode-image'

/** An image element that displays only JPEG. */
const FakeImage = (src: string) => ({
  src,
  hasAttribute: () => true,
  async decode() {
    const asked = this.src
    await Promise.resolve()
    if (asked !== this.src || !asked.endsWith('.jpeg')) throw new Error('cannot be drawn')
  },
})

const toJpegUrl = (address: string) => address.replace(/\.\w+$/, '.jpeg')

test('an image requested twice, for display and ahead, is available to both', async () => {
  const page = FakeImage('3.jxl')
  await Promise.all([decodeImage(page, toJpegUrl), decodeImage(page, toJpegUrl)])
  expect(page.src).toBe('3.jpeg')
})

test('an image that cannot be displayed in any format is an error', async () => {
  const page = { ...FakeImage('3.jxl'), decode: () => Promise.reject(new Error('broken')) }
  await expect(decodeImage(page, toJpegUrl)).rejects.toThrow('broken')
})
