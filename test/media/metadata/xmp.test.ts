import { expect, test } from 'bun:test'
import { readPdf } from '../../../src/media/pdf/pdf'
import { makePdf, type PdfOptions } from '../../support/make/pdf'
import { writeBook } from '../../support/make/tree'

const read = async (options: PdfOptions) =>
  (await readPdf(writeBook('a.pdf', makePdf(options)))).metadata

const packet = (inner: string, attributes = '') => `<?xpacket begin="\ufeff"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ${attributes}>${inner}</rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const list = (kind: string, ...items: string[]) =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:${kind}>`

const whole = packet(`
  <dc:title><rdf:Alt><rdf:li xml:lang="de">Deutsch</rdf:li><rdf:li xml:lang="x-default">The Title</rdf:li></rdf:Alt></dc:title>
  <dc:creator>${list('Seq', 'Ann A', 'Bob B')}</dc:creator>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">About &amp; more</rdf:li></rdf:Alt></dc:description>
  <dc:language>${list('Bag', 'pt_br')}</dc:language>
  <dc:subject>${list('Bag', 'robots', 'school')}</dc:subject>
  <dc:publisher>${list('Bag', 'TestServer')}</dc:publisher>
  <dc:date>${list('Seq', '2019-04-30T00:00:00+02:00')}</dc:date>
  <xmp:Identifier><rdf:Bag>
    <rdf:li rdf:parseType="Resource"><xmpidq:Scheme>isbn</xmpidq:Scheme><rdf:value>9780306406157</rdf:value></rdf:li>
  </rdf:Bag></xmp:Identifier>
  <calibre:series rdf:parseType="Resource"><rdf:value>Discs</rdf:value><calibreSI:series_index>3.00</calibreSI:series_index></calibre:series>
  <calibre:rating>8</calibre:rating><calibre:title_sort>Title, The</calibre:title_sort>`)

test('everything that XMP says of a PDF arrives, before its old document information', async () => {
  const info = { Title: 'Old', Author: 'Old Author', Subject: 'Old subject', Keywords: 'old' }
  expect(await read({ info, xmp: [whole] })).toMatchObject({
    source: 'pdf',
    title: 'The Title',
    sortTitle: 'Title, The',
    summary: 'About & more',
    writer: 'Ann A, Bob B',
    languageIso: 'pt-BR',
    tags: ['robots', 'school'],
    publisher: 'TestServer',
    year: 2019,
    month: 4,
    day: 30,
    isbns: ['9780306406157'],
    identifiers: ['isbn:9780306406157'],
    series: 'Discs',
    number: '3',
    seriesPosition: 3,
    communityRating: 4,
  })
})

test('what XMP leaves out comes from the document information', async () => {
  const info = { Title: 'Title', Author: 'Ann; Bob', Keywords: 'a, b' }
  const xmp = [packet(`<dc:publisher>${list('Bag', 'TestServer')}</dc:publisher>`)]
  expect(await read({ info, xmp })).toMatchObject({
    title: 'Title',
    writer: 'Ann, Bob',
    tags: ['a', 'b'],
    publisher: 'TestServer',
  })
})

test('short forms are understood: attributes, and values without a list', async () => {
  const xmp = [packet('<dc:creator>Ann</dc:creator>', 'dc:title="T" calibre:series="S"')]
  expect(await read({ xmp })).toMatchObject({
    title: 'T',
    writer: 'Ann',
    series: 'S',
    number: null,
  })
})

test('of several packets the last one counts', async () => {
  const titles = ['First', 'Second'].map((title) => packet('', `dc:title="${title}"`))
  expect((await read({ xmp: titles }))?.title).toBe('Second')
})

test('the packet of a picture does not speak for the document', async () => {
  const ofPicture = `http://ns.adobe.com/xap/1.0/ ${packet('', 'dc:title="A picture"')}`
  expect((await read({ xmp: [packet('', 'dc:title="Book"'), ofPicture] }))?.title).toBe('Book')
})

test.each([
  ['a title that an office program made up', packet('', 'dc:title="Microsoft Word - x.docx"')],
  ['a packet that is cut', '<x:xmpmeta><rdf:RDF><rdf:Description dc:title="x"'],
  ['a packet that is too large', packet(`<dc:title>${'x'.repeat(5 << 20)}</dc:title>`)],
  ['ends without beginnings', '</x:xmpmeta>'.repeat(1000)],
])('%s is passed over', async (_, xmp) => {
  expect((await read({ info: { Title: 'Kept' }, xmp: [xmp] }))?.title).toBe('Kept')
})
