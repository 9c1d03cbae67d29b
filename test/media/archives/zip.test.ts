import { describe, expect, test } from 'bun:test'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip, type ZipOptions, type ZipPart } from '../../support/make/zip'

const pictures = await makePictures(4)
const buildParts = (change: Partial<ZipPart> = {}): ZipPart[] =>
  pictures.map((data, i) => ({ name: `p${i + 1}.jpg`, data, ...change }))
const first = pictures[0]!
const plain = makeZip(buildParts())

/** Checks that every page is read back byte for byte. */
async function expectAllPages(bytes: Uint8Array, expected = pictures) {
  const path = writeBook('book.cbz', bytes)
  const book = await readBook(path)
  expect(book.format).toBe('cbz')
  expect(book.pages.map((page) => Buffer.from(readPage(path, page)))).toEqual(expected)
  expect(book.pages.every((page) => page.width === 60 && page.height === 90)).toBe(true)
  return book
}

async function listFindingCodes(bytes: Uint8Array) {
  const book = await readBook(writeBook('book.cbz', bytes))
  return book.findings.map((finding) => finding.code)
}

const buildUnicodePathField = (plainName: string, name: string) => {
  const extra = Buffer.alloc(9 + Buffer.byteLength(name))
  extra.writeUInt16LE(0x7075, 0)
  extra.writeUInt16LE(extra.length - 4, 2)
  extra[4] = 1
  extra.writeUInt32LE(Bun.hash.crc32(plainName), 5)
  extra.write(name, 9)
  return extra
}

describe('a valid archive', () => {
  const cases: [string, Partial<ZipPart>, ZipOptions][] = [
    ['stored', {}, {}],
    ['deflated', { method: 8 }, {}],
    ['Zip64', { zip64: true }, { zip64: true }],
    ['with sizes after the data', { method: 8, sizesFollow: true }, {}],
    ['stored with sizes after the data', { sizesFollow: true }, {}],
    ['with the longest comment', {}, { comment: Buffer.alloc(65_535, 32) }],
    [
      'with an end record inside its comment',
      {},
      { comment: Buffer.from(`hi PK\x05\x06${'A'.repeat(30)}`) },
    ],
    ['after junk that its offsets include', {}, { prefix: Buffer.alloc(5000, 1) }],
    [
      'after junk that its offsets exclude',
      {},
      { prefix: Buffer.alloc(5000, 1), prefixCounted: false },
    ],
    ['with a wrong directory offset', {}, { directoryOffsetError: 4096 }],
    ['with an absurd directory size', {}, { claimedDirectorySize: 0x7fffffff }],
  ]
  test.each(cases)('%s is read completely', async (_, change, options) => {
    const book = await expectAllPages(makeZip(buildParts(change), options))
    expect(book.findings).toEqual([])
  })

  test.each([1000, 100_000])('is read with %d bytes of padding after it', async (padding) => {
    await expectAllPages(Buffer.concat([plain, Buffer.alloc(padding)]))
  })

  test('keeps both entries of the same name', async () => {
    const parts = buildParts({ name: 'same.jpg' }).slice(0, 2)
    await expectAllPages(makeZip(parts), pictures.slice(0, 2))
  })

  test('contains a stored page as a plain slice of the file', async () => {
    const book = await readBook(writeBook('book.cbz', plain))
    const { offset = 0, size, method } = book.pages[2]!
    expect(method).toBe(0)
    expect(plain.subarray(offset, offset + size)).toEqual(pictures[2]!)
  })
})

describe('names', () => {
  const cases: [string, number[] | string, Uint8Array | undefined, string][] = [
    ['CP437', [0x8e, 0x72, 0x81, 0x2e, 0x6a, 0x70, 0x67], undefined, 'Ärü.jpg'],
    [
      'Shift-JIS whose second byte is a backslash',
      [0x95, 0x5c, 0x8e, 0x86, 0x2e, 0x6a, 0x70, 0x67],
      undefined,
      '表紙.jpg',
    ],
    ['UTF-8 without its flag', '第01話/表紙.jpg', undefined, '第01話/表紙.jpg'],
    ['the Unicode extra field', '_.jpg', buildUnicodePathField('_.jpg', '表紙.jpg'), '表紙.jpg'],
    [
      'an extra field for another name',
      '_.jpg',
      buildUnicodePathField('other.jpg', '表紙.jpg'),
      '_.jpg',
    ],
  ]
  test.each(cases)('in %s are decoded', async (_, raw, extra, name) => {
    const rawName = Buffer.from(raw as string)
    const part = { name: '', rawName, data: first, ...(extra ? { extra } : {}) }
    const book = await readBook(writeBook('book.cbz', makeZip([part])))
    expect(book.pages[0]?.name).toBe(name)
    expect(book.findings).toEqual([])
  })
})

describe('a damaged archive', () => {
  const directoryAt = plain.readUInt32LE(plain.length - 6)
  const withGarbage = Buffer.from(plain).fill(0xee, directoryAt, directoryAt + 60)
  test.each([
    ['cut in the middle', plain.subarray(0, plain.length >> 1), 1],
    ['cut at the end', plain.subarray(0, plain.length - 10), 4],
    ['with a damaged directory', withGarbage, 4],
  ])('%s yields the pages that can be found', async (_, bytes, atLeast) => {
    const book = await readBook(writeBook('book.cbz', bytes))
    expect(book.pages.length).toBeGreaterThanOrEqual(atLeast)
    expect(book.findings.map((finding) => finding.code)).toEqual(['truncated'])
  })

  test('loses only the page with the wrong header', async () => {
    const bytes = Buffer.from(plain)
    bytes.writeUInt32LE(0x0badbad0, 0)
    const path = writeBook('book.cbz', bytes)
    const book = await readBook(path)
    expect(book.findings.map((finding) => finding.code)).toEqual(['unreadable'])
    expect(() => readPage(path, book.pages[0]!)).toThrow("can't be read")
    expect(Buffer.from(readPage(path, book.pages[1]!))).toEqual(pictures[1]!)
  })

  test('never throws, wherever it is cut and whichever byte is changed', async () => {
    const path = writeBook('book.cbz', plain)
    let random = 1
    for (let i = 0; i < 300; i++) {
      random = (random * 48_271) % 2_147_483_647
      const bytes = Buffer.from(
        plain.subarray(0, i % 3 === 0 ? random % plain.length : plain.length),
      )
      if (bytes.length > 400) bytes[bytes.length - 1 - (random % 300)] = random & 255
      await Bun.write(path, bytes)
      const book = await readBook(path)
      expect(Array.isArray(book.findings)).toBe(true)
    }
  })
})

describe('a hostile archive', () => {
  const zeros = Buffer.alloc(64 << 20)
  test.each([
    [
      'a bomb with its real size',
      makeZip([{ name: 'a.jpg', data: zeros, method: 8 }]),
      'too_large',
    ],
    [
      'a bomb with a wrong size',
      makeZip([{ name: 'a.jpg', data: zeros, method: 8, claimedSize: 5000 }]),
      'unreadable',
    ],
    ['records that share one entry', makeZip(buildParts(), { overlapping: 1000 }), 'too_large'],
    [
      'an entry that claims 2 GiB',
      makeZip([{ name: 'a.jpg', data: first, method: 8, claimedSize: 0x7fffffff }]),
      'too_large',
    ],
    [
      'an entry that claims too little',
      makeZip([{ name: 'a.jpg', data: first, method: 8, claimedSize: 100 }]),
      'unreadable',
    ],
    [
      'a stored entry that claims too much',
      makeZip([{ name: 'a.jpg', data: first, claimedSize: 9999 }]),
      'unreadable',
    ],
    ['an encrypted entry', makeZip(buildParts({ flags: 1 })), 'encrypted'],
    ['an AES entry', makeZip(buildParts({ method: 99 })), 'encrypted'],
    ['an unknown compression method', makeZip(buildParts({ method: 97 })), 'unsupported'],
    ['one part of a split archive', makeZip(buildParts(), { disk: 3 }), 'unsupported'],
  ] as const)('%s is rejected with a reason', async (_, bytes, code) => {
    expect(await listFindingCodes(bytes)).toEqual([code])
  })

  test.each(['../evil.jpg', '/abs.jpg', 'C:\\x.jpg', 'a\0b.jpg'])(
    'the name %p is reported and the page is still readable',
    async (name) => {
      const path = writeBook('book.cbz', makeZip([{ name, data: first }]))
      const book = await readBook(path)
      expect(book.findings.map((finding) => finding.code)).toEqual(['unsafe_names'])
      expect(Buffer.from(readPage(path, book.pages[0]!))).toEqual(first)
    },
  )
})
