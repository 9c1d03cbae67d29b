/** Small texts of every kind in books, for the fuzz runs. */
import type { ZipPart } from '../support/make/zip'

const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

const opf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier id="uid" opf:scheme="ISBN">urn:isbn:9780000000002</dc:identifier>
<dc:title id="t">A title</dc:title><meta refines="#t" property="title-type">main</meta>
<dc:creator id="a" opf:file-as="Writer, A" opf:role="aut">A Writer</dc:creator>
<meta refines="#a" property="role" scheme="marc:relators">aut</meta>
<dc:language>en</dc:language><dc:date opf:event="publication">2012-03-04T00:00:00Z</dc:date>
<dc:description>&lt;p&gt;Some &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</dc:description>
<meta property="belongs-to-collection" id="c">The series</meta>
<meta refines="#c" property="group-position">2.5</meta>
<meta name="calibre:series" content="The series"/><meta name="calibre:series_index" content="2"/>
<meta name="calibre:user_metadata:#x" content="{&quot;#value#&quot;: [1, 2]}"/>
<meta name="cover" content="cover-img"/>
</metadata>
<manifest>
<item id="cover-img" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
</manifest>
<spine toc="ncx" page-progression-direction="rtl"><itemref idref="c1" linear="yes"/></spine>
<guide><reference type="cover" title="Cover" href="c1.xhtml#top"/></guide>
</package>`

const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="c1.xhtml#a">One</a><ol><li><a href="c1.xhtml#b">Two</a></li></ol></li></ol></nav>
<nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">1</a></li></ol></nav></body></html>`

const ncx = `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>
<navPoint id="n1" playOrder="1"><navLabel><text>One</text></navLabel><content src="c1.xhtml"/>
<navPoint id="n2" playOrder="2"><navLabel><text>Two</text></navLabel><content src="c1.xhtml#b"/></navPoint></navPoint></navMap>
<pageList><pageTarget value="1" type="normal"><navLabel><text>1</text></navLabel><content src="c1.xhtml#p1"/></pageTarget></pageList></ncx>`

const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title><meta name="viewport" content="width=600, height=800"/></head><body><p id="a">Words.</p><img src="cover.jpg"/></body></html>`

export const epubParts = (picture: Uint8Array): (ZipPart & { data: Uint8Array | string })[] => [
  { name: 'mimetype', data: 'application/epub+zip' },
  { name: 'META-INF/container.xml', data: container },
  { name: 'OEBPS/content.opf', data: opf },
  { name: 'OEBPS/nav.xhtml', data: nav },
  { name: 'OEBPS/toc.ncx', data: ncx },
  { name: 'OEBPS/c1.xhtml', data: chapter },
  { name: 'OEBPS/cover.jpg', data: picture },
]

export const seriesJson = JSON.stringify({
  version: '1.0.2',
  metadata: {
    type: 'comicSeries',
    name: 'A series',
    publisher: 'A server',
    imprint: null,
    comicid: 12345,
    year: 2012,
    description_text: 'Some words',
    description_formatted: '<p>Some <b>words</b></p>',
    booktype: 'Print',
    age_rating: 'Teen',
    collects: [{ series: 'Another', issues: '1-6' }],
    total_issues: 54,
    publication_run: 'March 2012 - Present',
    status: 'Continuing',
  },
})

export const xmp = `%PDF-1.4
<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:calibre="http://calibre-ebook.com/xmp-namespace" xmlns:calibreSI="http://calibre-ebook.com/xmp-namespace-series-index"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A Writer</rdf:li></rdf:Seq></dc:creator><dc:date><rdf:Seq><rdf:li>2012-03</rdf:li></rdf:Seq></dc:date><calibre:series rdf:parseType="Resource"><rdf:value>The series</rdf:value><calibreSI:series_index>2.00</calibreSI:series_index></calibre:series></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
%%EOF`

export const names = [
  'Akira (2019)/Akira v01 c001-005 (of 12) (digital) (Group).cbz',
  'Some Series Vol.01 Ch.12.5 [English] {v2}.cbr',
  '[Circle (Artist)] タイトル 第01巻 第003話 (オリジナル) [DL版].zip',
  '제목 15화 (완결).zip',
  'Том 2 Глава 17 - Название.cbz',
  'Серия - 004 (2012) (webrip).cb7',
  'เล่ม 3 ตอนที่ 12.cbz',
  'Tome 3 - Le Titre - Chapitre 12.pdf',
  '2000AD Annual #3 (1979).cbr',
  'Series 007 (of 10) (2019-2021) (Omnibus) - Special Edition SP01.epub',
]
