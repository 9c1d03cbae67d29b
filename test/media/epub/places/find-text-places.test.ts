/** Places that other programs stored, found again in the sections of an e-book. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, toRange } from 'foliate-js/epubcfi.js'
import { Window } from 'happy-dom'
import { openZip } from '../../../../src/media/archives/zip/zip'
import { BookFile } from '../../../../src/media/contents/book-file'
import {
  findTextPlaces,
  type WantedTextPlace,
} from '../../../../src/media/epub/places/find-text-places'
import { makeEpub } from '../../../support/make/epub'

const folder = mkdtempSync(join(tmpdir(), 'text-places-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = '<head><title>One</title><style>p { color: red }</style></head>'
const page = (body: string) =>
  `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">\n${head}\n<body>${body}</body></html>`

const lamps = `
  <div><h1>Lamps</h1>
    <p>A lamp<!-- no text --> and a &amp; lamp.</p>
    <p>The <i>old&nbsp;</i>lan\u00adtern <b>was
      lit</b>, and a lamp.<br/>Then</p><script>var lamp = 'a lamp'</script>
    <p>an end<!-- none --> here.</p>
  </div>`

async function find(body: string, ...wanted: Partial<WantedTextPlace>[]) {
  const path = join(folder, 'book.epub')
  writeFileSync(path, await makeEpub({ documents: [page('<p>Before</p>'), page(body)] }))
  using file = new BookFile(path)
  return findTextPlaces(
    openZip(file),
    wanted.map((one) => ({ section: 2, elements: [], offset: 0, quote: '', ...one })),
  )
}

/** The text that the reader would paint. The ranges of the DOM here fail in parsed documents. */
function readRange(body: string, cfi: string | null | undefined) {
  const source = page(body).replaceAll('&nbsp;', '&#160;')
  const parsed = new new Window().DOMParser().parseFromString(source, 'application/xhtml+xml')
  const documentElement = parsed.documentElement as unknown as TestNode
  const ends: { node: TestNode; offset: number }[] = []
  const add = (node: TestNode, offset: number) => ends.push({ node, offset })
  const createRange = () => ({ setStart: add, setEnd: add })
  toRange({ documentElement, createRange }, parse(cfi!))
  const texts = listTexts(documentElement)
  const [start, end] = ends.map(({ node, offset }) => {
    const before = texts.slice(0, texts.indexOf(node))
    return before.reduce((sum, { textContent }) => sum + textContent.length, offset)
  })
  return texts
    .map(({ textContent }) => textContent)
    .join('')
    .slice(start, end)
}

interface TestNode {
  nodeType: number
  textContent: string
  childNodes: Iterable<TestNode>
}

const listTexts = (root: TestNode): TestNode[] =>
  [...root.childNodes].flatMap((node) =>
    node.nodeType === 3 ? [node] : node.nodeType === 1 ? listTexts(node) : [],
  )

test('a quote is found whatever its white space, with the place that the reader paints', async () => {
  const [found] = await find(lamps, {
    elements: ['div[1]', 'p[2]'],
    quote: 'The old lantern was lit , and',
  })
  expect(found).toMatchObject({ href: 'OEBPS/c2.xhtml', mediaType: 'application/xhtml+xml' })
  expect(found!.before).toEndWith('and a & lamp.\n    ')
  expect(found!.after).toStartWith(' a lamp.Then')
  expect(found!.progression).toBeGreaterThan(0)
  expect(found!.totalProgression).toBeGreaterThan(0.5)
  expect(readRange(lamps, found!.partialCfi)).toBe('The old\u00a0lan\u00adtern was\n      lit, and')
})

test('of equal quotes, the nearest to the element is meant', async () => {
  const quote = 'a lamp'
  const found = await find(
    lamps,
    { elements: ['div[1]', 'p[1]'], quote: 'A lamp' },
    { elements: ['div[1]', 'p[1]'], offset: 12, quote: 'lamp' },
    { elements: ['div[1]', 'p[3]'], quote },
    // The program there has elements of its own between.
    { elements: ['div[1]', 'p[2]', 'b[7]', 'i[2]'], quote },
  )
  expect(found.map((one) => one!.partialCfi)).toEqual([
    'epubcfi(/4,/2/4/1:0,/2/4/1:6)',
    'epubcfi(/4,/2/4/1:15,/2/4/1:19)',
    'epubcfi(/4,/2/6/5:6,/2/6/5:12)',
    'epubcfi(/4,/2/6/5:6,/2/6/5:12)',
  ])
  for (const one of found.slice(2)) expect(readRange(lamps, one!.partialCfi)).toBe('a lamp')
})

test('text that is gone stays in its section, and a section that is gone is nowhere', async () => {
  const [gone, after, nowhere] = await find(
    lamps,
    { elements: ['div[1]', 'p[2]'], quote: 'nothing of the kind' },
    { quote: 'end here.' },
    { section: 3, quote: 'a lamp' },
  )
  expect(gone).toMatchObject({ href: 'OEBPS/c2.xhtml', partialCfi: null, before: '', after: '' })
  expect(gone!.progression).toBeGreaterThan(0.2)
  expect(readRange(lamps, after!.partialCfi)).toBe('end here.')
  expect(nowhere).toBeNull()
})

test('a place without text is a point', async () => {
  const [point] = await find(lamps, { elements: ['div[1]', 'p[3]'], offset: 3 })
  expect(point!.partialCfi).toBe('epubcfi(/4/2/10/1:3)')
})

test('text between CDATA marks counts as text', async () => {
  const [found] = await find('<p>an end<![CDATA[ <here>]]>.</p>', { quote: '<here>.' })
  expect(found!.partialCfi).toBe('epubcfi(/4,/2/1:7,/2/1:14)')
})

test('text that browsers may read differently has no exact place', async () => {
  const [found] = await find('<p>A lamp<p>and a <b>lan<i>tern</b></i>', { quote: 'lantern' })
  expect(found).toMatchObject({ partialCfi: null, before: 'A lampand a ' })
})

test('a section that is nested too deeply is not searched', async () => {
  const [found] = await find(`${'<div>'.repeat(600)}lamp`, { quote: 'lamp' })
  expect(found).toMatchObject({ href: 'OEBPS/c2.xhtml', progression: 0, partialCfi: null })
})
