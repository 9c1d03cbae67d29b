import { describe, expect, test } from 'bun:test'
import { readPublication } from '../../../src/media/epub/publication'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makeEpub } from '../../support/make/epub'
import { makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const pictures = await makePictures(3)

/** A book whose parts have these bodies; it does not say that it is laid out. */
function bookOf(bodies: string[], { metadata = '', spine = '', sides = [''] } = {}) {
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

const shown = (i: number) => `<div> <img src="i${i}.jpg" alt="page"/>\n</div>`

describe('a book of nothing but pictures', () => {
  test.each<[string, string[]]>([
    ['one on each page', [shown(0), shown(1), shown(2)]],
    ['in SVG', [0, 1, 2].map((i) => `<svg><image xlink:href="i${i}.jpg"/></svg>`)],
    ['the same one twice for zooming', [shown(0) + shown(0), shown(1), shown(2)]],
    ['with spaces that are no text', [`${shown(0)}&nbsp;`, shown(1), shown(2)]],
  ])('%s is a paged book, whatever it says', async (_, bodies) => {
    const path = bookOf(bodies)
    const book = await readBook(path)
    expect(book).toMatchObject({ fixedLayout: true, pageCount: 3, findings: [] })
    expect(book.pages.map((page) => Buffer.from(readPage(path, page)))).toEqual(pictures)
    expect(book.spine.map(({ positions }) => positions)).toEqual([1, 1, 1])
    expect(readPublication(path).fixedLayout).toBe(true)
  })

  test.each<[string, string[]]>([
    ['a cover before a text', [shown(0), '<p>Once upon a time</p>']],
    ['a page with two pictures', [shown(0) + shown(1), shown(2)]],
    ['a caption', [shown(0), `${shown(1)}<p>Fig. 1</p>`]],
    ['a picture that is missing', [shown(0), '<img src="none.jpg"/>']],
    ['a single picture', [shown(0)]],
  ])('%s makes none', async (_, bodies) => {
    const book = await readBook(bookOf(bodies))
    expect(book).toMatchObject({ fixedLayout: false, pages: [] })
    expect(book.pageCount).toBeGreaterThan(0)
  })

  test('each page knows on which side of the open book it lies, where the book says so', async () => {
    const sides = ['page-spread-right', '', 'rendition:page-spread-center']
    const { pages } = await readBook(bookOf([0, 1, 2].map(shown), { sides }))
    expect(pages.map(({ side }) => side)).toEqual(['right', undefined, 'center'])
  })

  test('a locked one has no pages', async () => {
    const locked = { name: 'META-INF/rights.xml', data: '<rights/>' }
    const data = await makeEpub({ fixedPages: pictures, files: [locked] })
    expect(await readBook(writeBook('a.epub', data))).toMatchObject({ pages: [] })
  })
})

test.each([
  ['', 'page-progression-direction="rtl"', 'rtl'],
  ['<meta name="primary-writing-mode" content="horizontal-rl"/>', '', 'rtl'],
  ['<meta name="primary-writing-mode" content="vertical-rl"/>', '', 'rtl'],
  ['<meta name="primary-writing-mode" content="horizontal-lr"/>', '', 'ltr'],
  ['', '', null],
])('%s %s reads %p', async (metadata, spine, direction) => {
  const book = await readBook(bookOf([shown(0), shown(1)], { metadata, spine }))
  expect(book.metadata?.readingDirection).toBe(direction as 'rtl' | 'ltr' | null)
})

describe('what a package says', () => {
  const metadataOf = async (metadata: string) =>
    (await readBook(bookOf([shown(0), shown(1)], { metadata }))).metadata

  test('a person in several roles is named once for each', async () => {
    const found = await metadataOf(`<dc:creator id="c">Ann</dc:creator>
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
    expect(await metadataOf(metadata)).toMatchObject(expected)
  })
})
