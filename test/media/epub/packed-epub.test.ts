/** E-books whose files have compression methods that 7-Zip unpacks. */
import { afterAll, describe, expect, test } from 'bun:test'
import { zstdCompressSync } from 'node:zlib'
import { closeDecoder, decoder } from '../../../src/media/decoding/decoder'
import { unpackPage } from '../../../src/media/reader/decoder-archives'
import { readBook } from '../../../src/media/reader/reader'
import { makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip, type ZipPart } from '../../support/make/zip'

const ZSTD = 93

type Files = [name: string, data: string | Buffer, change?: Partial<ZipPart>][]

const pack = (files: Files) =>
  makeZip(
    files.map(([name, data, change]) => ({
      name,
      data,
      method: ZSTD,
      packed: zstdCompressSync(Buffer.from(data as Buffer)),
      ...change,
    })),
  )

const container: Files[number] = ['META-INF/container.xml', '<c><rootfile full-path="b.opf"/></c>']

/** Returns a package document whose sections are these. */
function buildPackage(sections: string[], { manifest = '', metadata = '' } = {}) {
  const items = sections.map((s, i) => `<item id="c${i}" href="${s}" media-type="text/html"/>`)
  const refs = sections.map((_, i) => `<itemref idref="c${i}"/>`)
  return `<package xmlns:dc="x"><metadata><dc:title>Tides</dc:title>${metadata}</metadata>
    <manifest>${items.join('')}${manifest}</manifest><spine>${refs.join('')}</spine></package>`
}

/** Returns text that does not become much smaller, so that it does not look like a bomb. */
function buildText(bytes: number) {
  const noise = Buffer.alloc(Math.ceil((bytes * 3) / 4))
  let seed = 7
  for (let at = 0; at < noise.length; at += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    noise.writeUInt32LE(seed, Math.min(at, noise.length - 4))
  }
  return Buffer.from(`<html><body>${noise.toString('base64')}</body></html>`)
}

const nav = '<nav type="toc"><ol><li><a href="0.xhtml">High water</a></li></ol></nav>'
const navItem = '<item id="n" href="nav.xhtml" media-type="text/html" properties="nav"/>'

afterAll(() => closeDecoder())

describe('a packed e-book', () => {
  test('is read although its package document follows 70 MiB of text', async () => {
    const text = buildText(7 << 20)
    const names = Array.from({ length: 10 }, (_, i) => `${i}.xhtml`)
    const path = writeBook(
      'a.epub',
      pack([
        ...names.map((name): Files[number] => [name, text]),
        ['nav.xhtml', nav],
        ['b.opf', buildPackage(names, { manifest: navItem })],
        container,
      ]),
    )
    const book = await readBook(path)
    expect(book.findings).toEqual([])
    expect(book).toMatchObject({ metadata: { title: 'Tides' }, toc: [{ title: 'High water' }] })
    expect(book.spine.map(({ size }) => size)).toEqual(names.map(() => text.length))
  })

  test('is whole although its package, contents and text are longer than 8 MiB', async () => {
    const text = buildText(9 << 20)
    const long = `<!--${text.toString('latin1', 12, 9 << 20)}-->`
    const path = writeBook(
      'a.epub',
      pack([
        container,
        ['0.xhtml', text],
        ['nav.xhtml', long + nav],
        ['b.opf', long + buildPackage(['0.xhtml'], { manifest: navItem })],
      ]),
    )
    const book = await readBook(path)
    expect(book.findings).toEqual([])
    expect(book).toMatchObject({ metadata: { title: 'Tides' }, toc: [{ title: 'High water' }] })
    expect(Buffer.from(await unpackPage(path, { entry: 1 })).equals(text)).toBe(true)
    const { toc, spine } = await decoder().run('readPublication', { path })
    expect([toc.length, spine.length]).toEqual([1, 1])
  })

  test.each(['pre-paginated', 'undeclared'])('with fixed layout (%s) is paged', async (layout) => {
    const pictures = await makePictures(5)
    const names = pictures.map((_, i) => `${i}.xhtml`)
    const metadata = `<meta property="rendition:layout">${layout}</meta>`
    const path = writeBook(
      'a.epub',
      pack([
        container,
        ...pictures.map((data, i): Files[number] => [`${i}.jpg`, data]),
        ...names.map((name, i): Files[number] => [
          name,
          `<html><body><img src="${i}.jpg"/></body></html>`,
        ]),
        ['b.opf', buildPackage(names, { metadata })],
      ]),
    )
    const book = await readBook(path)
    expect(book).toMatchObject({ fixedLayout: true, pageCount: 5, findings: [], cover: '0.jpg' })
    expect(book.pages.map(({ width, height }) => [width, height])).toEqual(
      pictures.map(() => [60, 90]),
    )
    for (const [i, page] of book.pages.entries())
      expect(Buffer.from(await unpackPage(path, page)).equals(pictures[i]!)).toBe(true)
  })
})

describe.each([true, false])('an e-book has a finding (packed: %p)', (isPacked) => {
  /** Lists the findings of a book with changed files. */
  async function list(changes: Record<string, Partial<ZipPart>>) {
    const files = {
      'META-INF/container.xml': container[1],
      '0.xhtml': '<p>Low tide</p>',
      '1.xhtml': '<p>High tide</p>',
      'nav.xhtml': nav,
      'b.opf': buildPackage(['0.xhtml', '1.xhtml'], { manifest: navItem }),
    }
    const parts = Object.entries(files).map(([name, text]): ZipPart => {
      const data = changes[name]?.data ?? text
      const packed = isPacked && { packed: zstdCompressSync(Buffer.from(data as Buffer)) }
      return { name, data, method: isPacked ? ZSTD : 8, ...packed, ...changes[name] }
    })
    const { findings } = await readBook(writeBook('a.epub', makeZip(parts)))
    return findings.map(({ code, message }) => `${code} ${message.code}`)
  }

  const huge = { claimedSize: 200 << 20 }
  const damaged = { packed: Buffer.from('not compressed'), claimedSize: 300 }

  test('if a text cannot be unpacked', async () => {
    expect(await list({})).toEqual([])
    expect(await list({ '1.xhtml': huge })).toEqual(['too_large archive.entry_too_large'])
    expect(await list({ '1.xhtml': { flags: 1 } })).toEqual(['encrypted archive.encrypted'])
    expect(await list({ '1.xhtml': { method: 77 } })).toEqual(['unsupported archive.zip_method'])
  })

  test('if its table of contents cannot be read', async () => {
    const long = { data: buildText(17 << 20) }
    expect(await list({ 'nav.xhtml': long })).toEqual(['too_large epub.contents_too_large'])
    expect(await list({ 'nav.xhtml': damaged })).toEqual(['broken_metadata epub.contents_damaged'])
  })

  test('if its package document cannot be read', async () => {
    expect(await list({ 'b.opf': huge })).toEqual(['too_large epub.package_too_large'])
    expect(await list({ 'b.opf': damaged })).toEqual(['unreadable epub.package_damaged'])
  })
})
