import { describe, expect, test } from 'bun:test'
import { readPublication } from '../../../src/media/reader/decoder-archives'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { encryptFile, makeEpub } from '../../support/make/epub'
import { makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const pictures = await makePictures(3)

/** Writes a book with these page bodies and no fixed-layout metadata. */
function writeEpub(bodies: string[], { metadata = '', spine = '', sides = [''] } = {}) {
  const items = bodies.map((_, i) => `<item id="p${i}" href="p${i}.xhtml" media-type="text/html"/>`)
  const refs = bodies.map((_, i) => `<itemref idref="p${i}" properties="${sides[i] ?? ''}"/>`)
  const opf = `<package version="3.0"><metadata>${metadata}</metadata><manifest>${items.join('')}</manifest><spine ${spine}>${refs.join('')}</spine></package>`
  return writeBook(
    'a.epub',
    makeZip([
      { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
      { name: 'b.opf', data: opf },
      ...bodies.map((body, i) => ({
        name: `p${i}.xhtml`,
        data: `<html><body>${body}</body></html>`,
      })),
      ...pictures.map((data, i) => ({ name: `i${i}.jpg`, data })),
    ]),
  )
}

const buildImagePage = (i: number) => `<div> <img src="i${i}.jpg" alt="page"/>\n</div>`

describe('a book that consists of images', () => {
  test.each<[string, string[]]>([
    ['one image per page', [buildImagePage(0), buildImagePage(1), buildImagePage(2)]],
    ['SVG images', [0, 1, 2].map((i) => `<svg><image xlink:href="i${i}.jpg"/></svg>`)],
    [
      'the same image twice for zooming',
      [buildImagePage(0) + buildImagePage(0), buildImagePage(1), buildImagePage(2)],
    ],
    ['non-breaking spaces', [`${buildImagePage(0)}&nbsp;`, buildImagePage(1), buildImagePage(2)]],
  ])('with %s is a paged book, even without fixed-layout metadata', async (_, bodies) => {
    const path = writeEpub(bodies)
    const book = await readBook(path)
    expect(book).toMatchObject({ fixedLayout: true, pageCount: 3, findings: [] })
    expect(book.pages.map((page) => Buffer.from(readPage(path, page)))).toEqual(pictures)
    expect(book.spine.map(({ positions }) => positions)).toEqual([1, 1, 1])
    expect((await readPublication(path)).fixedLayout).toBe(true)
  })

  test.each<[string, string[]]>([
    ['a cover before a text', [buildImagePage(0), '<p>Once upon a time</p>']],
    ['a page with two images', [buildImagePage(0) + buildImagePage(1), buildImagePage(2)]],
    ['a caption', [buildImagePage(0), `${buildImagePage(1)}<p>Fig. 1</p>`]],
    ['a missing image', [buildImagePage(0), '<img src="none.jpg"/>']],
    ['a single image', [buildImagePage(0)]],
  ])('with %s is not a paged book', async (_, bodies) => {
    const book = await readBook(writeEpub(bodies))
    expect(book).toMatchObject({ fixedLayout: false, pages: [] })
    expect(book.pageCount).toBeGreaterThan(0)
  })

  test('keeps the side of each page in a spread, if the book specifies it', async () => {
    const sides = ['page-spread-right', '', 'rendition:page-spread-center']
    const { pages } = await readBook(writeEpub([0, 1, 2].map(buildImagePage), { sides }))
    expect(pages.map(({ side }) => side)).toEqual(['right', undefined, 'center'])
  })

  test('has no pages when it is encrypted', async () => {
    const data = await makeEpub({ fixedPages: pictures, files: [encryptFile('OEBPS/p1.xhtml')] })
    expect(await readBook(writeBook('a.epub', data))).toMatchObject({ pages: [] })
  })
})

test.each([
  ['', 'page-progression-direction="rtl"', 'rtl'],
  ['<meta name="primary-writing-mode" content="horizontal-rl"/>', '', 'rtl'],
  ['<meta name="primary-writing-mode" content="vertical-rl"/>', '', 'rtl'],
  ['<meta name="primary-writing-mode" content="horizontal-lr"/>', '', 'ltr'],
  ['', '', null],
])('%s %s results in reading direction %p', async (metadata, spine, direction) => {
  const book = await readBook(
    writeEpub([buildImagePage(0), buildImagePage(1)], { metadata, spine }),
  )
  expect(book.metadata?.readingDirection).toBe(direction as 'rtl' | 'ltr' | null)
})

describe('package metadata', () => {
  const readMetadata = async (metadata: string) =>
    (await readBook(writeEpub([buildImagePage(0), buildImagePage(1)], { metadata }))).metadata

  test('lists a person with several roles once for each role', async () => {
    const found = await readMetadata(`<dc:creator id="c">Ann</dc:creator>
      <meta refines="#c" property="role">aut</meta><meta refines="#c" property="role">ill</meta>`)
    expect(found?.authors.map(({ role }) => role)).toEqual(['author', 'illustrator'])
  })

  test.each([
    ['<meta property="calibre:rating">7</meta>', { communityRating: 3.5 }],
    ['<meta name="calibre:rating" content="0"/>', { communityRating: null }],
    ['<meta property="dcterms:issued">2011-05</meta>', { year: 2011, month: 5 }],
    [
      '<dc:identifier id="i">4006381333931</dc:identifier><meta refines="#i" property="identifier-type">ean</meta>',
      { gtin: '4006381333931', identifiers: ['ean:4006381333931'] },
    ],
    [
      '<dc:identifier opf:scheme="URI">http://example.invalid/1</dc:identifier>',
      { identifiers: ['http://example.invalid/1'], links: ['http://example.invalid/1'] },
    ],
    [
      '<meta property="belongs-to-collection" id="s">A set</meta><meta refines="#s" property="collection-type">set</meta>',
      { series: null },
    ],
    [
      '<meta property="belongs-to-collection" id="s">S</meta><meta refines="#s" property="group-position">2.5</meta>',
      { series: 'S', seriesPosition: 2.5, volume: null },
    ],
  ])('%s', async (metadata, expected) => {
    expect(await readMetadata(metadata)).toMatchObject(expected)
  })
})
