/** Copies of books with the metadata of Quire, checked by other programs' readers. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobReader, BlobWriter, ZipReader } from 'foliate-js/vendor/zip.js'
import { XmlDocument } from 'libxml2-wasm'
import { writeCopies } from '../../../src/admin/transfer/copies/write-copies'
import { openZip, readZipEntry } from '../../../src/media/archives/zip/zip'
import { BookFile } from '../../../src/media/contents/book-file'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let shelf: string
let target: string
let series: SeededSeries
beforeEach(async () => {
  server = await startTestServer()
  shelf = mkdtempSync(join(tmpdir(), 'copies-shelf-'))
  target = join(mkdtempSync(join(tmpdir(), 'copies-')), 'copies')
  const library = await seedLibrary(server, { path: shelf, name: 'Comics' })
  series = await seedSeries(server, library, {
    title: 'Night & "Day"',
    publisher: 'Moon',
    readingDirection: 'rtl',
    ageRating: 13,
    metadata: { summary: 'About <light>' },
  })
})
afterEach(() => server.close())

async function addBook(name: string, bytes: Uint8Array, values: object = {}) {
  mkdirSync(join(shelf, 'Night'), { recursive: true })
  writeFileSync(join(shelf, 'Night', name), bytes)
  const format = name.endsWith('.epub') ? 'epub' : 'cbz'
  const metadata = { summary: 'Ünïcode & more', writer: 'Ann, Bob', year: 2026, month: 2, day: 3 }
  return seedBook(server, series, {
    title: 'First <one>',
    volume: 1,
    relativePath: `Night/${name}`,
    format,
    metadata: { ...metadata, authors: [{ name: 'Ann', role: 'author' }] },
    ...values,
  })
}

async function unzip(path: string) {
  const blob = new Blob([readFileSync(path)])
  const entries = await new ZipReader(new BlobReader(blob)).getEntries()
  const read = async (name: string) =>
    (await entries.find(({ filename }) => filename === name)!.getData(new BlobWriter())).bytes()
  return { names: entries.map(({ filename }) => filename), read }
}

/** The source, which other programs cannot all read. */
function readSource(name: string) {
  using file = new BookFile(join(shelf, 'Night', name))
  const zip = openZip(file)
  return new Map(zip.entries.map((entry) => [entry.name, readZipEntry(zip, entry)]))
}

const copy = (format: 'comicinfo' | 'opf' | 'series-json', options: object = {}) =>
  writeCopies(server.ctx, { format, to: target, library: 'Comics', ...options })

test('a comic gets a ComicInfo.xml, and keeps its pages and what Quire does not know', async () => {
  const pages = '<Pages><Page Image="0" Type="FrontCover" /></Pages>'
  const comicInfo = `<?xml version="1.0"?><ComicInfo><Title>Old</Title><Characters>Moon &amp; Sun</Characters>${pages}</ComicInfo>`
  const bytes = await makeCbz({ pages: 3, comicInfo, stored: false })
  await addBook('a.cbz', bytes)
  await addBook('plain.cbz', await makeCbz({ pages: 2 }))
  expect(await copy('comicinfo')).toEqual({ written: 2, skipped: [] })
  const before = readSource('a.cbz')
  const after = await unzip(join(target, 'Night', 'a.cbz'))
  expect(after.names).toEqual([...before.keys()])
  for (const name of after.names.filter((one) => one.endsWith('.jpg'))) {
    expect(before.get(name)!.equals(await after.read(name))).toBe(true)
  }
  const plain = await unzip(join(target, 'Night', 'plain.cbz'))
  expect(plain.names.at(-1)).toBe('ComicInfo.xml')
  using document = XmlDocument.fromBuffer(await after.read('ComicInfo.xml'))
  const textOf = (name: string) => document.get(`/ComicInfo/${name}`)?.content
  expect(textOf('Title')).toBe('First <one>')
  expect(textOf('Series')).toBe('Night & "Day"')
  expect(textOf('Summary')).toBe('Ünïcode & more')
  expect(textOf('Manga')).toBe('YesAndRightToLeft')
  expect(textOf('AgeRating')).toBe('Teen')
  expect(textOf('Volume')).toBe('1')
  expect(textOf('Publisher')).toBe('Moon')
  expect(textOf('Characters')).toBe('Moon & Sun')
  expect(document.get('/ComicInfo/Pages/Page/@Type')?.content).toBe('FrontCover')
  expect(readFileSync(join(shelf, 'Night', 'a.cbz'))).toEqual(bytes)
})

test('an e-book gets its metadata, and keeps its type first and stored', async () => {
  const metadata =
    '<meta property="belongs-to-collection" id="c1">Old</meta><meta refines="#c1" property="group-position">9</meta>'
  await addBook('b.epub', await makeEpub({ title: 'Old', author: 'Nobody', metadata }))
  expect(await copy('opf')).toEqual({ written: 1, skipped: [] })
  const path = join(target, 'Night', 'b.epub')
  const before = readSource('b.epub')
  const after = await unzip(path)
  expect(after.names).toEqual([...before.keys()])
  expect(after.names[0]).toBe('mimetype')
  const raw = readFileSync(path)
  // The header has no extra field, and the type follows its name unpacked.
  expect(raw.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
  for (const name of after.names.filter((one) => !one.endsWith('.opf'))) {
    expect(before.get(name)!.equals(await after.read(name))).toBe(true)
  }
  using document = XmlDocument.fromBuffer(await after.read('OEBPS/content.opf'))
  const dc = { dc: 'http://purl.org/dc/elements/1.1/', opf: 'http://www.idpf.org/2007/opf' }
  const listOf = (name: string) => document.find(`//dc:${name}`, dc).map(({ content }) => content)
  expect(listOf('title')).toEqual(['First <one>'])
  expect(listOf('creator')).toEqual(['Ann'])
  expect(listOf('date')).toEqual(['2026-02-03'])
  expect(listOf('identifier')).toHaveLength(1)
  const meta = document.find('//opf:meta[@name="calibre:series"]/@content', dc)
  expect(meta.map(({ content }) => content)).toEqual(['Night & "Day"'])
  expect(document.find('//opf:meta[@refines="#c1"]', dc)).toHaveLength(0)
})

test('a series gets a series.json', async () => {
  await addBook('a.cbz', await makeCbz())
  await addBook('b.cbz', await makeCbz())
  expect(await copy('series-json')).toEqual({ written: 1, skipped: [] })
  expect(readdirSync(join(target, 'Night'))).toEqual(['series.json'])
  const text = readFileSync(join(target, 'Night', 'series.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    metadata: { name: 'Night & "Day"', publisher: 'Moon', description_text: 'About <light>' },
  })
})

test('what exists is kept, and what cannot be copied is named', async () => {
  await addBook('a.cbz', await makeCbz())
  await addBook('broken.cbz', Buffer.from('hello'))
  await addBook('cut.cbz', (await makeCbz()).subarray(0, -30))
  await addBook('b.epub', await makeEpub({}))
  await seedBook(server, series, { relativePath: 'Night/gone.cbz', format: 'cbz' })
  mkdirSync(join(target, 'Night'), { recursive: true })
  writeFileSync(join(target, 'Night', 'a.cbz'), 'mine')
  const { written, skipped } = await copy('comicinfo')
  expect([written, skipped]).toEqual([
    0,
    [
      { path: 'Night/a.cbz', reason: 'already exists' },
      { path: 'Night/broken.cbz', reason: 'is damaged or encrypted' },
      { path: 'Night/cut.cbz', reason: 'is damaged or encrypted' },
      { path: 'Night/b.epub', reason: 'is no CBZ' },
      { path: 'Night/gone.cbz', reason: 'the book is missing' },
    ],
  ])
  expect(readFileSync(join(target, 'Night', 'a.cbz'), 'utf8')).toBe('mine')
  expect(readdirSync(join(target, 'Night'))).toEqual(['a.cbz'])
})

test('nothing is written into a library', async () => {
  await addBook('a.cbz', await makeCbz())
  const link = join(mkdtempSync(join(tmpdir(), 'copies-link-')), 'link')
  symlinkSync(shelf, link)
  for (const to of [shelf, join(shelf, 'copies', 'deep'), join(link, 'new'), join(shelf, '..')]) {
    expect(copy('comicinfo', { to })).rejects.toThrow('never writes into a library')
    await copy('comicinfo', { to }).catch(() => undefined)
  }
  expect(readdirSync(shelf)).toEqual(['Night'])
  expect(copy('comicinfo', { library: 'Other' })).rejects.toThrow('There is no library')
  expect(existsSync(target)).toBe(false)
})
