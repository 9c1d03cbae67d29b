/** Pictures that a browser cannot draw, asked for in another form. */
import { expect, test } from 'bun:test'
import { decodeImage } from '../../../../../src/web/ui/screens/read/pages/engine/images/decode-image'

/** Draws JPEG alone. */
const picture = (src: string) => ({
  src,
  hasAttribute: () => true,
  async decode() {
    const asked = this.src
    await Promise.resolve()
    if (asked !== this.src || !asked.endsWith('.jpeg')) throw new Error('cannot be drawn')
  },
})

const toJpegUrl = (address: string) => address.replace(/\.\w+$/, '.jpeg')

test('a picture that two wait for, as it is shown and ahead of its turn, is there for both', async () => {
  const page = picture('3.jxl')
  await Promise.all([decodeImage(page, toJpegUrl), decodeImage(page, toJpegUrl)])
  expect(page.src).toBe('3.jpeg')
})

test('a picture that cannot be drawn in any form is given up', async () => {
  const page = { ...picture('3.jxl'), decode: () => Promise.reject(new Error('broken')) }
  await expect(decodeImage(page, toJpegUrl)).rejects.toThrow('broken')
})
