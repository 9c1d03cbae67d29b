/** An e-book whose chapters are written verbatim, so that they can contain anything. */
import { buildTinyZip } from '../../.ci/tiny-zip'

interface Chapter {
  title: string
  /** Content of <body>. */
  html: string
  /** Additional content of <head>. */
  head?: string
  /** The side of the spread of a fixed-layout page. */
  side?: 'left' | 'right'
  /** Text before the <html> element. */
  prologue?: string
}

interface TinyEpubOptions {
  title: string
  language?: string
  direction?: 'rtl'
  /** True for a fixed-layout book. */
  isFixed?: boolean
  chapters: readonly Chapter[]
  /** Additional files. */
  files?: Record<string, string>
}

export function makeTinyEpub({
  title,
  language = 'en',
  direction,
  isFixed = false,
  chapters,
  files = {},
}: TinyEpubOptions): Uint8Array {
  const named = chapters.map((chapter, index) => ({ ...chapter, id: `c${index + 1}` }))
  const text = new TextEncoder()
  const parts = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/content.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>${language}</dc:language>${isFixed ? '<meta property="rendition:layout">pre-paginated</meta>' : ''}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${named.map(({ id }) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine${direction ? ` page-progression-direction="${direction}"` : ''}>${named.map(({ id, side }) => `<itemref idref="${id}"${side ? ` properties="page-spread-${side}"` : ''}/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': buildDocument({
      title: 'Contents',
      html: `<nav epub:type="toc"><ol>${named.map((chapter) => `<li><a href="${chapter.id}.xhtml">${chapter.title}</a></li>`).join('')}</ol></nav>`,
    }),
    ...Object.fromEntries(
      named.map((chapter) => [`OEBPS/${chapter.id}.xhtml`, buildDocument(chapter)]),
    ),
    ...files,
  }
  return buildTinyZip(
    Object.fromEntries(Object.entries(parts).map(([name, words]) => [name, text.encode(words)])),
  )
}

const buildDocument = ({ title, html, head = '', prologue = '' }: Chapter) =>
  `<?xml version="1.0" encoding="utf-8"?>${prologue}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title>${head}</head><body>${html}</body></html>`

/** Builds numbered paragraphs, so that tests can distinguish them. */
export const buildParagraphs = (chapter: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>Chapter ${chapter}, paragraph ${index + 1}. The tide had gone out further than anyone could remember, and it lay about as far as the eye could see, and beyond that again.</p>`,
  ).join('')
