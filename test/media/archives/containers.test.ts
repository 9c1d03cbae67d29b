import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { closeDecoder, decoder } from '../../../src/media/decoding/decoder'
import { unpackAll, unpackPage } from '../../../src/media/reader/decoder-archives'
import type { Page } from '../../../src/media/contents/contents'
import { isImageFolder, readFolder, readFolderPage } from '../../../src/media/comic/folder'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makeComicInfo } from '../../support/make/cbz'
import { makePicture, makePictures } from '../../support/make/pictures'
import { makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeBzip2Tar, makeGzipTar, makeTar, makeXzTar, makeZstdTar } from '../../support/make/tar'
import { makeFolder, writeBook, writeTree } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const fixtures =
  process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../../shared/fixtures')
const archives = join(fixtures, 'archives')

const pictures = await makePictures(12, { format: 'png' })
const parts = [
  ...pictures.map((data, i) => ({ name: `ch 1/p${i + 1}.png`, data })).toReversed(),
  { name: 'ComicInfo.xml', data: Buffer.from(makeComicInfo({ Series: 'Saga', Number: 7 })) },
  { name: '__MACOSX/._p1.png', data: Buffer.from('litter') },
]

/** Returns the page that all these archives contain. rar5.rar contains it uncompressed. */
const getReferencePage = () => readFileSync(join(archives, 'rar5.rar')).subarray(60, 60 + 3108)

async function readPageBytes(path: string, page: Page): Promise<Uint8Array> {
  if (page.offset !== undefined) return readPage(path, page)
  return page.entry === undefined ? readFolderPage(path, page.name) : unpackPage(path, page)
}

describe('reads the same comic', () => {
  test.each([
    ['a ZIP', 'cbz', true, () => makeZip(parts)],
    ['a RAR 4', 'cbr', true, () => makeRar4(parts)],
    ['a RAR 5', 'cbr', true, () => makeRar5(parts)],
    ['a RAR 5 with the solid flag', 'cbr', true, () => makeRar5(parts, { solid: true })],
    ['a TAR', 'cbt', true, () => makeTar(parts)],
    ['a gzipped TAR', 'cbt', false, () => makeGzipTar(parts)],
    ['a TAR compressed with Zstandard', 'cbt', false, () => makeZstdTar(parts)],
    ['a TAR compressed with XZ', 'cbt', false, () => makeXzTar(parts)],
    ['a TAR compressed with bzip2', 'cbt', false, () => makeBzip2Tar(parts)],
    ['a 7z', 'cb7', false, () => makeSevenZip(parts)],
    ['a solid 7z', 'cb7', false, () => makeSevenZip(parts, { solid: true })],
    ['a stored 7z', 'cb7', false, () => makeSevenZip(parts, { level: 0 })],
  ] as const)('from %s', async (_, format, inPlace, make) => {
    // The wrong extension must not matter.
    const path = writeBook('book.cbz', await make())
    const book = await readBook(path)
    expect(book.findings).toEqual([])
    expect(book.format).toBe(format)
    expect(book.metadata).toMatchObject({ series: 'Saga', number: '7' })
    expect(book.cover).toBe(0)
    expect(book.pages.map(({ name }) => name)).toEqual(
      pictures.map((_picture, i) => `ch 1/p${i + 1}.png`),
    )
    for (const [i, page] of book.pages.entries()) {
      expect(page).toMatchObject({ width: 60, height: 90, mediaType: 'image/png' })
      expect(page.size).toBe(pictures[i]!.length)
      expect(page.offset !== undefined).toBe(inPlace)
      expect(Buffer.from(await readPageBytes(path, page)).equals(pictures[i]!)).toBe(true)
    }
  })

  test('a stored page is a range of the file', async () => {
    for (const bytes of [makeRar4(parts), makeRar5(parts), makeTar(parts)]) {
      const [page] = (await readBook(writeBook('book.cbr', bytes))).pages
      const { offset = -1, packedSize, method } = page!
      expect(method).toBe(0)
      expect(packedSize).toBe(pictures[0]!.length)
      expect(bytes.subarray(offset, offset + pictures[0]!.length).equals(pictures[0]!)).toBe(true)
    }
  })

  test('from a folder of loose pictures', async () => {
    const folder = makeFolder()
    const loose = pictures.map((data, i) => [`p${i + 1}.png`, data] as const)
    writeTree(folder, {
      ...Object.fromEntries(loose),
      'ComicInfo.xml': makeComicInfo({ Series: 'Saga' }),
      '.hidden.png': 'x',
      'Thumbs.db': 'x',
      'below/other.png': pictures[0]!,
    })
    const book = readFolder(folder)
    expect(book).toMatchObject({ format: 'folder', findings: [], cover: 0 })
    expect(book.metadata?.series).toBe('Saga')
    expect(book.pages.map(({ name }) => name)).toEqual(loose.map(([name]) => name))
    for (const [i, page] of book.pages.entries()) {
      expect(Buffer.from(await readPageBytes(folder, page)).equals(pictures[i]!)).toBe(true)
    }
    expect(() => readFolderPage(folder, '../p1.png')).toThrow("can't be read")
  })
})

test.each([
  [['1.jpg', '2.jpg', 'ComicInfo.xml'], true],
  [['1.jpg', '2.jpg', 'book.cbz'], false],
  [['cover.jpg', 'poster.png'], false],
  [['1.jpg', '.2.jpg', 'Thumbs.db'], false],
  [[], false],
])('files %j form a book of loose images: %p', (names, expected) => {
  expect(isImageFolder(names)).toBe(expected)
})

describe.skipIf(!existsSync(archives))(
  'archives from other programs (skipped without QUIRE_FIXTURES)',
  () => {
    test.each([
      ['rar4.rar', 3],
      ['rar4-solid.rar', 3],
      ['rar5.rar', 1],
      ['rar5-solid.rar', 3],
      ['7zip.7z', 1],
    ])('%s yields its pages', async (name, count) => {
      const path = join(archives, name)
      const book = await readBook(path)
      expect(book.findings).toEqual([])
      expect(book.pages).toHaveLength(count)
      for (const page of book.pages) {
        expect(page).toMatchObject({ width: 48, height: 48 })
        expect(Buffer.from(await readPageBytes(path, page)).equals(getReferencePage())).toBe(true)
      }
    })

    test.each(['rar4-encrypted.rar', 'rar5-encrypted.rar', '7zip-encrypted.7z'])(
      '%s is reported as encrypted',
      async (name) => {
        const book = await readBook(join(archives, name))
        expect(book.findings.map(({ code }) => code)).toEqual(['encrypted'])
      },
    )

    test('a solid RAR is unpacked in one pass', async () => {
      const seen: number[] = []
      await unpackAll(join(archives, 'rar5-solid.rar'), (entry, bytes) => {
        expect(bytes).toHaveLength(3108)
        seen.push(entry)
        return true
      })
      expect(seen).toEqual([0, 1, 2])
    })

    test('a broken entry of a solid RAR and the entries after it are reported', async () => {
      const bytes = readFileSync(join(archives, 'rar5-solid.rar'))
      bytes[1000]! ^= 0xff
      const book = await readBook(writeBook('broken.cbr', bytes))
      expect(book.pages).toHaveLength(3)
      expect(book.findings.map(({ code }) => code)).toEqual(['unreadable'])
    })
  },
)

describe('7z', () => {
  test('keeps names that look like wildcards, switches and lists apart', async () => {
    const names = ['a*.png', 'ab.png', '-p.png', '@list.png', 'ü 漫画 [x].png', 'A?.png', ' b.png']
    const files = names.map((name, i) => ({ name, data: pictures[i]! }))
    const path = writeBook('book.cb7', await makeSevenZip(files, { solid: true }))
    const book = await readBook(path)
    expect(book.pages.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    for (const page of book.pages) {
      const expected = pictures[names.indexOf(page.name)]!
      expect(Buffer.from(await readPageBytes(path, page)).equals(expected)).toBe(true)
    }
  })

  test('an entry name with a line break does not forge an entry', async () => {
    const files = [{ name: 'a.png\nSize = 99\n\nPath = b.png', data: pictures[0]! }]
    const book = await readBook(writeBook('book.cb7', await makeSevenZip(files)))
    expect(book.pages.some(({ name, size }) => name === 'b.png' || size === 99)).toBe(false)
  })

  test.each([true, false])('a password is reported (names hidden: %p)', async (hideNames) => {
    const bytes = await makeSevenZip(parts, { password: 'secret', hideNames })
    const book = await readBook(writeBook('book.cb7', bytes))
    expect(book.findings.map(({ code }) => code)).toEqual(['encrypted'])
    expect(book.pages).toHaveLength(hideNames ? 0 : 12)
  })
})

describe.each([
  ['solid 7z', () => makeSevenZip(parts, { solid: true })],
  ['packed TAR', () => makeGzipTar(parts)],
  ['TAR compressed with Zstandard', () => makeZstdTar(parts)],
  ['TAR compressed with XZ', () => makeXzTar(parts)],
  ['TAR compressed with bzip2', () => makeBzip2Tar(parts)],
  ['RAR', () => makeRar5(parts)],
] as const)('the pages of a %s', (_, make) => {
  test('are delivered in one pass until the reader stops', async () => {
    const path = writeBook('book.cbr', await make())
    const book = await readBook(path)
    const seen = new Map<number, Uint8Array>()
    await unpackAll(path, (entry, bytes) => {
      if (bytes instanceof Uint8Array) seen.set(entry, bytes)
      return true
    })
    expect(seen.size).toBe(12)
    for (const [i, { entry }] of book.pages.entries()) {
      if (entry !== undefined) expect(Buffer.from(seen.get(entry)!).equals(pictures[i]!)).toBe(true)
    }
    let count = 0
    await unpackAll(path, () => ++count < 5)
    expect(count).toBe(5)
  })
})

describe('a decoder child', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'extract-'))
  })
  afterAll(closeDecoder)

  test('reads a 7z, extracts pages and creates their thumbnails', async () => {
    const path = writeBook('book.cb7', await makeSevenZip(parts))
    const { contents: book } = await decoder().run('readCompressed', { path, archive: null })
    expect(book.pages).toHaveLength(12)
    const page = book.pages[3]!
    const bytes = await decoder().run('extractPage', { path, page })
    expect(Buffer.from(bytes).equals(pictures[3]!)).toBe(true)
    const source = { from: 'page', path, page } as const
    const target = join(folder, '7z.webp')
    const made = await decoder().run('thumbnail', { source, width: 40, quality: 75, target })
    expect(made).toMatchObject({ width: 40, height: 60 })
  })

  test('creates thumbnails of BMP pages', async () => {
    const path = writeBook('book.cbz', makeZip([{ name: '1.bmp', data: makeBitmap(20, 30) }]))
    const [page] = (await readBook(path)).pages
    expect(page).toMatchObject({ width: 20, height: 30 })
    const source = { from: 'page', path, page: page! } as const
    const target = join(folder, 'bmp.webp')
    const made = await decoder().run('thumbnail', { source, width: 40, quality: 75, target })
    expect(made).toMatchObject({ width: 20, height: 30 })
  })

  const jxl = join(fixtures, 'real/Images/example.jxl')
  test.skipIf(!existsSync(jxl))(
    'creates thumbnails of JPEG XL pages (skipped without QUIRE_FIXTURES)',
    async () => {
      const source = { from: 'file', path: jxl } as const
      const target = join(folder, 'jxl.webp')
      const made = await decoder().run('thumbnail', { source, width: 200, quality: 75, target })
      expect(made).toMatchObject({ width: 200, height: 134 })
      const broken = writeBook('broken.jxl', readFileSync(jxl).subarray(0, 5000))
      const request = {
        source: { from: 'file', path: broken },
        width: 200,
        quality: 75,
        target,
      } as const
      await expect(decoder().run('thumbnail', request)).rejects.toThrow('JPEG XL')
    },
  )
})

/** 24 bits per pixel, rows from bottom to top. */
function makeBitmap(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height, 120)
  bytes.fill(0, 0, 54)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

test('an image with a wrong extension is measured in every container', async () => {
  const webp = await makePicture({ format: 'webp', width: 31, height: 17 })
  const wrong = [{ name: '1.jpg', data: webp }]
  for (const bytes of [makeRar5(wrong), makeTar(wrong), await makeSevenZip(wrong)]) {
    const [page] = (await readBook(writeBook('book.cbz', bytes))).pages
    expect(page).toMatchObject({ mediaType: 'image/webp', width: 31, height: 17 })
  }
})

test.each([
  ['cut off', (whole: Buffer) => whole.subarray(0, whole.length >> 1)],
  ['not an archive', () => Buffer.from(zstdCompressSync(Buffer.from('words '.repeat(500))))],
  ['a bomb', () => Buffer.from(zstdCompressSync(Buffer.alloc(64 << 20)))],
])('a Zstandard file that is %s is reported as damaged', async (_, damage) => {
  const path = writeBook('book.cbt', damage(makeZstdTar(parts)))
  const { pages, findings } = await readBook(path)
  expect(pages).toEqual([])
  expect(findings.map(({ code }) => code)).toEqual(['truncated'])
})
