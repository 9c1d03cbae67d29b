/** E-books as Kobo's reader receives them, checked with a third-party ZIP reader and XML parser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { XmlDocument } from 'libxml2-wasm'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { readPublication } from '../../../src/media/reader/decoder-archives'
import { addKoboSpans } from '../../../src/protocols/kobo/files/kobo-spans'
import { makeEpub } from '../../support/make/epub'
import { makePicture } from '../../support/make/pictures'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { Dice, randomSeed } from '../../support/dice'
import { unpack } from './unpack'

const page = (body: string, head = '<title>A page.</title>') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body class="x">${body}</body></html>`

const span = (id: string, text: string) => `<span class="koboSpan" id="kobo.${id}">${text}</span>`

/** Returns the converted body without its containers, or undefined if nothing was converted. */
function convert(body: string) {
  const converted = addKoboSpans(page(body))
  const pattern =
    /<body class="x"><div id="book-columns"><div id="book-inner">([^]*)<\/div><\/div><\/body>/
  return converted === undefined ? undefined : pattern.exec(converted)![1]
}

function readText(xhtml: string): string {
  using document = XmlDocument.fromString(xhtml)
  return document.root.content
}

describe('spans', () => {
  test.each([
    [
      'each sentence',
      '<p>One. Two! “Three?” Four</p>',
      `<p>${span('1.1', 'One. ')}${span('1.2', 'Two! ')}${span('1.3', '“Three?” ')}${span('1.4', 'Four')}</p>`,
    ],
    [
      'each paragraph',
      '<h1>A</h1>\n<p>B</p><p> </p>',
      `<h1>${span('1.1', 'A')}</h1>\n<p>${span('2.1', 'B')}</p><p> </p>`,
    ],
    [
      'text within elements',
      '<p>a <b>bold. x</b> c</p>',
      `<p>${span('1.1', 'a ')}<b>${span('1.2', 'bold. ')}${span('1.3', 'x')}</b>${span('1.4', ' c')}</p>`,
    ],
    ['text without a paragraph', 'Bare &amp; 3.14', span('1.1', 'Bare &amp; 3.14')],
    ['pictures', '<p><img src="a>b.jpg"/></p>', `<p>${span('2.1', '<img src="a>b.jpg"/>')}</p>`],
    [
      'nothing that is no text',
      '<pre>a. b</pre><svg><text>c</text></svg><script>d</script><!-- e. f --><![CDATA[g]]>',
      '<pre>a. b</pre><svg><text>c</text></svg><script>d</script><!-- e. f --><![CDATA[g]]>',
    ],
  ])('%s', (_, body, expected) => {
    expect(convert(body)).toBe(expected)
  })

  test.each([
    ['crossed elements', '<p><b>a</p></b>'],
    ['an open element', '<p>a'],
    ['a bare less-than sign', '<p>a < b</p>'],
    ['a cut tag', '<p>a</p><img src="'],
    ['an open comment', '<p>a</p><!-- '],
    ['a second body', '</body><body>'],
    ['spans of before', span('1.1', 'A')],
  ])('%s leaves the document as it is', (_, body) => {
    expect(convert(body)).toBeUndefined()
  })

  test('documents with an endless name are given up at once', () => {
    // With backtracking, each document would take a second, and the test would time out.
    const documents = Array.from({ length: 100 }, () => page(`<${'a'.repeat(30_000)}`))
    expect(documents.map(addKoboSpans)).toEqual(documents.map(() => undefined))
  })

  test.each(['', 'text', '<html/>', '<p>a</p>', '<h:html><h:body>a</h:body></h:html>'])(
    'the document %p is left as it is',
    (text) => {
      expect(addKoboSpans(text)).toBeUndefined()
    },
  )

  test('more sentences than any book has leave the document as it is', () => {
    expect(convert('. '.repeat(100_000))).toBeDefined()
    expect(convert('. '.repeat(100_001))).toBeUndefined()
  })

  test('the text does not change, and every span has its own number', () => {
    const dice = new Dice(randomSeed)
    const words = [
      'a',
      'B. ',
      '? ',
      ' ',
      '\n',
      '…',
      '.”',
      '&amp;',
      '&#8212;',
      '文。',
      '😀',
      ']]',
      '>',
    ]
    const tags = ['p', 'b', 'i', 'div', 'li', 'h2', 'svg', 'pre', 'span', 'a']
    const write = (depth: number): string =>
      Array.from({ length: dice.roll(6) }, () => {
        if (depth === 0 || dice.roll(2) === 0) return dice.one(words)
        if (dice.roll(8) === 0) return '<img src="x" alt="a. b"/><!-- <p> -->'
        const tag = dice.one(tags)
        return `<${tag}>${write(depth - 1)}</${tag}>`
      })
        .join('')
        .replace(/\]\]>+/g, ']]')
    for (let round = 0; round < 500; round++) {
      const before = page(write(4))
      const after = addKoboSpans(before)!
      expect(readText(after.replace(/<style[^]*?<\/style>/, ''))).toBe(readText(before))
      const ids = [...after.matchAll(/id="(kobo\.\d+\.\d+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(addKoboSpans(after)).toBeUndefined()
    }
  })
})

describe('a download', () => {
  let shelf: Shelf
  let path: string

  beforeAll(async () => {
    shelf = await openShelf()
    const body = { name: 'Libra', libraryIds: null }
    const device = await shelf.server.call('POST', '/kobo-devices', { as: 'ann', body })
    path = device.body.path
  })
  afterAll(async () => {
    await shelf.close()
    closeDecoder()
  })

  /** Sets the entry count of this disk, which the third-party reader needs. Our archives have 0. */
  function withDiskCount(zip: Buffer) {
    const copy = Buffer.from(zip)
    copy.writeUInt16LE(copy.readUInt16LE(copy.length - 12), copy.length - 14)
    return copy
  }

  const get = (id: string, init: RequestInit = {}) =>
    fetch(new URL(`${path}/v1/books/${id}/file/kepub`, shelf.url), init)

  test('a damaged file does not cost the others', async () => {
    const original = await makeEpub({ chapters: ['Good. Text.', 'Other.'] })
    const at = original.indexOf('OEBPS/c2.xhtml') + 'OEBPS/c2.xhtml'.length + 5
    const damaged = Buffer.from(original)
    for (const place of [at, at + 1]) damaged[place] = damaged[place]! ^ 0xff
    const { id } = await shelf.add('Damaged.epub', damaged)
    const { names, readText: read } = await unpack(await get(id))
    expect(names).not.toContain('OEBPS/c2.xhtml')
    expect(await read('OEBPS/c1.xhtml')).toContain('koboSpan')
  })

  test('an e-book that cannot be opened is sent as it is', async () => {
    const { id } = await shelf.add('Broken.epub', await makeEpub({ chapters: ['Good.'] }))
    await Bun.write(`${shelf.folder}/Broken.epub`, 'PK no archive at all')
    const response = await get(id)
    expect([response.status, await response.text()]).toEqual([200, 'PK no archive at all'])
  })

  test('has spans in its documents and everything else as it was', async () => {
    const picture = await makePicture({ seed: 3 })
    const original = await makeEpub({
      title: 'Sea',
      chapters: ['One. Two & three.', 'The end.'],
      cover: picture,
      files: [
        { name: 'OEBPS/broken.xhtml', data: '<html><body><p>a</body></html>' },
        { name: 'OEBPS/empty.css', data: '' },
      ],
    })
    const { id } = await shelf.add('Sea.epub', original, { title: 'Sea' })
    const response = await get(id)
    expect(response.headers.get('content-disposition')).toContain('Sea.kepub.epub')
    const kepub = await unpack(response)
    const before = await unpack(new Response(withDiskCount(original)))
    expect(kepub.names[0]).toBe('mimetype')
    expect(kepub.names).toEqual(before.names)
    for (const name of before.names) {
      const [was, is] = [await before.readText(name), await kepub.readText(name)]
      if (!/c\d\.xhtml$/.test(name)) expect(is).toBe(was)
      else {
        expect(is).toContain('id="kobo.2.1"')
        expect(readText(is.replace(/<style[^]*?<\/style>/, ''))).toBe(readText(was))
      }
    }
    expect(Buffer.compare(await kepub.readBytes('OEBPS/cover.jpg'), picture)).toBe(0)
    const file = `${shelf.folder}/result.epub`
    await Bun.write(file, kepub.blob)
    expect((await readPublication(file)).spine).toHaveLength(2)
    expect(Buffer.compare(await Bun.file(`${shelf.folder}/Sea.epub`).bytes(), original)).toBe(0)
    const etag = response.headers.get('etag')!
    expect((await get(id, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get(id, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  })

  test('of an e-book with 10,000 files has all of them', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => ({
      name: `OEBPS/x/${index}.txt`,
      data: String(index),
    }))
    const original = await makeEpub({ files })
    const { id } = await shelf.add('Many.epub', original)
    const kepub = await unpack(await get(id))
    expect(kepub.names.filter((name) => name.startsWith('OEBPS/x/'))).toHaveLength(10_000)
    expect(await kepub.readText('OEBPS/x/9999.txt')).toBe('9999')
  })

  test('of an e-book with a locked file is the file itself', async () => {
    const locked = { name: 'OEBPS/locked.txt', data: 'secret', flags: 1 }
    const original = await makeEpub({ files: [locked] })
    const { id } = await shelf.add('Locked.epub', original)
    expect(Buffer.compare(await (await get(id)).bytes(), original)).toBe(0)
  })

  test('of a fixed-layout e-book is the file itself', async () => {
    const original = await makeEpub({ fixedPages: [await makePicture(), await makePicture()] })
    const { id } = await shelf.add('Fixed.epub', original)
    expect(Buffer.compare(await (await get(id)).bytes(), original)).toBe(0)
  })

  test('of a comic or a missing file is refused', async () => {
    const { id } = await shelf.add('Gone.epub', await makeEpub())
    await Bun.file(`${shelf.folder}/Gone.epub`).delete()
    expect((await get(id)).status).toBeWithin(400, 504)
    expect((await get(Bun.randomUUIDv7())).status).toBe(404)
  })
})
