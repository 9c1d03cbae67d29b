/** Pages whose names have no extension, and folders that are separated by backslashes. */
import { describe, expect, test } from 'bun:test'
import { unpackPage } from '../../../src/media/reader/decoder-archives'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makeEpub } from '../../support/make/epub'
import { makePicture } from '../../support/make/pictures'
import { makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const jpeg = await makePicture({ seed: 1 })
const png = await makePicture({ seed: 2, format: 'png' })
const parts = [
  { name: 'a/002', data: png },
  { name: 'a/10', data: jpeg },
  { name: 'a/001', data: jpeg },
  { name: 'README', data: Buffer.from('Thank you for reading.') },
  { name: 'LICENSE', data: Buffer.from('BM is how a bitmap begins, but this is no bitmap.') },
  { name: 'empty', data: Buffer.alloc(0) },
  { name: '__MACOSX/a/001', data: jpeg },
  { name: 'a/.hidden', data: jpeg },
]

test('F18: pages with an extension that says nothing are recognized', async () => {
  const path = writeBook(
    'book.cbz',
    makeZip([
      { name: '1.dat', data: jpeg },
      { name: '2.BIN', data: png },
      { name: '3.tmp', data: Buffer.from('no picture') },
      { name: '4.txt', data: jpeg },
    ]),
  )
  const { pages, findings } = await readBook(path)
  expect(findings).toEqual([])
  expect(pages.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ['1.dat', 'image/jpeg'],
    ['2.BIN', 'image/png'],
  ])
})

describe('F18: pages without an extension are recognized', () => {
  test.each([
    ['a ZIP', () => makeZip(parts)],
    ['a deflated ZIP', () => makeZip(parts.map((part) => ({ ...part, method: 8 })))],
    ['a RAR 4', () => makeRar4(parts)],
    ['a RAR 5', () => makeRar5(parts)],
    ['a TAR', () => makeTar(parts)],
    ['a packed TAR', () => makeGzipTar(parts)],
    ['a 7z', () => makeSevenZip(parts)],
  ])('in %s', async (_, make) => {
    const path = writeBook('book.cbz', await make())
    const book = await readBook(path)
    expect(book.findings).toEqual([])
    expect(book.pages.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ['a/001', 'image/jpeg'],
      ['a/002', 'image/png'],
      ['a/10', 'image/jpeg'],
    ])
    for (const [i, expected] of [jpeg, png, jpeg].entries()) {
      const page = book.pages[i]!
      expect(page).toMatchObject({ width: 60, height: 90 })
      const bytes = page.offset === undefined ? await unpackPage(path, page) : readPage(path, page)
      expect(Buffer.from(bytes).equals(expected)).toBe(true)
    }
  })

  test('between others, in their order', async () => {
    const names = ['p3.jpg', 'p2', 'p1.jpg', 'p4.', 'Vol. 1 p5']
    const bytes = makeZip(names.map((name) => ({ name, data: jpeg })))
    const { pages } = await readBook(writeBook('book.cbz', bytes))
    expect(pages.map(({ name }) => name)).toEqual(['p1.jpg', 'p2', 'p3.jpg', 'p4.', 'Vol. 1 p5'])
  })

  test('but not with the extension of something else', async () => {
    const bytes = makeZip([
      { name: '1.jpg', data: jpeg },
      { name: '2.bak', data: jpeg },
      { name: '3.xml', data: jpeg },
    ])
    const { pages } = await readBook(writeBook('book.cbz', bytes))
    expect(pages.map(({ name }) => name)).toEqual(['1.jpg'])
  })
})

describe('F18: backslashes in the names of a ZIP separate folders', () => {
  test('of pages', async () => {
    const names = ['b\\1.jpg', 'a\\sub\\10.jpg', 'a\\sub\\2.jpg', '__MACOSX\\1.jpg']
    const bytes = makeZip(names.map((name) => ({ name, data: jpeg })))
    const { pages, findings } = await readBook(writeBook('book.cbz', bytes))
    expect(pages.map(({ name }) => name)).toEqual(['a/sub/2.jpg', 'a/sub/10.jpg', 'b/1.jpg'])
    expect(findings).toEqual([])
  })

  test('of the ComicInfo file', async () => {
    const info = '<ComicInfo><Series>Saga</Series></ComicInfo>'
    const bytes = makeZip([
      { name: 'a\\1.jpg', data: jpeg },
      { name: 'a\\ComicInfo.xml', data: info },
    ])
    expect((await readBook(writeBook('book.cbz', bytes))).metadata?.series).toBe('Saga')
  })

  test('of an e-book', async () => {
    const epub = await makeEpub({ title: 'Sea' })
    const text = epub.toString('latin1')
    const names = text.replace(
      /(META-INF|OEBPS|EPUB|OPS)\/(?=[\w-]+\.(xml|opf|xhtml|ncx))/g,
      '$1\\',
    )
    const changed = Buffer.from(names, 'latin1')
    expect(changed.equals(epub)).toBe(false)
    const book = await readBook(writeBook('book.epub', changed))
    expect(book.format).toBe('epub')
    expect(book.metadata?.title).toBe('Sea')
  })

  test.each(['..\\evil.jpg', '\\abs.jpg', 'C:\\x.jpg'])('%p is reported', async (name) => {
    const { findings } = await readBook(writeBook('a.cbz', makeZip([{ name, data: jpeg }])))
    expect(findings.map(({ code }) => code)).toEqual(['unsafe_names'])
  })
})
