/** PDFs whose header is missing or not at the beginning. */
import { describe, expect, test } from 'bun:test'
import { readPdfJpeg } from '../../../src/media/pdf/read-pdf'
import { renderPdfPage } from '../../../src/media/pdf/render-pdf-page'
import { readBook } from '../../../src/media/reader/reader'
import { makePdf } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'

const jpeg = await makePicture({ width: 200, height: 300, seed: 2 })
const info = { Title: 'Tides' }
const good = makePdf({ images: [{ data: jpeg, width: 200, height: 300 }], info })
const headerBytes = '%PDF-1.4\n'.length

/** Puts bytes in front and adjusts the offsets, as a program does that writes to a stream. */
function addJunk(junk: Buffer): Buffer {
  const text = good.toString('latin1')
  const shift = (digits: string) => String(Number(digits) + junk.length)
  const shifted = text
    .replace(/\d{10}(?= 00000 n)/g, (digits) => shift(digits).padStart(10, '0'))
    .replace(/(?<=startxref\n)\d+/, shift)
  return Buffer.concat([junk, Buffer.from(shifted, 'latin1')])
}

const overwrite = (text: string) => {
  const bytes = Buffer.from(good)
  bytes.write(text.padEnd(8, '\0'), 'latin1')
  return bytes
}

const webHeader = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')
const junk = (length: number) => Buffer.alloc(length, 'junk\n')

describe('F16: a PDF is opened', () => {
  test.each([
    ['after a few bytes', Buffer.concat([webHeader, good])],
    ['after a byte order mark', Buffer.concat([Buffer.from('\uFEFF'), good])],
    ['after junk that its offsets include', addJunk(junk(600))],
    ['after much junk', Buffer.concat([junk(5000), good])],
    ['after much junk that its offsets include', addJunk(junk(5000))],
    ['with a header that lacks its sign', overwrite('PDF-1.4')],
    ['with a misspelled header', overwrite('%PFD-1.4')],
    ['with zeros instead of a header', overwrite('')],
    ['without a header', good.subarray(headerBytes)],
    ['without a header but with its version', good.subarray(5)],
    ['followed by junk', Buffer.concat([overwrite(''), junk(5000)])],
  ])('%s', async (_, bytes) => {
    const path = writeBook('book.pdf', bytes)
    const book = await readBook(path)
    expect(book).toMatchObject({ format: 'pdf', pageCount: 1, findings: [] })
    expect(book.metadata?.title).toBe('Tides')
    expect(Buffer.from((await readPdfJpeg(path, 0))!.data).equals(jpeg)).toBe(true)
    expect((await renderPdfPage(path, 0, 100)).height).toBe(150)
  })
})

test.each([
  ['a text about PDF', Buffer.from('startxref 12 %%EOF'.repeat(20))],
  ['junk', junk(5000)],
])('F16: %s is not a PDF', async (_, bytes) => {
  const book = await readBook(writeBook('book.pdf', bytes))
  expect(book.format).toBeNull()
  expect(book.findings.map(({ code }) => code)).toEqual(['not_what_it_says'])
})
