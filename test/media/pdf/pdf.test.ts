import { describe, expect, test } from 'bun:test'
import { readPdf, readPdfJpeg } from '../../../src/media/pdf/read-pdf'
import { renderPdfPage } from '../../../src/media/pdf/render-pdf-page'
import { readBook } from '../../../src/media/reader/reader'
import { PdfFile } from '../../../src/media/pdf/pdf-file'
import { makePdf } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'

const jpeg = await makePicture({ width: 200, height: 300, seed: 2 })
const scan = writeBook('scan.pdf', makePdf({ images: [{ data: jpeg, width: 200, height: 300 }] }))
const text = writeBook(
  'text.pdf',
  makePdf({
    texts: ['One', 'Two', 'Three'],
    info: { Title: 'Größe', Author: 'Ann; Bob', Subject: 'about', Keywords: 'a, b; c' },
  }),
)

test('reads pages, their size and the document information', async () => {
  const book = await readBook(text)
  expect(book).toMatchObject({ format: 'pdf', pageCount: 3, cover: 0, findings: [] })
  expect(book.pages.map((page) => [page.name, page.width, page.height])).toEqual([
    ['1', 1190, 1684],
    ['2', 1190, 1684],
    ['3', 1190, 1684],
  ])
  expect(book.metadata).toMatchObject({
    source: 'pdf',
    title: 'Größe',
    writer: 'Ann, Bob',
    summary: 'about',
    tags: ['a', 'b', 'c'],
    pageCount: 3,
  })
})

test.each(['Untitled', 'Microsoft Word - draft.docx', 'scan.indd'])(
  'the generated title %p is ignored',
  async (Title) => {
    const book = await readPdf(writeBook('a.pdf', makePdf({ info: { Title } })))
    expect(book.metadata?.title).toBeNull()
  },
)

test('returns the JPEG of a scanned page unchanged', async () => {
  const found = await readPdfJpeg(scan, 0)
  expect(found).toMatchObject({ width: 200, height: 300 })
  expect(Buffer.from(found!.data)).toEqual(jpeg)
  expect(await readPdfJpeg(text, 0)).toBeNull()
})

test('renders a page in its true colors and shape', async () => {
  const { data, width, height } = await renderPdfPage(scan, 0, 100)
  expect([width, height, data.length]).toEqual([100, 150, 60_000])
  const middle = (75 * 100 + 50) * 4
  const [red = 0, green = 0, blue = 0] = data.subarray(middle, middle + 3)
  // The colour of makePicture for seed 2, within the tolerance of JPEG.
  expect(Math.max(Math.abs(red - 134), Math.abs(green - 6), Math.abs(blue - 148))).toBeLessThan(6)
})

test('a page is never rendered larger than 40 megapixels', async () => {
  const { width, height } = await renderPdfPage(scan, 0, 50_000)
  expect(width * height).toBeLessThanOrEqual(40_000_000)
  expect(Math.abs(height / width - 1.5)).toBeLessThan(0.01)
}, 60_000)

test('remembers where a PDF was read, up to a limit', () => {
  const path = writeBook('long.pdf', Buffer.concat([makePdf(), Buffer.alloc(20_000)]))
  using file = new PdfFile(path)
  const block = new Uint8Array(64)
  for (let offset = 0; offset < 10_002; offset++) file.readInto(block, offset)
  expect(file.listReads(64, 64)).toHaveLength(10_000)
})

describe('a broken PDF', () => {
  const good = makePdf()
  const locked = Buffer.from(
    good
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>/ID[<aa><aa>]/Root 1 0 R`,
      ),
    'latin1',
  )
  test.each([
    ['garbage', Buffer.from('%PDF-1.4 and then nothing'), 'unreadable'],
    ['a truncated PDF', good.subarray(0, 60), 'unreadable'],
    ['a PDF with a password', locked, 'encrypted'],
    ['a PDF without pages', makePdf({ texts: [] }), 'no_pages'],
  ])('%s is a finding', async (_, bytes, code) => {
    const book = await readPdf(writeBook('a.pdf', bytes))
    expect(book.findings.map((finding) => finding.code as string)).toEqual([code])
  })

  test('rejects a page that does not exist', async () => {
    await expect(renderPdfPage(text, 99, 100)).rejects.toThrow('damaged')
  })

  test('throws for a missing file', async () => {
    await expect(readPdf('/nowhere/a.pdf')).rejects.toThrow('ENOENT')
  })
})
