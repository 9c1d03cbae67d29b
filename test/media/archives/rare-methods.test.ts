/** ZIP archives with compression methods that 7-Zip unpacks. */
import { afterAll, describe, expect, test } from 'bun:test'
import { zstdCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { closeDecoder, decoder } from '../../../src/media/decoding/decoder'
import { unpackAll, unpackPage } from '../../../src/media/reader/decoder-archives'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makeComicInfo } from '../../support/make/cbz'
import { makePicture, makePictures } from '../../support/make/pictures'
import { compress, makeSevenZipZip } from '../../support/make/seven-zip'
import { writeBook } from '../../support/make/tree'
import { makeZip, type ZipPart } from '../../support/make/zip'

const LZMA = 14
const ZSTD = 93
const XZ = 95

/** Images that become smaller, because 7-Zip stores others. */
const pictures = await Promise.all(
  (await makePictures(4)).map((jpeg) => sharp(jpeg).png({ compressionLevel: 0 }).toBuffer()),
)
const files = [
  ...pictures.map((data, i) => ({ name: `ch 1/p${i + 1}.png`, data })),
  { name: 'ComicInfo.xml', data: Buffer.from(makeComicInfo({ Series: 'Saga' })) },
]

/** Compresses each file on its own, as a ZIP does. */
async function makePacked(
  method: number,
  pack: (data: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  change: Partial<ZipPart> = {},
) {
  const parts: ZipPart[] = []
  for (const file of files) {
    parts.push({ ...file, method, packed: await pack(file.data), ...change })
  }
  return makeZip(parts)
}

afterAll(() => closeDecoder())

const kinds: [string, () => Promise<Buffer>][] = [
  ['Deflate64', () => makeSevenZipZip(files, 'Deflate64')],
  ['bzip2', () => makeSevenZipZip(files, 'BZip2')],
  ['LZMA', () => makeSevenZipZip(files, 'LZMA')],
  ['PPMd', () => makeSevenZipZip(files, 'PPMd')],
  ['bzip2 of another program', () => makePacked(12, (data) => compress(data, 'bzip2'))],
  ['xz', () => makePacked(XZ, (data) => compress(data, 'xz'))],
  ['Zstandard', () => makePacked(ZSTD, (data) => zstdCompressSync(data))],
  ['Zstandard by its old number', () => makePacked(20, (data) => zstdCompressSync(data))],
]

describe('F6: a ZIP packed with', () => {
  test.each(kinds)('%s is read', async (_, make) => {
    const path = writeBook('book.cbz', await make())
    const book = await readBook(path)
    expect(book.findings).toEqual([])
    expect(book).toMatchObject({ format: 'cbz', pageCount: 4, cover: 0 })
    expect(book.metadata?.series).toBe('Saga')
    for (const [i, page] of book.pages.entries()) {
      const { length } = pictures[i]!
      expect(page).toMatchObject({ name: files[i]!.name, width: 60, height: 90, size: length })
      expect(page.offset).toBeUndefined()
      expect(Buffer.from(await unpackPage(path, page)).equals(pictures[i]!)).toBe(true)
    }
  })
})

test('F6: only pages with such a method need a decoder', async () => {
  const [first, second] = pictures
  const packed = zstdCompressSync(second!)
  const parts = [
    { name: '1.png', data: first! },
    { name: '2.png', data: second!, method: ZSTD, packed },
    { name: '3.png', data: first!, method: 8 },
  ]
  const path = writeBook('book.cbz', makeZip(parts))
  const { pages } = await readBook(path)
  expect(pages.map(({ offset }) => offset !== undefined)).toEqual([true, false, true])
  expect(Buffer.from(readPage(path, pages[0]!)).equals(first!)).toBe(true)
  expect(Buffer.from(await unpackPage(path, pages[1]!)).equals(second!)).toBe(true)
  const delivered: number[] = []
  await unpackAll(path, (entry) => delivered.push(entry) > 0, new Set([1]))
  expect(delivered).toEqual([1])
})

test('F6: names in any encoding, twice or with wildcards do not matter', async () => {
  const rawName = Buffer.from([0x95, 0x5c, 0x8e, 0x86, 0x2a, 0x2e, 0x70, 0x6e, 0x67])
  const parts = pictures.slice(0, 2).map((data) => ({
    name: '',
    rawName,
    data,
    method: ZSTD,
    packed: zstdCompressSync(data),
  }))
  const path = writeBook('book.cbz', makeZip(parts))
  const { pages } = await readBook(path)
  for (const [i, page] of pages.entries()) {
    expect(Buffer.from(await unpackPage(path, page)).equals(pictures[i]!)).toBe(true)
  }
})

const lzmaHeader = (dictionary: number) => {
  const header = Buffer.alloc(30)
  header.writeUInt16LE(5, 2)
  header[4] = 0x5d
  header.writeUInt32LE(dictionary, 5)
  return header
}
const picture = pictures[0]!
const one = (part: Partial<ZipPart>) => makeZip([{ name: '1.png', data: picture, ...part }])
const damaged = Buffer.from(zstdCompressSync(picture)).fill(0xee, 4, 60)

describe('F6: a hostile or damaged entry', () => {
  test.each([
    ['with damage', one({ method: ZSTD, packed: damaged }), 'unreadable'],
    [
      'with a wrong checksum',
      one({ method: ZSTD, packed: zstdCompressSync(Buffer.from(picture).fill(1, 100)) }),
      'unreadable',
    ],
    [
      'that ends early',
      one({ method: ZSTD, packed: zstdCompressSync(picture).subarray(0, 50) }),
      'unreadable',
    ],
    ['without bytes', one({ method: ZSTD, packed: Buffer.alloc(0) }), 'unreadable'],
    [
      'that claims too little',
      one({ method: ZSTD, packed: zstdCompressSync(picture), claimedSize: 100 }),
      'unreadable',
    ],
    ['with a password', one({ method: ZSTD, packed: damaged, flags: 1 }), 'encrypted'],
    ['with a large dictionary', one({ method: LZMA, packed: lzmaHeader(2 ** 30) }), 'too_large'],
    [
      'with a large window',
      one({ method: ZSTD, packed: Buffer.from(`28b52ffd00${'a8'.repeat(40)}`, 'hex') }),
      'too_large',
    ],
    [
      'with a large xz dictionary',
      one({
        method: XZ,
        packed: Buffer.from(`fd377a585a000004e6d6b446020021012500${'00'.repeat(40)}`, 'hex'),
      }),
      'too_large',
    ],
    [
      'that is a bomb',
      one({
        data: Buffer.alloc(64 << 20),
        method: ZSTD,
        packed: zstdCompressSync(Buffer.alloc(64 << 20)),
      }),
      'too_large',
    ],
  ])('%s gets a finding', async (_, bytes, code) => {
    const path = writeBook('book.cbz', bytes)
    const { pages, findings } = await readBook(path)
    const page = { ...pages[0]!, entry: 0 }
    const failure = await unpackPage(path, page).then(
      () => null,
      (error: { code: string }) => error.code,
    )
    expect(failure).toBe(code)
    expect(pages).toHaveLength(1)
    // A wrong checksum is found when the whole page is unpacked.
    const codes = findings.map((finding) => finding.code as string)
    expect(codes.every((found) => found === code)).toBe(true)
  })

  test('costs only its own page', async () => {
    const parts = [
      { name: '1.png', data: picture, method: ZSTD, packed: damaged },
      { name: '2.png', data: picture, method: ZSTD, packed: zstdCompressSync(picture) },
    ]
    const path = writeBook('book.cbz', makeZip(parts))
    const { pages, findings } = await readBook(path)
    expect(findings.map(({ code }) => code)).toEqual(['unreadable'])
    expect(pages.map(({ width }) => width)).toEqual([null, 60])
    expect(Buffer.from(await unpackPage(path, pages[1]!)).equals(picture)).toBe(true)
  })
})

test('F6: a decoder makes the thumbnail', async () => {
  const large = await makePicture({ width: 600, height: 900 })
  const bytes = one({ name: '1.jpg', data: large, method: ZSTD, packed: zstdCompressSync(large) })
  const path = writeBook('book.cbz', bytes)
  const { pages } = await readBook(path)
  const made = await decoder().run('thumbnail', {
    source: { from: 'page', path, page: pages[0]! },
    width: 100,
    quality: 75,
    target: `${path}.webp`,
  })
  expect(made).toMatchObject({ width: 100, height: 150 })
})
