/** The feeds of OPDS 1.2 against a RELAX NG schema, which the validator of libxml2 applies. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let schema: RelaxNGValidator
let seriesId: string

/** Unusual characters for each text of a book and series that a feed contains. */
const odd = `<&"'> ]]> \u0000\u000b\ud800 {花}|^\` 100% \t\n😀`

beforeAll(async () => {
  server = await startTestServer()
  const text = await Bun.file(join(import.meta.dir, 'opds-1.2.rng')).text()
  schema = RelaxNGValidator.fromDoc(XmlDocument.fromString(text))
  const library = await seedLibrary(server, { name: 'Comics {all}' })
  const series = await seedSeries(server, library, {
    title: `Series <&"'> {花}`,
    publisher: 'Salt {&} "Press"',
  })
  seriesId = series.id
  const stored = odd.replaceAll('\u0000', '').toWellFormed()
  const metadata = {
    publisher: stored,
    languageIso: 'pt-BR',
    year: 2021,
    summary: stored,
    authors: [{ name: stored, role: 'writer' }],
    genre: stored,
    subjects: [stored],
  }
  const formats = ['cbz', 'epub', 'pdf', 'folder', 'cbr']
  for (const [index, format] of formats.entries()) {
    const title = `${stored} ${index}`
    const book = await seedBook(server, series, { title, volume: index + 1, format, metadata })
    if (index > 0) continue
    const body = { currentPage: 7 }
    await server.call('PUT', `/books/${book.id}/progress`, { as: 'ann', body })
    await server.call('POST', '/want-to-read', { as: 'ann', body: { bookId: book.id } })
  }
  await seedBook(server, series, { title: 'Unread file', format: null, pageCount: 0, size: 0 })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId } })
  await server.call('PUT', `/series/${seriesId}/genres`, {
    as: 'ada',
    body: { genres: ['Sea {salt} & "more"'] },
  })
})
afterAll(async () => {
  schema.dispose()
  await server.close()
})

function validate(xml: string) {
  using document = XmlDocument.fromString(xml)
  schema.validate(document)
}

test.each([
  '/opds',
  '/opds/series',
  '/opds/series?order=read&status=in_progress',
  '/opds/series?page=2&pageSize=1',
  '/opds/libraries',
  '/opds/genres',
  '/opds/publishers',
  '/opds/keep-reading',
  '/opds/on-deck',
  '/opds/new-books',
  '/opds/want-to-read',
  '/opds/search?q=series',
  '/opds/search?q=%7B%22%3C%F0%9F%98%80',
  '/opds/search?q=',
])('%s is valid', async (path) => {
  validate(await (await server.fetch(path, { as: 'ann' })).text())
})

test('the books of a series are valid, with all that they have', async () => {
  const xml = await (await server.fetch(`/opds/series/${seriesId}`, { as: 'ann' })).text()
  for (const part of ['dc:publisher', 'dc:language', 'dc:issued', 'category', 'pse:lastRead']) {
    expect(xml).toContain(`${part}`)
  }
  expect(xml.match(/<entry>/g)).toHaveLength(6)
  validate(xml)
})

test('lists of genres and publishers lead to valid lists', async () => {
  for (const path of ['/opds/genres', '/opds/publishers', '/opds/libraries']) {
    const xml = await (await server.fetch(path, { as: 'ann' })).text()
    const [, href] = /rel="subsection" href="([^"]+)"/.exec(xml)!
    const next = await server.fetch(href!.replaceAll('&amp;', '&'), { as: 'ann' })
    expect(next.status).toBe(200)
    validate(await next.text())
  }
})

describe('the schema refuses', () => {
  const change = async (from: string | RegExp, to: string) => {
    const xml = await (await server.fetch(`/opds/series/${seriesId}`, { as: 'ann' })).text()
    const changed = xml.replace(from, to)
    expect(changed).not.toBe(xml)
    return () => validate(changed)
  }

  test.each([
    ['an entry without id', /<id>urn:uuid:[^<]*<\/id>/, ''],
    ['an entry without links', /(<content[^>]*>[^<]*<\/content>)\s*(<link[^>]*>\s*)+/, '$1'],
    ['a time without zone', /<updated>[^<]*<\/updated>/, '<updated>yesterday</updated>'],
    ['a space in an address', 'href="/opds', 'href="/op ds'],
    ['a link without type', / type="image\/jpeg"/, ''],
    ['an unknown relation', 'rel="start"', 'rel="begin"'],
    ['an unknown element', '</entry>', '<rating>5</rating></entry>'],
    ['a stream without number of pages', /pse:count="20"/, ''],
  ])('%s', async (_, from, to) => {
    expect(await change(from, to)).toThrow()
  })
})
