import { escapeXml } from './cbz'
import { makePicture } from './pictures'
import { makeZip, type ZipPart } from './zip'

export interface EpubOptions {
  title?: string
  author?: string
  series?: string
  seriesIndex?: number
  language?: string
  version?: 2 | 3
  /** The text of each chapter. */
  chapters?: string[]
  /** Whole documents, instead of chapters. */
  documents?: string[]
  /** Text of a footnote that is added to the heading of each chapter. */
  note?: string
  /** Fixed-layout pages with one image each, instead of chapters. */
  fixedPages?: Uint8Array[]
  /** The side of the spread on which each fixed-layout page belongs. */
  sides?: ('left' | 'right' | 'center')[]
  rightToLeft?: boolean
  /** A JPEG; false for a book without a cover. */
  cover?: Uint8Array | false
  /** Additional lines inside <metadata>. */
  metadata?: string
  /** Additional files. */
  files?: ZipPart[]
}

interface Item {
  id: string
  href: string
  type: string
  data: Uint8Array | string
  properties?: string
}

const xhtml = 'application/xhtml+xml'
const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

/** Creates the document that makes readers take a file for encrypted by a seller. */
export const encryptFile = (path: string): ZipPart => ({
  name: 'META-INF/encryption.xml',
  data: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
    xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
    <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
    <enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData>
    </enc:EncryptedData></encryption>`,
})

/** Creates an EPUB the way common programs write it, with its parts in OEBPS/. */
export async function makeEpub(options: EpubOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const { version = 3, cover = await makePicture({ seed: 7 }), files = [] } = options
  const content = options.fixedPages ? buildFixedPages(options.fixedPages) : buildChapters(options)
  const documents = content.filter((item) => item.type === xhtml)
  const items = [...content, version === 3 ? buildNav(documents) : buildNcx(documents)]
  if (cover) {
    const properties = version === 3 ? { properties: 'cover-image' } : {}
    items.push({
      id: 'cover-img',
      href: 'cover.jpg',
      type: 'image/jpeg',
      data: cover,
      ...properties,
    })
  }
  return makeZip([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: container, method: 8 },
    { name: 'OEBPS/content.opf', data: buildPackageDocument(options, items, documents), method: 8 },
    ...items.map(({ href, data }) => ({ name: `OEBPS/${href}`, data, method: 8 })),
    ...files,
  ])
}

function buildChapters(options: EpubOptions): Item[] {
  if (options.documents) return options.documents.map(buildChapter)
  const { chapters: texts = ['Once upon a time.', 'The end.'], note } = options
  const mark = note ? ' <sup><a href="#note" epub:type="noteref">1</a></sup>' : ''
  const noted = note
    ? `<aside id="note" epub:type="footnote"><p>${escapeXml(note)}</p></aside>`
    : ''
  return texts.map((text, i) =>
    buildChapter(buildPage(`<h1>Chapter ${i + 1}${mark}</h1><p>${escapeXml(text)}</p>${noted}`), i),
  )
}

const buildChapter = (data: string, i: number): Item => ({
  id: `c${i + 1}`,
  href: `c${i + 1}.xhtml`,
  type: xhtml,
  data,
})

function buildFixedPages(pictures: Uint8Array[]): Item[] {
  return pictures.flatMap((data, i) => [
    { id: `i${i + 1}`, href: `p${i + 1}.jpg`, type: 'image/jpeg', data },
    {
      id: `p${i + 1}`,
      href: `p${i + 1}.xhtml`,
      type: xhtml,
      data: buildPage(`<img src="p${i + 1}.jpg" alt=""/>`),
    },
  ])
}

const buildPage = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Page</title></head><body>${body}</body></html>`

function buildNav(documents: Item[]): Item {
  const list = documents
    .map((item) => `<li><a href="${item.href}#top">${item.id}</a></li>`)
    .join('')
  const data = buildPage(`<nav epub:type="toc"><ol>${list}</ol></nav>`)
  return { id: 'nav', href: 'nav.xhtml', type: xhtml, data, properties: 'nav' }
}

function buildNcx(documents: Item[]): Item {
  const points = documents.map(
    (item) =>
      `<navPoint><navLabel><text>${item.id}</text></navLabel><content src="${item.href}"/></navPoint>`,
  )
  const data = `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points.join('')}</navMap></ncx>`
  return { id: 'ncx', href: 'toc.ncx', type: 'application/x-dtbncx+xml', data }
}

function buildPackageDocument(options: EpubOptions, items: Item[], documents: Item[]): string {
  const { version = 3, rightToLeft = false } = options
  const manifest = items.map(
    ({ id, href, type, properties }) =>
      `<item id="${id}" href="${href}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
  )
  const spine = documents.map(({ id }, i) => {
    const side = options.sides?.[i]
    return `<itemref idref="${id}"${side ? ` properties="page-spread-${side}"` : ''}/>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
${buildMetadataLines(options).join('\n')}
</metadata>
<manifest>${manifest.join('')}</manifest>
<spine toc="ncx"${rightToLeft ? ' page-progression-direction="rtl"' : ''}>${spine.join('')}</spine>
</package>`
}

function buildMetadataLines(options: EpubOptions): string[] {
  const {
    title = 'A Book',
    author = 'Ann Author',
    language = 'en',
    series,
    seriesIndex = 1,
  } = options
  const lines = [
    '<dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier>',
    `<dc:title>${escapeXml(title)}</dc:title>`,
    `<dc:creator>${escapeXml(author)}</dc:creator>`,
    `<dc:language>${language}</dc:language>`,
  ]
  if (series) {
    lines.push(`<meta name="calibre:series" content="${escapeXml(series)}"/>`)
    lines.push(`<meta name="calibre:series_index" content="${seriesIndex}"/>`)
  }
  if (options.version === 2) lines.push('<meta name="cover" content="cover-img"/>')
  if (options.fixedPages) lines.push('<meta property="rendition:layout">pre-paginated</meta>')
  return options.metadata ? [...lines, options.metadata] : lines
}
