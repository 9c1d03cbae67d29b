import { expect, spyOn, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { BookFile } from '../../../src/media/contents/book-file'
import { unpackSevenZip } from '../../../src/media/archives/sevenzip/sevenzip'
import { makeSevenZip } from '../../support/make/seven-zip'
import { writeBook } from '../../support/make/tree'

test('the first page of a 7z is available before the others are extracted', async () => {
  const pageBytes = 400 << 10
  const parts = Array.from({ length: 40 }, (_, i) => ({
    name: `${String(i).padStart(3, '0')}.jpg`,
    data: randomBytes(pageBytes),
  }))
  const path = writeBook('book.cb7', await makeSevenZip(parts, { level: 0 }))
  const reads = spyOn(BookFile.prototype, 'readInto')
  const countBytesRead = () => reads.mock.calls.reduce((sum, [buffer]) => sum + buffer.length, 0)
  const atPage: number[] = []
  await unpackSevenZip(
    path,
    (entry, bytes) => {
      expect(Buffer.from(bytes as Uint8Array).equals(parts[entry.index]!.data)).toBe(true)
      atPage.push(countBytesRead())
      return true
    },
    () => true,
  )
  reads.mockRestore()
  expect(atPage).toHaveLength(40)
  expect(atPage[0]).toBeLessThan(5 * pageBytes)
}, 60_000)
