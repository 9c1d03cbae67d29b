import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { BadFile } from '../../../src/media/contents/contents'
import { unpackPage } from '../../../src/media/reader/decoder-archives'
import { readBook, readPage } from '../../../src/media/reader/reader'
import { makePictures } from '../../support/make/pictures'
import { type RarPart, makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import {
  makeBzip2Tar,
  makeGzipTar,
  makeTar,
  makeXzTar,
  buildPaxRecord,
} from '../../support/make/tar'
import { writeBook } from '../../support/make/tree'
import { archiveMessages } from '../../../src/media/archives/messages'

const pictures = await makePictures(4)
const parts = pictures.map((data, i) => ({ name: `${i + 1}.jpg`, data }))
const openBook = async (bytes: Uint8Array) => readBook(writeBook('book.cbr', bytes))
const listFindingCodes = async (bytes: Uint8Array) =>
  (await openBook(bytes)).findings.map(({ code }) => code)
const listPageNames = async (bytes: Uint8Array) =>
  (await openBook(bytes)).pages.map(({ name }) => name)
const one = (part: Partial<RarPart>) => [{ name: '1.jpg', data: pictures[0]!, ...part }]

/** Returns a random generator with a fixed sequence. */
function createRandom(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % sides
  }
}

/** The formats that 7-Zip decompresses. */
const slowFormats = new Set<string>(['7z', 'TAR compressed with XZ', 'TAR compressed with bzip2'])
const formatsWithoutEnd = new Set<string>(['TAR', 'RAR 4'])

describe.each([
  ['RAR 4', () => makeRar4(parts)],
  ['RAR 5', () => makeRar5(parts)],
  ['TAR', () => makeTar(parts)],
  ['gzipped TAR', () => makeGzipTar(parts)],
  ['TAR compressed with XZ', () => makeXzTar(parts)],
  ['TAR compressed with bzip2', () => makeBzip2Tar(parts)],
  ['7z', () => makeSevenZip(parts)],
] as const)('a %s', (name, make) => {
  const samples = slowFormats.has(name) ? 25 : 120

  test('yields findings and only real pages wherever it is cut', async () => {
    const bytes = await make()
    const random = createRandom(7)
    const cuts = Array.from({ length: samples }, () => 20 + random(bytes.length - 21))
    for (const cut of [1, 6, 7, 8, 9, 12, ...cuts]) {
      const path = writeBook('book.cbz', bytes.subarray(0, cut))
      const book = await readBook(path)
      expect(book.pages.length).toBeLessThanOrEqual(4)
      for (const page of book.pages.filter(({ offset }) => offset !== undefined)) {
        const expected = pictures[Number(page.name[0]) - 1]!
        expect(Buffer.from(readPage(path, page)).equals(expected)).toBe(true)
      }
      // A TAR or RAR 4 needs no end marker, so a cut between two files is valid.
      const whole = book.pages.filter((page) => page.width !== null).length
      if (whole < 4 && !(formatsWithoutEnd.has(name) && book.pages.length === whole)) {
        expect(book.findings.length).toBeGreaterThan(0)
      }
    }
  })

  test('never crashes with a changed byte', async () => {
    const bytes = await make()
    const random = createRandom(11)
    for (let i = 0; i < samples; i++) {
      const broken = Buffer.from(bytes)
      for (let k = 0; k <= i % 3; k++) broken[random(broken.length)] = random(256)
      const path = writeBook('book.cbz', broken)
      const book = await readBook(path)
      expect(book.pages.length).toBeLessThanOrEqual(4)
    }
  })
})

test('RAR 4 files that need a newer version than 2.9 are unsupported, unless they are stored', async () => {
  const listFindings = async (version: number, method: number) =>
    (await openBook(makeRar4(one({ claims: { version, method } })))).findings
  for (const version of [30, 36, 50]) {
    const { finding } = new BadFile('unsupported', archiveMessages.rar_method())
    expect(await listFindings(version, 3)).toEqual([finding])
    expect(await listFindings(version, 0)).toEqual([])
  }
})

describe.each([
  ['RAR 4', makeRar4],
  ['RAR 5', makeRar5],
] as const)('a %s', (_, make) => {
  test('with a password is reported as encrypted', async () => {
    expect(await listFindingCodes(make(one({ encrypted: true })))).toEqual(['encrypted'])
    expect(await listFindingCodes(make(parts, { encryptedHeaders: true }))).toEqual(['encrypted'])
  })

  test('that is split into several files is reported, with the pages it contains', async () => {
    const book = await openBook(make(one({ splitAfter: true }), { volume: true }))
    expect(book.pages).toHaveLength(1)
    expect(book.pages[0]).not.toHaveProperty('offset')
    expect(book.findings).toEqual([
      {
        code: 'unsupported',
        message: archiveMessages.split(),
      },
    ])
  })

  test('with wrong sizes yields no wrong page', async () => {
    expect(await listFindingCodes(make(one({ claims: { size: 5_000_000 } })))).toEqual([
      'unreadable',
    ])
    expect(
      await listFindingCodes(make(one({ claims: { size: 2 ** 31, packedSize: 2 ** 31 } }))),
    ).toEqual(['truncated', 'too_large'])
  })

  test('with stored data that claims to be compressed is unreadable', async () => {
    const bytes = make(one({ claims: { method: 3 } }))
    const book = await openBook(bytes)
    expect(book.pages).toHaveLength(1)
    expect(book.findings.map(({ code }) => code)).toEqual(['unreadable'])
  })

  test('with a huge claimed size is not extracted', async () => {
    expect(await listFindingCodes(make(one({ claims: { method: 3, size: 2 ** 30 } })))).toEqual([
      'too_large',
    ])
  })

  test('does not list folders and links as pages', async () => {
    const all = [
      { name: 'a.jpg', data: Buffer.alloc(0), folder: true },
      { name: 'b.jpg', data: Buffer.from('1.jpg'), symlink: true },
      ...parts,
    ]
    expect(await listPageNames(make(all))).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
  })

  test('with path traversal in names is readable, with a warning', async () => {
    expect(await listFindingCodes(make(one({ name: '../../etc/1.jpg' })))).toEqual(['unsafe_names'])
  })
})

test('a RAR 4 needs no end marker, a RAR 5 does', async () => {
  expect(await listFindingCodes(makeRar4(parts, { withoutEnd: true }))).toEqual([])
  expect(await listFindingCodes(makeRar5(parts, { withoutEnd: true }))).toEqual(['truncated'])
})

test('a RAR 5 with a huge dictionary is rejected', async () => {
  const claims = { method: 3, dictionary: 13 }
  expect(await listFindingCodes(makeRar5(one({ claims })))).toEqual(['too_large'])
})

test('a RAR 5 that stores identical pages once yields all of them', async () => {
  const none = Buffer.alloc(0)
  const copy = { name: '2.jpg', data: none, claims: { size: pictures[0]!.length }, copyOf: '1.jpg' }
  const path = writeBook('book.cbr', makeRar5([...one({}), copy]))
  const book = await readBook(path)
  expect(book.findings).toEqual([])
  for (const page of book.pages) {
    expect(Buffer.from(readPage(path, page)).equals(pictures[0]!)).toBe(true)
  }
})

test.each([
  ['UTF-8', '漫画.jpg', { rawName: Buffer.from('漫画.jpg'), unicode: true }],
  ['backslashes', 'a/b.jpg', { rawName: Buffer.from('a\\b.jpg') }],
  [
    'the compressed form',
    'é中b.jpg',
    {
      // Character modes: plain, high byte, two bytes; then a run that copies the plain name.
      rawName: Buffer.concat([
        Buffer.from('e_b.jpg\0'),
        Buffer.from([0x4e, 0b00_01_11_00, 0xe9, 0x2d, 0x03]),
      ]),
      unicode: true,
    },
  ],
] as const)('a RAR 4 name in %s is decoded', async (_, name, raw) => {
  expect(await listPageNames(makeRar4(one({ ...raw, name: '?' })))).toEqual([name])
})

describe('a TAR', () => {
  const long = `${'folder/'.repeat(30)}page.jpg`
  const data = pictures[0]!

  test.each(['pax', 'gnu'] as const)('supports long names (%s)', async (style) => {
    expect(await listPageNames(makeTar([{ name: long, data, style }]))).toEqual([long])
  })

  test('supports the prefix field', async () => {
    const name = `${'f'.repeat(90)}/1.jpg`
    expect(await listPageNames(makeTar([{ name, data, style: 'prefix' }]))).toEqual([name])
  })

  test('supports binary sizes and sizes in a PAX header', async () => {
    expect(await listPageNames(makeTar([{ name: '1.jpg', data, binarySize: true }]))).toEqual([
      '1.jpg',
    ])
    const size = buildPaxRecord('size', String(data.length))
    const book = await openBook(
      makeTar([
        { name: 'x', data: size, type: 'x' },
        { name: '1.jpg', data, claimedSize: data.length },
        { name: '2.jpg', data },
      ]),
    )
    expect(book.pages.map((page) => page.size)).toEqual([data.length, data.length])
  })

  test('is read up to an entry with a wrong size', async () => {
    const falseSizes = [
      { name: '1.jpg', data },
      { name: '2.jpg', data, claimedSize: 2 ** 52, binarySize: true },
    ]
    expect(await listFindingCodes(makeTar(falseSizes))).toEqual(['too_large'])
    const giant = { name: 'x', data, type: 'x', claimedSize: 2 ** 31 }
    expect(await listFindingCodes(makeTar([...falseSizes.slice(0, 1), giant]))).toEqual([
      'truncated',
    ])
  })

  test('does not list folders and links as pages', async () => {
    const all = [
      { name: 'a.jpg', data: '', type: '5' },
      { name: 'b.jpg', data: '', type: '2' },
      { name: '1.jpg', data },
    ]
    expect(await listPageNames(makeTar(all))).toEqual(['1.jpg'])
  })

  test('that is a compression bomb is rejected', async () => {
    const bytes = gzipSync(makeTar([{ name: '1.jpg', data: Buffer.alloc(100 << 20) }]))
    expect(await listFindingCodes(bytes)).toEqual(['too_large'])
  })
})

test('a 7z bomb does not exhaust memory', async () => {
  const zeros = { name: '1.jpg', data: new Uint8Array(140 << 20) }
  const before = process.memoryUsage.rss()
  const path = writeBook('book.cb7', await makeSevenZip([zeros], { level: 1 }))
  const book = await readBook(path)
  expect(book.findings.map(({ code }) => code)).toEqual(['too_large'])
  await expect(unpackPage(path, { entry: 0 })).rejects.toThrow('too large')
  expect(process.memoryUsage.rss() - before).toBeLessThan(900 << 20)
})
