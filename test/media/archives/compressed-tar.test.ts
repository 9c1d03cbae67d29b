import { describe, expect, test } from 'bun:test'
import { closeDecoder, decoder } from '../../../src/media/decoding/decoder'
import { unpackPage } from '../../../src/media/reader/decoder-archives'
import { readBook } from '../../../src/media/reader/reader'
import { makePictures } from '../../support/make/pictures'
import { compress } from '../../support/make/seven-zip'
import { makeTar } from '../../support/make/tar'
import { writeBook } from '../../support/make/tree'
import { archiveMessages } from '../../../src/media/archives/messages'

const pictures = await makePictures(3)
const tar = makeTar(pictures.map((data, i) => ({ name: `${i + 1}.jpg`, data })))
const openBook = async (bytes: Uint8Array) => readBook(writeBook('book.cbt', bytes))
const listFindingCodes = async (bytes: Uint8Array) =>
  (await openBook(bytes)).findings.map(({ code }) => code)

describe.each(['xz', 'bzip2'] as const)('a TAR compressed with %s', (type) => {
  test('is read and extracted in a decoder child', async () => {
    const path = writeBook('book.cbt', await compress(tar, type))
    const { contents: book } = await decoder().run('readCompressed', { path, archive: null })
    expect(book.pages.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
    const bytes = await decoder().run('extractPage', { path, page: book.pages[1]! })
    expect(Buffer.from(bytes).equals(pictures[1]!)).toBe(true)
    closeDecoder()
  }, 60_000)

  test('in several concatenated streams is one archive', async () => {
    const middle = tar.length >> 1
    const halves = [tar.subarray(0, middle), tar.subarray(middle)]
    const packed = await Promise.all(halves.map((half) => compress(half, type)))
    const book = await openBook(Buffer.concat(packed))
    expect(book.findings).toEqual([])
    expect(book.pages).toHaveLength(3)
  }, 60_000)

  test('that is a compression bomb is rejected without using much memory', async () => {
    const bomb = makeTar([{ name: '1.jpg', data: '', claimedSize: 100 << 20 }], {
      withoutEnd: true,
    })
    const zeros = await compress(Buffer.alloc(10 << 20), type)
    const parts = [await compress(bomb, type), ...Array.from({ length: 10 }, () => zeros)]
    const path = writeBook('book.cbt', Buffer.concat(parts))
    const before = process.memoryUsage.rss()
    expect((await readBook(path)).findings.map(({ code }) => code)).toEqual(['too_large'])
    await expect(unpackPage(path, { entry: 0 })).rejects.toThrow('zip bomb')
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 << 20)
  }, 60_000)

  test('without a TAR inside is a finding', async () => {
    const text = Buffer.from('once upon a time '.repeat(500))
    expect(await listFindingCodes(await compress(text, type))).toEqual(['truncated'])
  }, 60_000)

  test('that is cut off yields the pages before the cut', async () => {
    const noise = Buffer.from(Array.from({ length: 3 << 20 }, (_, i) => (i * i * 31) >> 7))
    const parts = [
      { name: '1.jpg', data: pictures[0]! },
      { name: '2.bin', data: noise },
      { name: '3.jpg', data: pictures[1]! },
    ]
    const packed = await compress(makeTar(parts), type)
    const book = await openBook(packed.subarray(0, packed.length - 4000))
    expect(book.findings.map(({ code }) => code)).toEqual(['truncated'])
    expect(book.pages[0]).toMatchObject({ name: '1.jpg', width: 60 })
  }, 60_000)
})

test('an XZ that needs too much memory is rejected', async () => {
  const packed = await compress(makeTar([{ name: '1.jpg', data: pictures[0]! }]), 'xz')
  // The first block header holds the dictionary size: 36 means 1 GiB. The checksum is corrected below.
  const start = 12
  const length = (packed[start]! + 1) * 4
  const header = packed.subarray(start, start + length)
  const at = header.indexOf(Buffer.from([0x21, 0x01])) + 2
  header[at] = 36
  header.writeUInt32LE(Bun.hash.crc32(header.subarray(0, length - 4)), length - 4)
  const { findings } = await openBook(packed)
  expect(findings.map(({ code }) => code)).toEqual(['too_large'])
  expect(findings[0]!.message).toEqual(archiveMessages.too_much_memory())
}, 60_000)
