/** Names that are sorted or classified as pages, not parsed. */
import { expect, test } from 'bun:test'
import { buildPlainSortKey } from '../../support/seed'
import { parseName } from '../../../src/media/filenames/filenames'
import { isPageName } from '../../../src/media/archives/page-names'
import { compareNaturally } from '../../../src/platform/lib/text/natural-order'

const orders = [
  ['!cover.png', '1.jpg', 'a.jpg', 'aaa.jpg'],
  ['ch1', 'ch2', 'ch10', 'ch20', 'ch100'],
  ['img1.png', 'img2.png', 'img10.png', 'img12.png', 'img21.png'],
  [
    'One Piece v1.cbz',
    'One Piece v2.cbz',
    'One Piece v10.cbz',
    'One Piece v20.cbz',
    'One Piece v100.cbz',
  ],
  ['file-1', 'file-2', 'file-10'],
  ['1', '2', '3', '10', '20'],
  ['Vol 1', 'Vol 2', 'Vol 3', 'Vol 10', 'Vol 11', 'Vol 20'],
  ['Batman #1.cbr', 'Batman #2.cbr', 'Batman #10.cbr', 'Batman #20.cbr', 'Batman #100.cbr'],
  [
    'Bleach Vol. 1.cbz',
    'Bleach Vol. 2.cbz',
    'Bleach Vol. 10.cbz',
    'Naruto Vol. 1.cbz',
    'Naruto Vol. 2.cbz',
    'Naruto Vol. 10.cbz',
  ],
  ['Chapter 1', 'Chapter 2', 'Chapter 10', 'Chapter 11', 'Chapter 100'],
  ['issue 1', 'issue 10', 'issue 100', 'issue 1000'],
  [
    "A Returner's Magic c001 (2021) (Digital) (4str0).cbz",
    "A Returner's Magic c002 (2021) (Digital) (4str0).cbz",
    "A Returner's Magic c010 (2021) (Digital) (4str0).cbz",
    "A Returner's Magic c100 (2021) (Digital) (4str0).cbz",
  ],
  ['a', 'a', 'b', 'c'],
  ['same', 'same', 'same'],
  ['Book 1.cbz', 'Book 2.cbr', 'Book 3.epub', 'Book 10.pdf'],
  ['Chapter 1', 'Chapter 2', 'Chapter 10'],
  ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'],
  ['shot-1', 'shot-2', 'shot-3', 'shot-10', 'shot-11'],
  ['001.jpg', '002.png', '010.jpg'],
  [
    '2',
    '12',
    '200000',
    '1000000',
    'a',
    'a12',
    'b2',
    'text2',
    'text2a',
    'text2a2',
    'text2a12',
    'text2ab',
    'text12',
    'text12a',
  ],
  ['14410155591588.jpg', '21410155591588.png', '104410155591588.jpg'],
]

test.each(orders.map((order) => [order] as const))('sorts %p naturally', (order) => {
  expect(order.toReversed().toSorted(compareNaturally)).toEqual(order)
})

test('sorts chapters of a volume into it, and chapters without one after all volumes', () => {
  const order = ['Vol.1 Ch.01', 'Vol.1 Ch.02', 'Vol.2 Ch. 2.5', 'Ch. 3', 'Ch.04']
  const keyed = order.toReversed().map((title) => ({ title, key: buildKey(title) }))
  const sorted = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  expect(sorted.map(({ title }) => title)).toEqual(order)
})

function buildKey(title: string) {
  const { volume, chapter } = parseName(title)
  return buildPlainSortKey({ volume, chapter, title })
}

test.each<[string, boolean]>([
  ['!test.jpg', true],
  ['test.webp', true],
  ['test.gif', true],
  ['image.jpg', true],
  ['image.JPG', true],
  ['graphic.PNG', true],
  ['modern.WEBP', true],
  ['animation.gif', true],
  ['animation.GIF', true],
  ['bitmap.bmp', true],
  ['bitmap.BMP', true],
  ['photo.jxl', true],
  ['Image.JpG', true],
  ['Photo.PnG', true],
  ['document.txt', false],
  ['archive.zip', false],
  ['data.json', false],
  ['noextension', false],
  ['', false],
  ['__MACOSX/._image.jpg', false],
  ['__MACOSX/._photo.png', false],
  ['__MACOSX/subdir/._cover.jpg', false],
  ['._image.jpg', false],
  ['path/to/._photo.png', false],
  ['some/path/__MACOSX/._file.jpg', false],
  ['__MACOSX/file.jpg', false],
  ['__macosx/._file.jpg', false],
  ['._DS_Store', false],
])('%p is a page: %p', (name, isPage) => {
  expect(isPageName(name)).toBe(isPage)
})
