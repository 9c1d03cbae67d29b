import { expect, test } from 'bun:test'
import { readBook } from '../../../src/media/reader/reader'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { comicMessages } from '../../../src/media/comic/messages'

const picture = await makePicture()
const openBook = async (bytes: Uint8Array) => readBook(writeBook('a.cbz', bytes))
const zipNames = (...names: string[]) => makeZip(names.map((name) => ({ name, data: picture })))

const buildInfo = (Series: string) => makeComicInfo({ Series })

test('orders pages naturally by full path', async () => {
  const book = await openBook(zipNames('b/1.jpg', 'a/10.jpg', 'a/2.jpg', 'a/2.5.jpg', '0.jpg'))
  const names = book.pages.map((page) => page.name)
  expect(names).toEqual(['0.jpg', 'a/2.jpg', 'a/2.5.jpg', 'a/10.jpg', 'b/1.jpg'])
  expect(book.cover).toBe(0)
})

test('ignores files that are not pages', async () => {
  const litter = [
    '__MACOSX/._1.jpg',
    '._1.jpg',
    '.DS_Store',
    'Thumbs.db',
    'note.txt',
    '@eaDir/1.jpg',
  ]
  const parts = ['1.jpg', ...litter].map((name) => ({ name, data: picture }))
  const link = { name: 'link.jpg', data: '1.jpg', unixMode: 0o120777 }
  const book = await openBook(makeZip([{ name: 'folder/', data: '' }, ...parts, link]))
  expect(book.pages.map((page) => page.name)).toEqual(['1.jpg'])
})

test('determines the image type from content, not from the name', async () => {
  const png = await makePicture({ format: 'png', width: 33, height: 44 })
  const book = await openBook(makeZip([{ name: '1.jpg', data: png, method: 8 }]))
  expect(book.pages[0]).toMatchObject({ mediaType: 'image/png', width: 33, height: 44 })
})

test('reports an archive without pages', async () => {
  const book = await openBook(makeZip([{ name: 'readme.txt', data: 'hello' }]))
  expect(book.findings.map((finding) => finding.code)).toEqual(['no_pages'])
  expect(book.cover).toBeNull()
})

test.each([
  ['notes.txt', comicMessages.no_images()],
  ['Vol 1.cbr', comicMessages.nested()],
  ['1.jp2', comicMessages.unsupported_images()],
])('explains why an archive with %s has no pages', async (name, message) => {
  const book = await openBook(makeZip([{ name, data: 'whatever' }]))
  expect(book.findings).toEqual([{ code: 'no_pages', message }])
})

test('reads ComicInfo from the shallowest folder, in any case', async () => {
  const book = await openBook(
    makeZip([
      { name: 'x/y/ComicInfo.xml', data: buildInfo('deep') },
      { name: 'x/comicinfo.XML', data: buildInfo('shallow') },
      { name: '__MACOSX/ComicInfo.xml', data: buildInfo('ignored') },
      { name: 'x/1.jpg', data: picture },
    ]),
  )
  expect(book.metadata?.series).toBe('shallow')
})

test('a book with a ComicInfo that is not XML is still readable', async () => {
  const book = await openBook(await makeCbz({ comicInfo: 'not xml at all' }))
  expect(book.pageCount).toBe(3)
  expect(book.metadata).toBeNull()
  expect(book.findings.map((finding) => finding.code)).toEqual(['broken_metadata'])
})

test('F8: an empty page is reported and stays in its place', async () => {
  const bytes = makeZip([
    { name: '1.jpg', data: picture },
    { name: '2.jpg', data: '' },
    { name: '3.jpg', data: '', method: 8 },
    { name: '4.jpg', data: picture },
  ])
  const book = await openBook(bytes)
  expect(book.findings).toEqual([{ code: 'truncated', message: comicMessages.page_empty() }])
  expect(book.pages.map(({ name, size }) => [name, size > 0])).toEqual([
    ['1.jpg', true],
    ['2.jpg', false],
    ['3.jpg', false],
    ['4.jpg', true],
  ])
})

test('throws machine faults instead of reporting a finding', async () => {
  await expect(readBook('/nowhere/at/all.cbz')).rejects.toThrow('ENOENT')
})
