/** E-books as other programs write them. */
import { describe, expect, test } from 'bun:test'
import { readBook } from '../../../src/media/reader/reader'
import { readPublication } from '../../../src/media/reader/decoder-archives'
import { makeEpub, type EpubOptions } from '../../support/make/epub'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const openBook = async (options: EpubOptions) =>
  readBook(writeBook('a.epub', await makeEpub({ cover: false, ...options })))
const codes = async (options: EpubOptions) =>
  (await openBook(options)).findings.map(({ code }) => code)

const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
const idpf = 'http://www.idpf.org/2008/embedding'
const adobe = 'http://ns.adobe.com/pdf/enc#RC'

const encrypt = (...files: [algorithm: string, path: string][]) => ({
  name: 'META-INF/encryption.xml',
  data: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
    xmlns:enc="http://www.w3.org/2001/04/xmlenc#">${files
      .map(
        ([algorithm, path]) => `<enc:EncryptedData>
          <enc:EncryptionMethod Algorithm="${algorithm}"/>
          <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><enc:EncryptedKey>
            <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-1_5"/>
          </enc:EncryptedKey></ds:KeyInfo>
          <enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData>
        </enc:EncryptedData>`,
      )
      .join('')}</encryption>`,
})
const compressed = {
  name: 'META-INF/encryption.xml',
  data: `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
    <enc:EncryptionProperties><enc:EncryptionProperty>
      <Compression xmlns="http://www.idpf.org/2016/encryption#compression" Method="8"/>
    </enc:EncryptionProperty></enc:EncryptionProperties>
    <enc:CipherData><enc:CipherReference URI="OEBPS/c1.xhtml"/></enc:CipherData>
  </enc:EncryptedData></encryption>`,
}
const rights = { name: 'META-INF/rights.xml', data: '<rights/>' }
const sinf = { name: 'META-INF/sinf.xml', data: '<fairplay/>' }
const lcp = { name: 'META-INF/license.lcpl', data: '{}' }
const font = { name: 'OEBPS/font.otf', data: 'x' }

describe('F5: only an encrypted file of the reading order is DRM', () => {
  test.each([
    ['a chapter', [encrypt([aes, 'OEBPS/c1.xhtml'])], ['drm']],
    ['a chapter, with signs of a licence', [rights, encrypt([aes, 'OEBPS/c2.xhtml'])], ['drm']],
    ['a chapter, by LCP', [lcp, encrypt([aes, 'OEBPS/c1.xhtml'])], ['drm']],
    ['a chapter, by an unknown method', [encrypt(['urn:x', 'OEBPS/c1.xhtml'])], ['drm']],
    ['a chapter with an escaped name', [encrypt([aes, 'OEBPS/%631.xhtml'])], ['drm']],
    ['a file that is not there', [encrypt([aes, 'OEBPS/gone.xhtml'])], []],
    ['fonts, by IDPF and Adobe', [font, encrypt([idpf, font.name], [adobe, font.name])], []],
    ['a font, by an unknown method', [font, encrypt([aes, font.name])], []],
    ['a chapter, obfuscated like a font', [encrypt([idpf, 'OEBPS/c1.xhtml'])], []],
    ['a chapter, obfuscated, with a slash', [encrypt([`${idpf}/`, 'OEBPS/c1.xhtml'])], []],
    ['nothing, with compression only', [compressed], []],
    ['nothing, with rights', [rights], []],
    ['nothing, with sinf', [sinf], []],
    ['nothing, with a licence', [lcp], []],
    ['nothing, with a document that ends early', [{ ...encrypt(), data: '<encryption><a' }], []],
  ])('%s', async (_, files, expected) => {
    expect(await codes({ chapters: ['one', 'two'], files })).toEqual(expected as never)
  })
})

describe('F4: names composed and decomposed are the same', () => {
  const composed = 'café.xhtml'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  const makeBook = (inArchive: string, href: string) =>
    writeBook(
      'a.epub',
      makeZip([
        { name: 'mimetype', data: 'application/epub+zip' },
        { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
        {
          name: 'b.opf',
          data: `<package><metadata/><manifest><item id="c" href="${href}" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`,
        },
        { name: inArchive, data: `<html><body>${'x'.repeat(3_000)}</body></html>` },
      ]),
    )
  test.each([
    [composed, decomposed],
    [decomposed, composed],
    [decomposed, encodeURIComponent(composed)],
    [composed.toUpperCase(), decomposed],
  ])('%s, linked as %s', async (inArchive, href) => {
    const path = makeBook(inArchive, href)
    const book = await readBook(path)
    expect(book).toMatchObject({ findings: [], pageCount: 3 })
    expect((await readPublication(path)).spine.map((part) => part.href)).toEqual([inArchive])
  })

  const nfc = (text: string) => text.normalize('NFC')
  const nfd = (text: string) => text.normalize('NFD')

  /** A book whose archive and links write the same names in different ways. */
  function makeLinkedBook(inArchive: typeof nfc, inLinks: typeof nfc, version: 2 | 3) {
    const folder = inLinks('Bücher')
    const isOld = version === 2
    const toc = isOld ? 'übersicht.ncx' : 'übersicht.xhtml'
    const link = `${inLinks('kapitel-ö.xhtml')}#x`
    const types = isOld
      ? ['application/x-dtbncx+xml', 'image/png']
      : ['application/xhtml+xml" properties="nav', 'image/png" properties="cover-image']
    return makeZip([
      { name: 'mimetype', data: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        data: `<c><rootfile full-path="${folder}/b.opf"/></c>`,
      },
      {
        name: `${inArchive('Bücher')}/b.opf`,
        data: `<package><metadata><meta name="cover" content="cov"/></metadata><manifest>
          <item id="c" href="${inLinks('kapitel-ö.xhtml')}" media-type="application/xhtml+xml"/>
          <item id="n" href="${inLinks(toc)}" media-type="${types[0]}"/>
          <item id="s" href="${inLinks('stil-ä.css')}" media-type="text/css"/>
          <item id="cov" href="${inLinks('bild-é.png')}" media-type="${types[1]}"/>
          </manifest><spine toc="n"><itemref idref="c"/></spine></package>`,
      },
      { name: inArchive('Bücher/kapitel-ö.xhtml'), data: '<html><body>One</body></html>' },
      { name: inArchive('Bücher/stil-ä.css'), data: 'p {}' },
      { name: inArchive('Bücher/bild-é.png'), data: 'x' },
      {
        name: inArchive(`Bücher/${toc}`),
        data: isOld
          ? `<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="${link}"/></navPoint></navMap></ncx>`
          : `<html><nav type="toc"><ol><li><a href="${link}">One</a></li></ol></nav></html>`,
      },
    ])
  }

  test.each([
    [nfc, nfd, 3],
    [nfd, nfc, 3],
    [nfc, nfd, 2],
    [nfd, nfc, 2],
    [(text: string) => nfc(text.toUpperCase()), nfd, 3],
  ] as const)('contents, cover, styles and types (%#)', async (inArchive, inLinks, version) => {
    const path = writeBook('a.epub', makeLinkedBook(inArchive, inLinks, version))
    const chapter = inArchive('Bücher/kapitel-ö.xhtml')
    const cover = inArchive('Bücher/bild-é.png')
    const style = inArchive('Bücher/stil-ä.css')
    const book = await readBook(path)
    expect(book).toMatchObject({ cover, toc: [{ href: `${chapter}#x` }], findings: [] })
    const { spine, toc, resources, files } = await readPublication(path)
    expect([spine[0]?.href, toc[0]?.href]).toEqual([chapter, `${chapter}#x`])
    expect(resources).toEqual(expect.arrayContaining([style, cover]))
    expect(resources).not.toContain(chapter)
    expect(files.get(style)?.mediaType).toBe('text/css')
  })

  test('a book without any of its chapters is a finding', async () => {
    const book = await readBook(makeBook('other.xhtml', composed))
    expect(book.findings.map(({ code }) => code)).toEqual(['no_pages'])
  })
})

const title = (text: string, id = '', refinements: Record<string, string> = {}) =>
  `<dc:title id="${id}">${text}</dc:title>${Object.entries(refinements)
    .map(([name, value]) => `<meta refines="#${id}" property="${name}">${value}</meta>`)
    .join('')}`

test('F8: an e-book whose chapters are all empty is a finding', async () => {
  const bytes = makeZip([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
    {
      name: 'b.opf',
      data: '<package><metadata/><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
    },
    { name: 'c.xhtml', data: '' },
  ])
  const { findings } = await readBook(writeBook('a.epub', bytes))
  expect(findings.map(({ code }) => code)).toEqual(['no_pages'])
})

test.each([
  ['one chapter', [['c1.xhtml', 'Text']], ['truncated']],
  ['all chapters', [], ['no_pages']],
  [
    'no chapter',
    [
      ['c1.xhtml', 'Text'],
      ['c2.xhtml', 'Text'],
    ],
    [],
  ],
] as [string, [string, string][], string[]][])(
  'F4: an e-book that lacks %s says so',
  async (_, chapters, expected) => {
    const items = [1, 2].map((n) => `<item id="c${n}" href="c${n}.xhtml" media-type="text/html"/>`)
    const bytes = makeZip([
      { name: 'META-INF/container.xml', data: '<c><rootfile full-path="b.opf"/></c>' },
      {
        name: 'b.opf',
        data: `<package><metadata/><manifest>${items.join('')}</manifest><spine><itemref idref="c1"/><itemref idref="c2"/></spine></package>`,
      },
      ...chapters.map(([name, data]) => ({ name, data })),
    ])
    const { findings } = await readBook(writeBook('a.epub', bytes))
    expect(findings.map(({ code }) => code as string)).toEqual(expected)
  },
)

test('F8: an empty picture is not the cover', async () => {
  const book = await openBook({ cover: new Uint8Array() })
  expect(book).toMatchObject({ cover: null, findings: [] })
})

describe('F13: of several titles, the main one is the title', () => {
  test.each([
    [
      'by type',
      [title('B', 'b', { 'title-type': 'subtitle' }), title('A', 'a', { 'title-type': 'main' })],
      'A',
      'B',
    ],
    ['by id', [title('B', 'subtitle'), title('A', 'title')], 'A', 'B'],
    ['by id, another way', [title('B', 'sub-title'), title('A')], 'A', 'B'],
    [
      'by order',
      [title('B', 'b', { 'display-seq': '2' }), title('A', 'a', { 'display-seq': '1' })],
      'A',
      null,
    ],
    [
      'by order, ten after nine',
      [title('B', 'b', { 'display-seq': '10' }), title('A', 'a', { 'display-seq': '9' })],
      'A',
      null,
    ],
    [
      'by type before order',
      [
        title('B', 'b', { 'display-seq': '1' }),
        title('A', 'a', { 'display-seq': '2', 'title-type': 'main' }),
      ],
      'A',
      null,
    ],
    ['a lone subtitle', [title('B', 'subtitle')], 'B', null],
    [
      'by type in capitals',
      [title('B', 'b', { 'title-type': 'Subtitle' }), title('A', 'a')],
      'A',
      'B',
    ],
    [
      'after the collection',
      [title('B', 'b', { 'title-type': 'collection' }), title('A')],
      'A',
      null,
    ],
    ['after a short one', [title('B', 'b', { 'title-type': 'short' }), title('A')], 'A', null],
    ['after the edition', [title('B', 'b', { 'title-type': 'edition' }), title('A')], 'A', null],
    [
      'by order, without a plain one',
      [
        title('B', 'b', { 'display-seq': '2', 'title-type': 'collection' }),
        title('A', 'a', { 'display-seq': '1', 'title-type': 'short' }),
      ],
      'A',
      null,
    ],
    ['by id, a third way', [title('B', 'pub-subtitle'), title('A', 'pub-title')], 'A', 'B'],
    [
      'an order that is no number',
      [title('A', 'a', { 'display-seq': 'x' }), title('B', 'b', { 'display-seq': 'y' })],
      'A',
      null,
    ],
    [
      'by order that begins with zero',
      [title('B', 'b', { 'display-seq': '1' }), title('A', 'a', { 'display-seq': '0' })],
      'A',
      null,
    ],
    [
      'by order of two main ones',
      [
        title('B', 'b', { 'title-type': 'main', 'display-seq': '2' }),
        title('A', 'a', { 'title-type': 'main', 'display-seq': '1' }),
      ],
      'A',
      null,
    ],
    [
      'after an empty main one',
      [title(' ', 'b', { 'title-type': 'main' }), title('A', 'a')],
      'A',
      null,
    ],
    [
      'without an empty subtitle',
      [title('', 'b', { 'title-type': 'subtitle' }), title('B', 'subtitle'), title('A', 'a')],
      'A',
      'B',
    ],
    ['by id, a fourth way', [title('B', 'sub_title'), title('A', 't')], 'A', 'B'],
    [
      'after those of the collection and the edition',
      [
        title('B', 'b', { 'title-type': 'collection' }),
        title('C', 'c', { 'title-type': 'edition' }),
        title('A', 'a', { 'title-type': 'expanded' }),
      ],
      'A',
      null,
    ],
    [
      'by type against the id',
      [title('A', 'subtitle', { 'title-type': 'main' }), title('B', 'title')],
      'A',
      null,
    ],
    [
      'by type of an id in a full address',
      [
        '<dc:title id="b">B</dc:title><meta refines="book.opf#b" property="title-type">subtitle</meta>',
        title('A', 'a'),
      ],
      'A',
      'B',
    ],
    [
      'by type as an attribute',
      [
        '<dc:title opf:title-type="subtitle">B</dc:title>',
        '<dc:title opf:title-type="main">A</dc:title>',
      ],
      'A',
      'B',
    ],
    [
      'by type in the content of a meta element',
      [
        '<dc:title id="b">B</dc:title><meta refines="#b" property="title-type" content="subtitle"/>',
        title('A', 'a'),
      ],
      'A',
      'B',
    ],
    [
      'by type with a prefix',
      [title('B', 'b', { 'dcterms:title-type': 'subtitle' }), title('A', 'a')],
      'A',
      'B',
    ],
  ])('%s', async (_, metadata, expected, subtitle) => {
    const book = await openBook({ title: '', metadata: metadata.join('') })
    expect([book.metadata?.title, book.metadata?.subtitle]).toEqual([expected, subtitle])
  })
})

describe('F14: a series within the title', () => {
  test.each([
    [
      'Dead of Winter (Charlie Cooper Thrillers Book 4)',
      'Dead of Winter',
      'Charlie Cooper Thrillers',
      '4',
    ],
    ['Glass Tides (The Long Coast, #2)', 'Glass Tides', 'The Long Coast', '2'],
    ['Glass Tides (The Long Coast Vol. 2.5)', 'Glass Tides', 'The Long Coast', '2.5'],
    ['Glass Tides (The Long Coast: Book 2 of 5)', 'Glass Tides', 'The Long Coast', '2'],
    ['Nebelküste (Die Inseln, Band 3)', 'Nebelküste', 'Die Inseln', '3'],
    ['Tides (Charlie Cooper Book Four)', 'Tides', 'Charlie Cooper', '4'],
    ['Tides (Charlie Cooper Book IV)', 'Tides', 'Charlie Cooper', '4'],
    ['Tides (Book 4 of the Charlie Cooper Thrillers)', 'Tides', 'Charlie Cooper Thrillers', '4'],
    ['Tides: Book 4 of the Charlie Cooper Thrillers', 'Tides', 'Charlie Cooper Thrillers', '4'],
    ['Tides [Charlie Cooper Book 4]', 'Tides', 'Charlie Cooper', '4'],
    ['Tides (Charlie Cooper Book 4) (English Edition)', 'Tides', 'Charlie Cooper', '4'],
    ['Nebel (Die Küste 3)', 'Nebel', 'Die Küste', '3'],
    ['Nebel (Die Küste-Reihe, 3)', 'Nebel', 'Die Küste-Reihe', '3'],
    ['Nebel (Die Küste, Teil 3)', 'Nebel', 'Die Küste', '3'],
    ['Nuit (La Côte t. 3)', 'Nuit', 'La Côte', '3'],
    ['La Côte, tome 3 : Nuit', 'Nuit', 'La Côte', '3'],
    ['La Côte - Tome 3 - Nuit', 'Nuit', 'La Côte', '3'],
    ['Noche (La Costa nº 3)', 'Noche', 'La Costa', '3'],
    ['Nacht (De Kust deel 3)', 'Nacht', 'De Kust', '3'],
    ['Ночь (Берег, книга 3)', 'Ночь', 'Берег', '3'],
    ['Noc (Wybrzeże, tom 3)', 'Noc', 'Wybrzeże', '3'],
    ['Noapte (Coasta, volumul 3)', 'Noapte', 'Coasta', '3'],
    ['Yö (Rannikko, osa 3)', 'Yö', 'Rannikko', '3'],
    ['Natt (Kusten, del 3)', 'Natt', 'Kusten', '3'],
    ['Tides (Charlie Cooper Book 4) (Unabridged)', 'Tides', 'Charlie Cooper', '4'],
    ['Tides (Charlie Cooper Book 4): A Novel', 'Tides', 'Charlie Cooper', '4'],
    ['Tides (Charlie Cooper Book 4) [Kindle Edition]', 'Tides', 'Charlie Cooper', '4'],
    ['Tides [Long Coast 01]', 'Tides', 'Long Coast', '1'],
    ['Tides [Long Coast, 12]', 'Tides', 'Long Coast', '12'],
    ['The Long Coast #3: Tides', 'Tides', 'The Long Coast', '3'],
    ['The Long Coast #3 - Tides', 'Tides', 'The Long Coast', '3'],
    ['Tides [1080]', 'Tides [1080]', null, null],
    ['Tides [Windows 11]', 'Tides [Windows 11]', null, null],
    ['Noche (Los hijos del 68)', 'Noche (Los hijos del 68)', null, null],
    ['Tides (Long Coast Book XVI)', 'Tides', 'Long Coast', '16'],
    ['Tides (Long Coast Saga 2 of 5)', 'Tides', 'Long Coast Saga', '2'],
    ['Marea (La Costa. Vol. 2)', 'Marea', 'La Costa', '2'],
    ['Tides (The Long Coast - 2)', 'Tides', 'The Long Coast', '2'],
    ['Tides (The Long Coast; 2)', 'Tides', 'The Long Coast', '2'],
    ['Tides: The Long Coast, Book 1', 'Tides', 'The Long Coast', '1'],
    ['Tides, The Long Coast #1', 'Tides', 'The Long Coast', '1'],
    ['The Long Coast Vol. 2: Tides', 'Tides', 'The Long Coast', '2'],
    ['The Long Coast (Vol. 2): Tides', 'Tides', 'The Long Coast', '2'],
    ['Coast, Vol. 4 (light novel): Tides', 'Tides', 'Coast', '4'],
    ['Die Küste. Band 2: Nebel', 'Nebel', 'Die Küste', '2'],
    ['Die Küste, Band 2', 'Die Küste, Band 2', 'Die Küste', '2'],
    ['La Côte Tome 2', 'La Côte Tome 2', 'La Côte', '2'],
    ['Coloring Book 2: Animals', 'Coloring Book 2: Animals', null, null],
    ['Henry IV, Part 1', 'Henry IV, Part 1', null, null],
    ['Photo Album 3', 'Photo Album 3', null, null],
    ['The Long Coast, Vol. 3', 'The Long Coast, Vol. 3', 'The Long Coast', '3'],
    [
      'The Long Coast, Vol. 3 (light novel)',
      'The Long Coast, Vol. 3 (light novel)',
      'The Long Coast',
      '3',
    ],
    ['The Long Coast: Volume 3', 'The Long Coast: Volume 3', 'The Long Coast', '3'],
    ['Coast Box Set (Books 1-3)', 'Coast Box Set (Books 1-3)', null, null],
    ['Rome (History, 2nd Edition)', 'Rome (History, 2nd Edition)', null, null],
    ['Numbers (Grade 3)', 'Numbers (Grade 3)', null, null],
    ['Rust (Version 2)', 'Rust (Version 2)', null, null],
    ['Study (Classics 2010)', 'Study (Classics 2010)', null, null],
    ['Coast 3: Tides', 'Coast 3: Tides', null, null],
    ['Catch (22)', 'Catch (22)', null, null],
    ['The Book (Illustrated)', 'The Book (Illustrated)', null, null],
    ['Winter (Book 4)', 'Winter (Book 4)', null, null],
    ['Mord - Band 3 der Brandt-Reihe', 'Mord', 'Brandt-Reihe', '3'],
    ['Mord (Band 3 der Brandt-Reihe)', 'Mord', 'Brandt-Reihe', '3'],
    ['Nuit (tome 3 de La Côte)', 'Nuit', 'La Côte', '3'],
    ['Noche (libro 3 de La Costa)', 'Noche', 'La Costa', '3'],
    ['Tides (Long Coast Book 4 )', 'Tides', 'Long Coast', '4'],
    ['Tides（Long Coast Book 4）', 'Tides', 'Long Coast', '4'],
    ['Tides (Coast Saga Book 3) (Coast Saga)', 'Tides', 'Coast Saga', '3'],
    ['Nebel (Die Küste, Band 3) (Küstenkrimi)', 'Nebel', 'Die Küste', '3'],
    ['Long Coast: Book 4: Tides', 'Tides', 'Long Coast', '4'],
    ['Tides (Perry Rhodan Nr. 2050)', 'Tides', 'Perry Rhodan', '2050'],
    ['Perry Rhodan #2050: Tides', 'Tides', 'Perry Rhodan', '2050'],
    ['Берег. Книга 3. Ночь', 'Ночь', 'Берег', '3'],
    ['Die Küste. Buch 3. Nebel', 'Nebel', 'Die Küste', '3'],
    ['夜 (海岸 第3巻)', '夜', '海岸', '3'],
    ['海岸 第3巻', '海岸 第3巻', '海岸', '3'],
    ['海岸 第３巻', '海岸 第３巻', '海岸', '3'],
    ['海岸 3巻', '海岸 3巻', '海岸', '3'],
    ['海岸（3）', '海岸（3）', '海岸', '3'],
    ['海岸(３) 夜', '海岸(３) 夜', null, null],
    ['해안 3권', '해안 3권', '해안', '3'],
    ['Tides (Long Coast Book 4): winner of a prize', 'Tides', 'Long Coast', '4'],
    ['Tides (Long Coast #4) - a thriller', 'Tides', 'Long Coast', '4'],
    ['Tides: Book 1 of Long Coast (English Edition)', 'Tides', 'Long Coast', '1'],
    ['La Côte (Livre 2) - Nuit', 'Nuit', 'La Côte', '2'],
    ['The Long Coast (Book 2): Tides', 'Tides', 'The Long Coast', '2'],
    ['Nebel (Kommissar Beck, Fall 2)', 'Nebel', 'Kommissar Beck', '2'],
    ['Nebel (Kommissar Beck, Folge 12)', 'Nebel', 'Kommissar Beck', '12'],
    ['Coast, Volume II', 'Coast, Volume II', 'Coast', '2'],
    ['Coast 3 (light novel): Tides', 'Tides', 'Coast', '3'],
    ['Coast 3: Tides (light novel)', 'Tides', 'Coast', '3'],
    ['Coast, Vol. 3 - light novel', 'Coast, Vol. 3 - light novel', 'Coast', '3'],
    ['Tides (Illustrated): A Novel', 'Tides (Illustrated): A Novel', null, null],
    ['Numbers (Grade 3): Sums', 'Numbers (Grade 3): Sums', null, null],
    ['Henry IV: A Play', 'Henry IV: A Play', null, null],
    ['Tides: Volume and Pitch', 'Tides: Volume and Pitch', null, null],
    ['2001: Tides', '2001: Tides', null, null],
    ['Area 51: Tides', 'Area 51: Tides', null, null],
    ['Paris 1919 (manga edition): Tides', 'Paris 1919 (manga edition): Tides', null, null],
    ['Nebel: Beck-Reihe Band 2', 'Nebel', 'Beck-Reihe', '2'],
    ['Tides: Long Coast Series Book Two', 'Tides', 'Long Coast Series', '2'],
    ['Tides - The Long Coast Trilogy #2', 'Tides', 'The Long Coast Trilogy', '2'],
    ['The Series: Book Two', 'The Series: Book Two', null, null],
    ['Saga: Volume 2', 'Saga: Volume 2', 'Saga', '2'],
    ['The Long Coast Saga: Volume 2', 'The Long Coast Saga: Volume 2', 'The Long Coast Saga', '2'],
    ['Tides (Book 2 of 5)', 'Tides (Book 2 of 5)', null, null],
    ['Cooking (for 2)', 'Cooking (for 2)', null, null],
    ['Tides: (Long Coast Book 4)', 'Tides', 'Long Coast', '4'],
    ['Coast, Book 2: A Novel', 'Coast, Book 2: A Novel', 'Coast', '2'],
    ['Coast, Band 2: Roman', 'Coast, Band 2: Roman', 'Coast', '2'],
    ['Coast, Book 2: A Fantasy Adventure', 'Coast, Book 2: A Fantasy Adventure', 'Coast', '2'],
    ['Coast, Book 2: A Novel Idea', 'A Novel Idea', 'Coast', '2'],
    ['Yoga (Week 4)', 'Yoga (Week 4)', null, null],
    ['Hamlet (Act 3)', 'Hamlet (Act 3)', null, null],
    ['Zahlen (bis 20)', 'Zahlen (bis 20)', null, null],
    ['The Lottery (from Issue 12)', 'The Lottery (from Issue 12)', null, null],
    ['Tides (Books 1 to 3)', 'Tides (Books 1 to 3)', null, null],
    ['Tides (Books 1, 2 and 3)', 'Tides (Books 1, 2 and 3)', null, null],
    ['Heidi (Teil 1 und 2)', 'Heidi (Teil 1 und 2)', null, null],
    ['Nuit (Tome 1 à 3)', 'Nuit (Tome 1 à 3)', null, null],
    ['Recettes (pour 4)', 'Recettes (pour 4)', null, null],
    ['Catch（22）', 'Catch（22）', null, null],
    ['The Jungle Book 2: Return', 'The Jungle Book 2: Return', null, null],
    ['Windows: Version 2: Guide', 'Windows: Version 2: Guide', null, null],
    ['Tides (4 of the best)', 'Tides (4 of the best)', null, null],
    ['Nebel (Teil der Reihe)', 'Nebel (Teil der Reihe)', null, null],
    ['Tides (Illustrated) (Book 1)', 'Tides (Illustrated) (Book 1)', null, null],
    ['Jahrbuch (Vol. 2019)', 'Jahrbuch (Vol. 2019)', null, null],
    ['Area 51. A Novel', 'Area 51. A Novel', null, null],
    ['Dr. No. 2. A Play', 'Dr. No. 2. A Play', null, null],
    ['昭和 64年', '昭和 64年', null, null],
    ['海岸 全3巻', '海岸 全3巻', null, null],
    ['海岸 全3巻セット', '海岸 全3巻セット', null, null],
    ['海岸 1-3巻', '海岸 1-3巻', null, null],
  ])('%s', async (text, expected, series, number) => {
    const { metadata } = await openBook({ title: text })
    expect(metadata).toMatchObject({ title: expected, series, number })
  })

  test('does not replace what the file says', async () => {
    const { metadata } = await openBook({
      title: 'A (Other Book 4)',
      series: 'Own',
      seriesIndex: 1,
    })
    expect(metadata).toMatchObject({ title: 'A (Other Book 4)', series: 'Own', number: '1' })
  })
})
