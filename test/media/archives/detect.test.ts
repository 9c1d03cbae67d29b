import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { detectFormat } from '../../../src/media/archives/detect'
import { readBook } from '../../../src/media/reader/reader'
import { makeCbz } from '../../support/make/cbz'
import { makeEpub } from '../../support/make/epub'
import { makePdf } from '../../support/make/pdf'
import { makeRar4, makeRar5 } from '../../support/make/rar'
import { makeSevenZip } from '../../support/make/seven-zip'
import { makeGzipTar, makeTar } from '../../support/make/tar'
import { makeFolder, writeBook } from '../../support/make/tree'

test.each([
  ['a comic named .epub', await makeCbz(), 'cbz'],
  ['an e-book named .epub', await makeEpub(), 'epub'],
  ['a PDF named .epub', makePdf(), 'pdf'],
  ['a PDF with junk in front', Buffer.concat([Buffer.alloc(500, 10), makePdf()]), 'pdf'],
  ['a RAR 4', makeRar4([]), 'cbr'],
  ['a RAR 5', makeRar5([]), 'cbr'],
  ['a 7z', await makeSevenZip([]), 'cb7'],
  ['a TAR', makeTar([{ name: 'a', data: 'a' }]), 'cbt'],
  ['a gzipped TAR', makeGzipTar([{ name: 'a', data: 'a' }]), 'cbt'],
  ['a gzipped text', Buffer.from(gzipSync('once upon a time'.repeat(99))), null],
  ['a text', Buffer.from('once upon a time'.repeat(10)), null],
  ['an empty file', Buffer.alloc(0), null],
] as const)('the content of %s determines the format', (_, bytes, format) => {
  expect(detectFormat(writeBook('book.epub', bytes))).toBe(format)
})

test.each([
  [
    'a RAR signature and garbage',
    Buffer.from('Rar!\x1a\x07\x01\x00aaaaaaaaaaa', 'latin1'),
    'truncated',
  ],
  [
    'a 7z signature and garbage',
    Buffer.from('7z\xbc\xaf\x27\x1caaaaaaaaaaa', 'latin1'),
    'truncated',
  ],
  ['a gzipped text', Buffer.from(gzipSync('once upon a time'.repeat(99))), 'not_what_it_says'],
  ['a text', Buffer.from('once upon a time'), 'not_what_it_says'],
  ['an empty file', Buffer.alloc(0), 'truncated'],
  ['the beginning of a ZIP', Buffer.from('PK\x03\x04'), 'truncated'],
])('%s gets a finding, not an error', async (_, bytes, code) => {
  const book = await readBook(writeBook('book.cbz', bytes))
  expect(book.pages).toEqual([])
  expect(book.findings.map((finding) => finding.code as string)).toEqual([code])
})

test('a folder or a named pipe instead of a file is a finding', async () => {
  const folder = makeFolder()
  const pipe = join(folder, 'pipe.cbz')
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
  for (const path of [folder, pipe]) {
    const book = await readBook(path)
    expect(book.findings.map((finding) => finding.code)).toEqual(['unreadable'])
  }
})
