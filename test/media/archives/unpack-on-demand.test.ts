/** How much is unpacked and kept of ZIP entries that only a decoder can unpack. */
import { expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { BookFile } from '../../../src/media/contents/book-file'
import { readUnpacked } from '../../../src/media/archives/zip/unpack-on-demand'
import { openZip, type Zip } from '../../../src/media/archives/zip/zip'
import { readBook } from '../../../src/media/reader/reader'
import { unpackHead } from '../../../src/media/archives/zip/unpack-zip'
import { makePicture } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const ZSTD = 93
const MiB = 1 << 20

/** Not so well compressible that it looks like a bomb. */
const makeDocument = (bytes: number) =>
  Buffer.concat([randomBytes(bytes / 32), Buffer.alloc(bytes - bytes / 32)])

const openPacked = (parts: Record<string, Uint8Array>) => {
  const packed = Object.entries(parts).map(([name, data]) => ({
    name,
    data,
    method: ZSTD,
    packed: zstdCompressSync(data),
  }))
  const path = writeBook('book.cbz', makeZip(packed))
  return { path, zip: openZip(new BookFile(path)) }
}

test('F6: documents that are only expected leave room for those that are read', async () => {
  const large = makeDocument(45 * MiB)
  const { zip } = openPacked({ a: large, b: large, c: large, d: large })
  using _ = zip.file
  const [a, b, c, d] = zip.entries
  const read = ({ unpacked }: Zip) => {
    unpacked!.expect([b!, c!], 64 * MiB)
    return [a!, d!].map((entry) => unpacked!.read(entry, 64 * MiB)?.length)
  }
  expect(await readUnpacked(zip, read)).toEqual([large.length, large.length])
})

test('F6: all documents together are limited, and a refused one takes no room', async () => {
  const large = makeDocument(45 * MiB)
  const { zip } = openPacked({ a: large, b: large, c: large, d: Buffer.from('text') })
  using _ = zip.file
  const read = ({ unpacked }: Zip) =>
    zip.entries.map((entry) => {
      try {
        return unpacked!.read(entry, 64 * MiB)?.length
      } catch (error) {
        return (error as { code: string }).code
      }
    })
  expect(await readUnpacked(zip, read)).toEqual([large.length, large.length, 'too_large', 4])
})

const jpeg = await makePicture({ width: 60, height: 90 })

/** Puts metadata before the size of a JPEG. */
function addMetadata(bytes: number): Buffer {
  const segments = Array.from({ length: Math.ceil(bytes / 0xffff) }, () =>
    Buffer.concat([Buffer.from([0xff, 0xed, 0xff, 0xff]), randomBytes(0xfffd)]),
  )
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

test('F15: a long head is put together without copying it again and again', async () => {
  const { path, zip } = openPacked({ '1.jpg': addMetadata(12 * MiB) })
  using _ = zip.file
  using concat = spyOn(Buffer, 'concat')
  const head = await unpackHead(zip, zip.entries[0]!, true)
  const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0)
  expect(head!.length).toBeGreaterThan(12 * MiB)
  expect(copied).toBeLessThan(64 * MiB)
  concat.mockRestore()
  expect((await readBook(path)).pages).toMatchObject([{ width: 60, height: 90 }])
})

test('F15: an image whose size stands too far behind is not unpacked for it', async () => {
  const tiff = Buffer.alloc(20 * MiB)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(19 * MiB, 4)
  randomBytes(MiB).copy(tiff, MiB)
  const { zip } = openPacked({ '1.tif': tiff })
  using _ = zip.file
  expect((await unpackHead(zip, zip.entries[0]!, true))!.length).toBeLessThan(2 * MiB)
})
