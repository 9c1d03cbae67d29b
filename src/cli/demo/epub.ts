/** Creates a novel as an EPUB 3. */
import { escapeXml } from '../../platform/lib/text/escape-xml'
import { type Novel, novelist, novelSeries } from './novels'
import { type Part, zip } from './zip'

export function makeEpub(novel: Novel, cover: Uint8Array): Buffer<ArrayBuffer> {
  const chapters = novel.chapters.map(({ title, text }, i) => ({
    name: `OEBPS/${buildChapterPath(i)}`,
    data: buildChapter(title, text),
  }))
  const parts: Part[] = [
    // Must be the first entry, because readers expect it at a fixed offset.
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: container },
    { name: 'OEBPS/book.opf', data: packageDocument(novel) },
    { name: 'OEBPS/contents.xhtml', data: contents(novel) },
    { name: 'OEBPS/style.css', data: style },
    { name: 'OEBPS/cover.jpg', data: cover },
  ]
  return zip([...parts, ...chapters])
}

const buildChapterPath = (index: number) => `chapter-${index + 1}.xhtml`

const container =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

const style = `body { margin: 5%; line-height: 1.5 }
h1 { font-size: 1.4em; text-align: center; margin: 2em 0 }
p { margin: 0; text-indent: 1.2em; text-align: justify }
h1 + p { text-indent: 0 }
`

const buildPage = (title: string, body: string) => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`

const buildChapter = (title: string, text: string) => {
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${escapeXml(paragraph)}</p>`)
  return buildPage(title, `<h1>${escapeXml(title)}</h1>\n${paragraphs.join('\n')}`)
}

function contents({ chapters }: Novel): string {
  const entries = chapters.map(
    ({ title }, i) => `<li><a href="${buildChapterPath(i)}">${escapeXml(title)}</a></li>`,
  )
  return buildPage('Contents', `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav>`)
}

function packageDocument({ title, number, year, summary, chapters }: Novel): string {
  const ids = chapters.map((_, i) => `c${i + 1}`)
  const items = ids.map(
    (id, i) =>
      `<item id="${id}" href="${buildChapterPath(i)}" media-type="application/xhtml+xml"/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="uid">urn:demo:harbour-letters:${number}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title>
<dc:creator id="author">${novelist.name}</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta>
<meta refines="#author" property="file-as">${novelist.sortName}</meta>
<dc:language>en</dc:language>
<dc:date>${year}-03-01</dc:date>
<dc:publisher>Quiet Harbour Press</dc:publisher>
<dc:subject>Fantasy</dc:subject>
<dc:subject>Letters</dc:subject>
<dc:description>${escapeXml(summary)}</dc:description>
<meta property="belongs-to-collection" id="series">${novelSeries}</meta>
<meta refines="#series" property="collection-type">series</meta>
<meta refines="#series" property="group-position">${number}</meta>
<meta property="dcterms:modified">${year}-03-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
${items.join('\n')}
</manifest>
<spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine>
</package>
`
}
