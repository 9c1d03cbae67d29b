import { expect, test } from 'bun:test'
import { readBook } from '../../../src/media/reader/reader'
import { makeCbz, makeComicInfo } from '../../support/make/cbz'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { comicMessages } from '../../../src/media/comic/messages'

const picture = await makePicture()
const open = async (bytes: Uint8Array) => readBook(writeBook('a.cbz', bytes))
const withNames = (...names: string[]) => makeZip(names.map((name) => ({ name, data: picture })))

const info = (Series: string) => makeComicInfo({ Series })

test('orders pages over the full path, as a person would', async () => {
  const book = await open(withNames('b/1.jpg', 'a/10.jpg', 'a/2.jpg', 'a/2.5.jpg', '0.jpg'))
  const names = book.pages.map((page) => page.name)
  expect(names).toEqual(['0.jpg', 'a/2.jpg', 'a/2.5.jpg', 'a/10.jpg', 'b/1.jpg'])
  expect(book.cover).toBe(0)
})

test('leaves out what is not a page', async () => {
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
  const book = await open(makeZip([{ name: 'folder/', data: '' }, ...parts, link]))
  expect(book.pages.map((page) => page.name)).toEqual(['1.jpg'])
})

test('believes the content of a picture, not its name', async () => {
  const png = await makePicture({ format: 'png', width: 33, height: 44 })
  const book = await open(makeZip([{ name: '1.jpg', data: png, method: 8 }]))
  expect(book.pages[0]).toMatchObject({ mediaType: 'image/png', width: 33, height: 44 })
})

test('says so when there is no page', async () => {
  const book = await open(makeZip([{ name: 'readme.txt', data: 'hello' }]))
  expect(book.findings.map((finding) => finding.code)).toEqual(['no_pages'])
  expect(book.cover).toBeNull()
})

test.each([
  ['notes.txt', comicMessages.no_images()],
  ['Vol 1.cbr', comicMessages.nested()],
  ['1.jp2', comicMessages.unsupported_images()],
])('says what to make of an archive that holds %s', async (name, message) => {
  const book = await open(makeZip([{ name, data: 'whatever' }]))
  expect(book.findings).toEqual([{ code: 'no_pages', message }])
})

test('reads ComicInfo from the shallowest folder, in any case', async () => {
  const book = await open(
    makeZip([
      { name: 'x/y/ComicInfo.xml', data: info('deep') },
      { name: 'x/comicinfo.XML', data: info('shallow') },
      { name: '__MACOSX/ComicInfo.xml', data: info('litter') },
      { name: 'x/1.jpg', data: picture },
    ]),
  )
  expect(book.metadata?.series).toBe('shallow')
})

test('a book whose ComicInfo is no XML is still a book', async () => {
  const book = await open(await makeCbz({ comicInfo: 'not xml at all' }))
  expect(book.pageCount).toBe(3)
  expect(book.metadata).toBeNull()
  expect(book.findings.map((finding) => finding.code)).toEqual(['broken_metadata'])
})

test('tells a machine fault from a bad file', async () => {
  await expect(readBook('/nowhere/at/all.cbz')).rejects.toThrow('ENOENT')
})
