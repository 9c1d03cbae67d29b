/** Generates the documents of a fixed-layout EPUB that has one image per page. Pure. */
import { escapeXml } from '../../../platform/lib/text/escape-xml'

export interface ComicBook {
  id: string
  title: string
  seriesName: string
  language: string
  isRightToLeft: boolean
  modified: Date
  pages: readonly { width: number; height: number }[]
}

const folder = 'OEBPS'

const formatNumber = (page: number) => String(page).padStart(4, '0')

/** Builds paths in the archive. Pages are numbered from 1. */
export const buildPagePath = (page: number) => `${folder}/page-${formatNumber(page)}.xhtml`
export const buildPicturePath = (page: number) => `${folder}/page-${formatNumber(page)}.jpg`

/** Returns the page number in a path sent by a device, or undefined for other files. */
export function parsePagePath(path: string): number | undefined {
  const [, digits] = /(?:^|\/)page-(\d{4,6})\.xhtml(?:[#?].*)?$/.exec(path) ?? []
  return digits ? Number(digits) : undefined
}

export const containerPath = 'META-INF/container.xml'
export const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${folder}/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`

export const packagePath = `${folder}/content.opf`

export function buildPackage(book: ComicBook): string {
  const { id, title, seriesName, language, isRightToLeft, modified, pages } = book
  const items = pages.flatMap((_, index) => {
    const number = formatNumber(index + 1)
    const isCover = index === 0 ? ' properties="cover-image"' : ''
    return [
      `<item id="p${number}" href="page-${number}.xhtml" media-type="application/xhtml+xml"/>`,
      `<item id="i${number}" href="page-${number}.jpg" media-type="image/jpeg"${isCover}/>`,
    ]
  })
  const spine = pages.map((_, index) => `<itemref idref="p${formatNumber(index + 1)}"/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="rendition: http://www.idpf.org/vocab/rendition/#">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:language>${escapeXml(language)}</dc:language>
<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>
<meta property="belongs-to-collection" id="series">${escapeXml(seriesName)}</meta>
<meta refines="#series" property="collection-type">series</meta>
<meta property="rendition:layout">pre-paginated</meta>
<meta property="rendition:orientation">auto</meta>
<meta property="rendition:spread">none</meta>
<meta name="cover" content="i0001"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${items.join('\n')}
</manifest>
<spine page-progression-direction="${isRightToLeft ? 'rtl' : 'ltr'}">
${spine.join('\n')}
</spine>
</package>
`
}

export const navigationPath = `${folder}/nav.xhtml`

export function buildNavigation({ title, pages }: ComicBook): string {
  const items = pages.map(
    (_, index) => `<li><a href="page-${formatNumber(index + 1)}.xhtml">${index + 1}</a></li>`,
  )
  return buildXhtml({
    title,
    head: '',
    body: `<nav epub:type="toc"><ol>
<li><a href="page-0001.xhtml">${escapeXml(title)}</a></li>
</ol></nav>
<nav epub:type="page-list" hidden="hidden"><ol>
${items.join('\n')}
</ol></nav>`,
  })
}

/** Builds a page that is filled by its image, which keeps its aspect ratio. */
export function buildComicPage({ pages }: ComicBook, number: number): string {
  const { width, height } = pages[number - 1]!
  return buildXhtml({
    title: String(number),
    head: `<meta name="viewport" content="width=${width}, height=${height}"/>
<style type="text/css">html, body { margin: 0; padding: 0; } img { display: block; width: ${width}px; height: ${height}px; }</style>
`,
    body: `<div><img src="page-${formatNumber(number)}.jpg" alt="${number}"/></div>`,
  })
}

interface XhtmlParts {
  title: string
  /** XML that follows the title. */
  head: string
  body: string
}

const buildXhtml = ({ title, head, body }: XhtmlParts) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head>
<title>${escapeXml(title)}</title>
${head}</head>
<body>
${body}
</body>
</html>
`
