import { escaped } from './cbz'
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
  /** A note to the heading of each chapter. */
  note?: string
  /** Instead of chapters: pages that are one picture each, laid out once and for all. */
  fixedPages?: Uint8Array[]
  /** Where each of these lies in the open book. */
  sides?: ('left' | 'right' | 'center')[]
  rightToLeft?: boolean
  /** A JPEG; false for a book without a cover. */
  cover?: Uint8Array | false
  /** Further lines inside <metadata>. */
  metadata?: string
  /** Further files. */
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

/** An EPUB as common programs write it; its parts lie in OEBPS/. */
export async function makeEpub(options: EpubOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const { version = 3, cover = await makePicture({ seed: 7 }), files = [] } = options
  const read = options.fixedPages ? fixedPages(options.fixedPages) : chapters(options)
  const shown = read.filter((item) => item.type === xhtml)
  const items = [...read, version === 3 ? nav(shown) : ncx(shown)]
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
    { name: 'OEBPS/content.opf', data: packageDocument(options, items, shown), method: 8 },
    ...items.map(({ href, data }) => ({ name: `OEBPS/${href}`, data, method: 8 })),
    ...files,
  ])
}

function chapters(options: EpubOptions): Item[] {
  const { chapters: texts = ['Once upon a time.', 'The end.'], note } = options
  const mark = note ? ' <sup><a href="#note" epub:type="noteref">1</a></sup>' : ''
  const noted = note ? `<aside id="note" epub:type="footnote"><p>${escaped(note)}</p></aside>` : ''
  return texts.map((text, i) => ({
    id: `c${i + 1}`,
    href: `c${i + 1}.xhtml`,
    type: xhtml,
    data: page(`<h1>Chapter ${i + 1}${mark}</h1><p>${escaped(text)}</p>${noted}`),
  }))
}

function fixedPages(pictures: Uint8Array[]): Item[] {
  return pictures.flatMap((data, i) => [
    { id: `i${i + 1}`, href: `p${i + 1}.jpg`, type: 'image/jpeg', data },
    {
      id: `p${i + 1}`,
      href: `p${i + 1}.xhtml`,
      type: xhtml,
      data: page(`<img src="p${i + 1}.jpg" alt=""/>`),
    },
  ])
}

const page = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Page</title></head><body>${body}</body></html>`

function nav(shown: Item[]): Item {
  const list = shown.map((item) => `<li><a href="${item.href}#top">${item.id}</a></li>`).join('')
  const data = page(`<nav epub:type="toc"><ol>${list}</ol></nav>`)
  return { id: 'nav', href: 'nav.xhtml', type: xhtml, data, properties: 'nav' }
}

function ncx(shown: Item[]): Item {
  const points = shown.map(
    (item) =>
      `<navPoint><navLabel><text>${item.id}</text></navLabel><content src="${item.href}"/></navPoint>`,
  )
  const data = `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points.join('')}</navMap></ncx>`
  return { id: 'ncx', href: 'toc.ncx', type: 'application/x-dtbncx+xml', data }
}

function packageDocument(options: EpubOptions, items: Item[], shown: Item[]): string {
  const { version = 3, rightToLeft = false } = options
  const manifest = items.map(
    ({ id, href, type, properties }) =>
      `<item id="${id}" href="${href}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
  )
  const spine = shown.map(({ id }, i) => {
    const side = options.sides?.[i]
    return `<itemref idref="${id}"${side ? ` properties="page-spread-${side}"` : ''}/>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
${metadataLines(options).join('\n')}
</metadata>
<manifest>${manifest.join('')}</manifest>
<spine toc="ncx"${rightToLeft ? ' page-progression-direction="rtl"' : ''}>${spine.join('')}</spine>
</package>`
}

function metadataLines(options: EpubOptions): string[] {
  const {
    title = 'A Book',
    author = 'Ann Author',
    language = 'en',
    series,
    seriesIndex = 1,
  } = options
  const lines = [
    '<dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier>',
    `<dc:title>${escaped(title)}</dc:title>`,
    `<dc:creator>${escaped(author)}</dc:creator>`,
    `<dc:language>${language}</dc:language>`,
  ]
  if (series) {
    lines.push(`<meta name="calibre:series" content="${escaped(series)}"/>`)
    lines.push(`<meta name="calibre:series_index" content="${seriesIndex}"/>`)
  }
  if (options.version === 2) lines.push('<meta name="cover" content="cover-img"/>')
  if (options.fixedPages) lines.push('<meta property="rendition:layout">pre-paginated</meta>')
  return options.metadata ? [...lines, options.metadata] : lines
}
