import { describe, expect, test } from 'bun:test'
import { readBook, readEntry, readPage } from '../../../src/media/reader/reader'
import { makeEpub, type EpubOptions } from '../../support/make/epub'
import { makePicture, makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'
import { epubMessages } from '../../../src/media/epub/messages'

const cover = await makePicture({ seed: 3 })
const openBook = async (options: EpubOptions = {}) =>
  readBook(writeBook('a.epub', await makeEpub({ cover, ...options })))

describe.each([2, 3] as const)('an EPUB %d', (version) => {
  test('provides title, author, series, cover, contents and positions', async () => {
    const chapters = ['x'.repeat(3000), 'short']
    const path = writeBook(
      'a.epub',
      await makeEpub({
        version,
        cover,
        title: 'T & U',
        author: 'A B',
        series: 'S',
        seriesIndex: 2.5,
        chapters,
      }),
    )
    const book = await readBook(path)
    expect(book).toMatchObject({ format: 'epub', findings: [], fixedLayout: false, pages: [] })
    expect(book.metadata).toMatchObject({
      source: 'epub',
      title: 'T & U',
      authors: [{ name: 'A B', role: 'author', sortName: null }],
      writer: 'A B',
      series: 'S',
      number: '2.5',
      seriesPosition: 2.5,
      volume: null,
      languageIso: 'en',
      isbns: ['9780306406157'],
    })
    expect(book.toc.map((entry) => entry.title)).toEqual(['c1', 'c2'])
    expect(book.toc[0]?.href.startsWith('OEBPS/c1.xhtml')).toBe(true)
    expect(Buffer.from(readEntry(path, String(book.cover))!)).toEqual(cover)
    expect(book.spine.map((item) => item.positions)).toEqual([
      Math.ceil(book.spine[0]!.size / 1024),
      1,
    ])
    expect(book.pageCount).toBe(book.spine[0]!.positions + 1)
  })
})

test('reads EPUB 3 refinements', async () => {
  const { metadata } = await openBook({
    metadata: `<dc:title id="t2">The Second Title</dc:title><meta refines="#t2" property="title-type">subtitle</meta>
<dc:creator id="x">Tom Trans</dc:creator><meta refines="#x" property="role">trl</meta><meta refines="#x" property="file-as">Trans, Tom</meta>
<dc:contributor opf:role="bkp">calibre</dc:contributor>
<meta property="belongs-to-collection" id="c">Collected</meta><meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">4</meta>
<dc:date>2011-02-30T00:00:00Z</dc:date><dc:subject>Fiction</dc:subject><dc:publisher>P</dc:publisher>
<dc:description>&lt;p&gt;One&lt;/p&gt;&lt;script&gt;no&lt;/script&gt;</dc:description>`,
  })
  expect(metadata).toMatchObject({
    subtitle: 'The Second Title',
    translator: 'Tom Trans',
    series: 'Collected',
    number: '4',
    volume: 4,
    year: 2011,
    month: 2,
    subjects: ['Fiction'],
    publisher: 'P',
    summary: 'One',
  })
  expect(metadata?.authors[1]).toEqual({
    name: 'Tom Trans',
    role: 'translator',
    sortName: 'Trans, Tom',
  })
  expect(metadata?.authors).toHaveLength(2)
})

const buildPage = (src: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="${src}"/></body></html>`

/** Builds the package of a book. The first page shows first.jpg; another page shows the cover. */
const buildPackage = (metadata: string, image: string, guide = '') =>
  `<package version="2.0" xmlns="http://www.idpf.org/2007/opf"><metadata>${metadata}</metadata><manifest>
<item id="f" href="text/f.xhtml" media-type="application/xhtml+xml"/>
<item id="p" href="text/p.xhtml" media-type="application/xhtml+xml"/>${image}</manifest>
<spine><itemref idref="f"/><itemref idref="p"/></spine>${guide}</package>`

const picture = '<item id="i" href="img/a%20b.jpg" media-type="image/jpeg"/>'
const guide = '<guide><reference type="cover" href="text/p.xhtml"/></guide>'

describe('the cover', () => {
  const cases: [string, string, string][] = [
    [
      'the manifest property',
      buildPackage('', picture.replace('/>', ' properties="cover-image"/>')),
      'a b',
    ],
    ['a meta with an id', buildPackage('<meta name="cover" content="i"/>', picture), 'a b'],
    [
      'a meta with a path',
      buildPackage('<meta name="cover" content="img/a%20b.jpg"/>', picture),
      'a b',
    ],
    ['a meta with a page', buildPackage('<meta name="cover" content="p"/>', picture), 'a b'],
    ['the guide', buildPackage('', picture, guide), 'a b'],
    ['its name', buildPackage('', picture.replace('id="i"', 'id="my-cover"')), 'a b'],
    ['the first page', buildPackage('', picture), 'first'],
  ]
  test.each(cases)('is found through %s', async (_, text, name) => {
    const book = await readBook(
      writeBook(
        'a.epub',
        makeZip([
          { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
          { name: 'b.opf', data: text },
          { name: 'text/f.xhtml', data: buildPage('../img/first.jpg') },
          { name: 'text/p.xhtml', data: buildPage('../img/a%20b.jpg') },
          { name: 'img/first.jpg', data: cover },
          { name: 'img/a b.jpg', data: cover },
        ]),
      ),
    )
    expect(book.cover).toBe(`img/${name}.jpg`)
  })

  test('is null without an image', async () => {
    expect((await openBook({ cover: false })).cover).toBeNull()
  })
})

test('a fixed-layout book of images lists them as pages', async () => {
  const pictures = await makePictures(3)
  const path = writeBook('a.epub', await makeEpub({ fixedPages: pictures, rightToLeft: true }))
  const book = await readBook(path)
  expect(book).toMatchObject({ fixedLayout: true, pageCount: 3 })
  expect(book.metadata?.readingDirection).toBe('rtl')
  expect(book.pages.map((page) => Buffer.from(readPage(path, page)))).toEqual(pictures)
  expect(book.pages[0]).toMatchObject({ width: 60, height: 90, mediaType: 'image/jpeg' })
})

describe('broken', () => {
  test('a book without its package file is a finding', async () => {
    const book = await readBook(
      writeBook('a.epub', makeZip([{ name: 'META-INF/container.xml', data: '<a/>' }])),
    )
    expect(book).toMatchObject({ format: 'epub', pageCount: 0 })
    expect(book.findings.map((finding) => finding.code)).toEqual(['unreadable'])
  })

  test('an invalid date is ignored and reported', async () => {
    const book = await openBook({ metadata: '<dc:date>long ago</dc:date>' })
    expect(book.metadata?.year).toBeNull()
    expect(book.findings.map((finding) => finding.code)).toEqual(['broken_metadata'])
  })

  test('links cannot leave the book', async () => {
    const chapter =
      '<item id="z" href="../../../../etc/passwd" media-type="text/plain" properties="cover-image"/>'
    const text = `<package><metadata/><manifest>${chapter}</manifest><spine><itemref idref="z"/></spine></package>`
    const book = await readBook(
      writeBook(
        'a.epub',
        makeZip([
          { name: 'META-INF/container.xml', data: '<c><rootfile full-path="x/y/b.opf"/></c>' },
          { name: 'x/y/b.opf', data: text },
        ]),
      ),
    )
    expect(book.spine[0]?.href).toBe('etc/passwd')
    expect(book.cover).toBeNull()
  })
})

test('an e-book without a container file is still readable', async () => {
  const opf =
    '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>'
  const entries = [
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'OPS/book.opf', data: opf },
    { name: 'OPS/a.xhtml', data: '<p>Hello</p>' },
  ]
  const book = await readBook(writeBook('a.epub', makeZip(entries)))
  expect(book).toMatchObject({ format: 'epub', findings: [], pageCount: 1 })
})

test('a package file that ends before its contents is reported as damaged', async () => {
  const entries = [
    { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
    { name: 'b.opf', data: '<package><metadata><title>T</title>' },
  ]
  const { findings } = await readBook(writeBook('a.epub', makeZip(entries)))
  expect(findings).toEqual([
    {
      code: 'unreadable',
      message: epubMessages.package_damaged(),
    },
  ])
})
