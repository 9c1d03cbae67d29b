/** Parts of archives that were split into several files. */
import { describe, expect, test } from 'bun:test'
import { archiveMessages } from '../../../src/media/archives/messages'
import { readBook } from '../../../src/media/reader/reader'
import { makePictures } from '../../support/make/pictures'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const pictures = await makePictures(6, { format: 'png', width: 300, height: 400 })
const parts = pictures.map((data, i) => ({ name: `${i + 1}.png`, data }))
const whole = makeZip(parts)
const middle = whole.length >> 1

/** Marks the end record as that of another disk, as `zip -s` does. */
function markDisk(bytes: Buffer, disk: number): Buffer {
  const marked = Buffer.from(bytes)
  const end = marked.length - 22
  marked.writeUInt16LE(disk, end + 4)
  marked.writeUInt16LE(disk, end + 6)
  return marked
}

const split = { code: 'unsupported', message: archiveMessages.split() } as const
const spanned = Buffer.from('PK\x07\x08', 'latin1')

describe('F7: a part of a split ZIP says so', () => {
  test.each([
    ['the last part', markDisk(whole, 1).subarray(middle)],
    ['a last part that begins with an entry', markDisk(whole, 2)],
    ['a last part with only the directory', markDisk(whole, 1).subarray(whole.length - 400)],
    ['the first part', Buffer.concat([spanned, whole.subarray(0, middle)])],
    ['the last of pieces of equal size', whole.subarray(middle)],
    ['the last part of a large archive', makeSplitZip64()],
    ['a middle part', whole.subarray(whole.length / 3, (whole.length * 2) / 3)],
    ['a middle part that ends in an entry', whole.subarray(100, middle)],
    ['a last part with half of the directory', whole.subarray(whole.length - 100)],
  ])('%s', async (_, bytes) => {
    const book = await readBook(writeBook('book.cbz', bytes))
    expect(book.pages).toEqual([])
    expect(book.findings).toEqual([split])
  })
})

/** The locator of a large archive counts the disks. */
function makeSplitZip64(): Buffer {
  const bytes = makeZip(
    parts.map((part) => ({ ...part, zip64: true })),
    { zip64: true },
  )
  const locator = bytes.lastIndexOf('PK\x06\x07', bytes.length, 'latin1')
  bytes.writeUInt32LE(3, locator + 16)
  return bytes.subarray(middle)
}

test.each([
  ['text', Buffer.from('A text about PK\x03\x04 and its meaning. '.repeat(100))],
  ['zeros after the sign', Buffer.concat([Buffer.from('..PK\x03\x04'), Buffer.alloc(500)])],
])('F7: %s is not a part of a ZIP', async (_, bytes) => {
  const { findings } = await readBook(writeBook('book.cbz', bytes))
  expect(findings.map(({ code }) => code)).toEqual(['not_what_it_says'])
})

test.each([
  ['PK00', Buffer.concat([Buffer.from('PK00'), whole])],
  ['the sign of a first part', Buffer.concat([spanned, whole])],
])('F7: an archive in one part that begins with %s is read', async (_, bytes) => {
  const book = await readBook(writeBook('book.cbz', bytes))
  expect(book).toMatchObject({ format: 'cbz', pageCount: 6, findings: [] })
})
