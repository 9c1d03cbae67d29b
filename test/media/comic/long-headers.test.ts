/** Images whose size stands behind much metadata. */
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { readBook } from '../../../src/media/reader/reader'
import { readFolder } from '../../../src/media/comic/folder'
import { makePicture } from '../../support/make/pictures'
import { makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { makeFolder, writeBook, writeTree } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const jpeg = await makePicture({ width: 60, height: 90 })

/** Puts segments of metadata before all others, as image editors do. */
function addMetadata(bytes: number): Buffer {
  const largest = 0xffff
  const segments: Buffer[] = []
  for (let left = bytes; left > 0; left -= largest + 2) {
    const segment = Buffer.alloc(Math.min(left, largest) + 2, 'edit')
    segment.writeUInt16BE(0xffed, 0)
    segment.writeUInt16BE(segment.length - 2, 2)
    segments.push(segment)
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

const measure = async (bytes: Uint8Array) => {
  const { pages, findings } = await readBook(writeBook('book.cbz', bytes))
  expect(findings).toEqual([])
  return pages.map(({ width, height }) => [width, height])
}

describe('F15: the size of a JPEG is known', () => {
  const parts = [{ name: '1.jpg', data: addMetadata((1 << 20) + 1000) }]
  test.each([
    ['a stored ZIP', () => makeZip(parts)],
    ['a deflated ZIP', () => makeZip(parts.map((part) => ({ ...part, method: 8 })))],
    ['a RAR 4', () => makeRar4(parts)],
    ['a RAR 5', () => makeRar5(parts)],
    ['a TAR', () => makeTar(parts)],
    ['a packed TAR', () => makeGzipTar(parts)],
    ['a 7z', () => makeSevenZip(parts)],
  ])('behind 1 MiB of metadata in %s', async (_, make) => {
    expect(await measure(await make())).toEqual([[60, 90]])
  })

  test.each([0.5, 2, 5, 12])('behind %d MiB', async (megabytes) => {
    const data = addMetadata(megabytes * (1 << 20))
    expect(await measure(makeZip([{ name: '1.jpg', data }]))).toEqual([[60, 90]])
  })

  test('in a folder', () => {
    const folder = makeFolder()
    writeTree(folder, { '1.jpg': parts[0]!.data })
    expect(readFolder(folder).pages[0]).toMatchObject({ width: 60, height: 90 })
  })

  test('on each page of an archive that is read in one pass', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ ...parts[0]!, name: `${i}.jpg` }))
    expect(await measure(makeGzipTar(many))).toEqual(many.map(() => [60, 90]))
  })
})

test('F15: a TIFF whose directory is at its end has a size', async () => {
  const blank = { width: 800, height: 1200, channels: 3, background: 'red' } as const
  const data = await sharp({ create: blank }).tiff({ compression: 'none' }).toBuffer()
  expect(data.length).toBeGreaterThan(2 << 20)
  expect(await measure(makeZip([{ name: '1.tif', data }]))).toEqual([[800, 1200]])
})

test('F15: a JPEG without an end of its metadata has no size', async () => {
  const data = addMetadata(20 << 20)
  expect(await measure(makeZip([{ name: '1.jpg', data }]))).toEqual([[null, null]])
})
