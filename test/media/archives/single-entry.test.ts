/** One entry of a ZIP as an archive of its own. */
import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SingleEntryZip } from '../../../src/media/archives/zip/single-entry'
import { BookFile } from '../../../src/media/contents/book-file'

const packed = Buffer.from('the packed bytes of one entry')
const before = Buffer.from('an entry before it')

test('every range of it has the bytes of the whole', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'single-entry-')), 'book.zip')
  writeFileSync(path, Buffer.concat([before, packed, Buffer.from('what comes after it')]))
  using file = new BookFile(path)
  const entry = {
    name: '1',
    size: packed.length,
    index: 0,
    method: 0,
    flags: 0,
    crc: Bun.hash.crc32(packed),
    packedSize: packed.length,
    offset: 0,
    symlink: false,
  }
  const archive = new SingleEntryZip(file, entry, before.length)
  const whole = Buffer.alloc(archive.size)
  archive.readInto(whole, 0)
  expect(whole.indexOf(packed)).toBeGreaterThan(0)
  for (let from = 0; from < archive.size; from++) {
    for (let to = from; to <= archive.size; to++) {
      const range = Buffer.alloc(to - from)
      archive.readInto(range, from)
      if (!range.equals(whole.subarray(from, to))) throw new Error(`bytes ${from} to ${to}`)
    }
  }
})
