/**
 * S8: metadata files that want to read other files, to send requests or to grow without end. They
 * are scanned like others: the server reads neither file nor address for them, and shows no more
 * text than it keeps of any file.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  addLibrary,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
  writeFiles,
} from '../ingest/scanning/scan-server'
import { makePicture } from '../support/make/pictures'
import { makeZip } from '../support/make/zip'

const secret = 'TOP-SECRET-CONTENT'
let server: ScanServer
let recorder: ReturnType<typeof Bun.serve>
const requests: string[] = []
let folder: string
/** Every API answer that shows metadata of the library. */
let shown: string
let titles: string[]

/** Document types, and the text that the title of each document is to be. */
function listAttacks(): Record<string, { prologue: string; title: string }> {
  const file = `file://${join(folder, 'secret.txt')}`
  const url = recorder.url.origin
  const laughs = Array.from(
    { length: 12 },
    (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
  ).join('')
  return {
    file: { prologue: `<!DOCTYPE x [<!ENTITY e SYSTEM "${file}">]>`, title: 'file &e;' },
    address: {
      prologue: `<!DOCTYPE x [<!ENTITY e SYSTEM "${url}/entity">]>`,
      title: 'address &e;',
    },
    type: { prologue: `<!DOCTYPE x SYSTEM "${url}/type.dtd">`, title: 'type' },
    publicType: { prologue: `<!DOCTYPE x PUBLIC "-//X//EN" "${url}/public.dtd">`, title: 'public' },
    parameter: {
      prologue: `<!DOCTYPE x [<!ENTITY % p SYSTEM "${url}/parameter"> %p;]>`,
      title: 'parameter &sent;',
    },
    nested: {
      prologue: `<!DOCTYPE x [<!ENTITY f SYSTEM "${file}"><!ENTITY e "&f;">]>`,
      title: 'nested &e;',
    },
    laughs: { prologue: `<!DOCTYPE x [<!ENTITY a0 "ha">${laughs}]>`, title: 'laughs &a12;' },
    repeated: {
      prologue: `<!DOCTYPE x [<!ENTITY e "${'e'.repeat(50_000)}">]>`,
      title: `repeated ${'&e;'.repeat(5_000)}`,
    },
    endless: { prologue: '<!DOCTYPE x [<!ENTITY e "&e;">]>', title: 'endless &e;' },
    include: {
      prologue: '',
      title: `include <i xmlns="http://www.w3.org/2001/XInclude" href="${file}" parse="text"/>`,
    },
    sheet: {
      prologue: `<?xml-stylesheet href="${url}/sheet.xsl" type="text/xsl"?>`,
      title: 'sheet',
    },
    unclosed: { prologue: '<!DOCTYPE x [<!ENTITY e "', title: 'unclosed' },
    deep: { prologue: '', title: `deep ${'<b>'.repeat(50_000)}` },
  }
}

const container =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
const declaration = '<?xml version="1.0" encoding="utf-8"?>'

interface Attack {
  prologue: string
  title: string
}

const makePackage = ({ prologue, title }: Attack, language = 'en') =>
  `${declaration}${prologue}<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:language>${language}</dc:language></metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine toc="ncx"><itemref idref="c"/></spine></package>`

const makeContents = ({ prologue, title }: Attack) =>
  `${declaration}${prologue}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>${title}</text></navLabel><content src="c.xhtml"/></navPoint></navMap></ncx>`

const plain: Attack = { prologue: '', title: 'Plain' }
const xml = (root: string, { prologue, title }: Attack) =>
  `${declaration}${prologue}<${root}><Title>${title}</Title><Series>${title}</Series><Summary>${title}</Summary></${root}>`

/** An EPUB in which each of its documents attacks. */
const makeBook = (attack: Attack) =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: `${declaration}${attack.prologue}${container}` },
    {
      name: 'META-INF/encryption.xml',
      data: `${attack.prologue}<encryption>${attack.title}</encryption>`,
    },
    { name: 'content.opf', data: makePackage(attack) },
    { name: 'toc.ncx', data: makeContents(attack) },
    {
      name: 'c.xhtml',
      data: `${declaration}${attack.prologue}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${attack.title}</p></body></html>`,
    },
  ])

beforeAll(async () => {
  recorder = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      requests.push(new URL(request.url).pathname)
      return new Response('<!ENTITY sent "sent">')
    },
  })
  server = await startScanServer()
  folder = makeFolder()
  const picture = await makePicture({ seed: 1 })
  const comic = (info: string | Uint8Array) =>
    makeZip([
      { name: '1.jpg', data: picture },
      { name: 'ComicInfo.xml', data: info },
    ])
  const library = makeFolder()
  writeFiles(folder, { 'secret.txt': secret })
  const files: Record<string, Uint8Array | string> = {}
  for (const [name, attack] of Object.entries(listAttacks())) {
    files[`epub ${name}/epub ${name}.epub`] = makeBook(attack)
    files[`comic ${name}/comic ${name}.cbz`] = comic(xml('ComicInfo', attack))
    files[`wide ${name}/wide ${name}.cbz`] = comic(
      Buffer.from(`\ufeff${xml('ComicInfo', attack)}`, 'utf16le'),
    )
    files[`side ${name}/side ${name}.cbz`] = comic(xml('ComicInfo', plain))
    files[`side ${name}/ComicInfo.xml`] = xml('ComicInfo', attack)
    files[`package ${name}/package ${name}.cbz`] = comic(xml('ComicInfo', plain))
    files[`package ${name}/metadata.opf`] = makePackage(attack)
  }
  const deep = `${'{"metadata":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const series = {
    deep,
    wide: JSON.stringify({ metadata: { name: 'x'.repeat(5_000_000) } }),
    polluted: '{"__proto__":{"isAdmin":true},"metadata":{"__proto__":{"hacked":"yes"},"name":"P"}}',
    path: JSON.stringify({ metadata: { name: '../../secret.txt', ComicImage: '/etc/passwd' } }),
  }
  for (const [name, text] of Object.entries(series)) {
    files[`json ${name}/json ${name}.cbz`] = comic(xml('ComicInfo', plain))
    files[`json ${name}/series.json`] = text
  }
  writeFiles(library, files)
  const id = await addLibrary(server, library)
  await scanLibrary(server, id)
  const get = async (path: string) => (await server.call('GET', path, { as: 'ada' })).body
  const books = (await get('/books?pageSize=200')).data as { id: string; title: string }[]
  titles = books.map(({ title }) => title)
  const answers = [
    ...(await Promise.all(books.map((book) => get(`/books/${book.id}`)))),
    ...(await Promise.all(books.map((book) => get(`/books/${book.id}/toc`)))),
    await get('/series?pageSize=200'),
    await get('/side-files/errors?pageSize=200'),
  ]
  shown = JSON.stringify(answers)
}, 120_000)
afterAll(async () => {
  await server.close()
  await recorder.stop(true)
})

test('S8: every book is found', () => {
  const attacks = Object.keys(listAttacks()).length
  expect(titles.length).toBe(attacks * 5 + 4)
  // The documents are read, apart from what they want.
  expect(titles.filter((title) => title === 'sheet')).toHaveLength(2)
  expect([...shown.matchAll(/"summary":"sheet"/g)].length).toBeGreaterThan(2)
})

test('S8: no file is read and no request is sent', () => {
  expect(shown).not.toContain(secret)
  expect(requests).toEqual([])
})

test('S8: nothing grows beyond what is kept of a text', () => {
  expect(Math.max(...titles.map(({ length }) => length))).toBeLessThan(2_000)
  expect(shown.length).toBeLessThan(5_000_000)
  expect({} as { isAdmin?: boolean }).not.toHaveProperty('isAdmin')
  expect(({} as { hacked?: string }).hacked).toBeUndefined()
})

test('S8: the server answers as before', async () => {
  const { status } = await server.call('GET', '/libraries', { as: 'ann' })
  expect(status).toBe(200)
})
