/** Records of ZIP files whose sizes, offsets and counts are at the limits of plain ones. */
import { expect, test } from 'bun:test'
import {
  buildDirectoryRecord,
  buildEnd,
  buildLocalHeader,
  type EntryFacts,
  isLarge,
} from '../../../src/platform/lib/zip/zip-records'

const limit = 0xffff_ffff
const time = new Date('2026-05-04T03:02:40Z')
const entry = (values: Partial<EntryFacts> = {}): EntryFacts => ({
  name: 'ä',
  method: 8,
  crc: 0x0102_0304,
  size: 100,
  packedSize: 50,
  offset: 7,
  isZip64: false,
  ...values,
})

test('entries are large from 4 GB less a byte', () => {
  const of = (size: number, packedSize: number) => isLarge({ size, packedSize })
  expect([of(limit - 1, limit - 1), of(limit, 0), of(0, limit)]).toEqual([false, true, true])
})

test('a local header has room for large sizes only if asked for', () => {
  const plain = buildLocalHeader(entry(), time)
  expect([plain.length, plain.readUInt16LE(4), plain.readUInt16LE(28)]).toEqual([32, 20, 0])
  expect([plain.readUInt32LE(18), plain.readUInt32LE(22), plain.readUInt16LE(26)]).toEqual([
    50, 100, 2,
  ])
  expect([plain.readUInt16LE(6), plain.readUInt16LE(8), plain.readUInt32LE(14)]).toEqual([
    0x800, 8, 0x0102_0304,
  ])
  const clock = (3 << 11) | (2 << 5) | 20
  expect([plain.readUInt16LE(10), plain.readUInt16LE(12)]).toEqual([
    clock,
    (46 << 9) | (5 << 5) | 4,
  ])
  const large = buildLocalHeader(entry({ isZip64: true, size: limit + 5 }), time)
  expect([large.length, large.readUInt16LE(4), large.readUInt16LE(28)]).toEqual([52, 45, 20])
  expect([large.readUInt32LE(18), large.readUInt32LE(22)]).toEqual([limit, limit])
  expect([large.readUInt16LE(32), large.readUInt16LE(34)]).toEqual([1, 16])
  expect([large.readBigUInt64LE(36), large.readBigUInt64LE(44)]).toEqual([BigInt(limit + 5), 50n])
})

test.each([
  ['1979-12-31', 0, 12, 31],
  ['1980-01-01', 0, 1, 1],
  ['2107-06-07', 127, 6, 7],
  ['2108-06-07', 127, 6, 7],
])('years are from 1980 to 2107: %s', (day, year, month, date) => {
  const header = buildLocalHeader(entry(), new Date(`${day}T00:00:00Z`))
  expect(header.readUInt16LE(12)).toBe((year << 9) | (month << 5) | date)
})

test.each<[string, Partial<EntryFacts>, number, bigint[]]>([
  ['nothing', { size: limit - 1, packedSize: limit - 1, offset: limit - 1 }, 20, []],
  ['the size', { size: limit }, 45, [BigInt(limit)]],
  ['the packed size', { packedSize: limit }, 45, [BigInt(limit)]],
  ['the offset', { offset: limit + 9 }, 45, [BigInt(limit + 9)]],
  [
    'all, in this order',
    { size: limit + 3, packedSize: limit + 2, offset: limit + 1 },
    45,
    [BigInt(limit + 3), BigInt(limit + 2), BigInt(limit + 1)],
  ],
  ['nothing of an entry that was open', { isZip64: true }, 45, []],
])('a directory record tells %s apart', (_, values, version, large) => {
  const record = buildDirectoryRecord(entry(values), time)
  expect([record.readUInt16LE(4), record.readUInt16LE(6)]).toEqual([0x300 | version, version])
  const extra = record.subarray(48)
  const numbers = Array.from({ length: large.length }, (_one, n) =>
    extra.readBigUInt64LE(4 + 8 * n),
  )
  expect([extra.length, numbers]).toEqual([large.length > 0 ? 4 + 8 * large.length : 0, large])
  const { packedSize, size, offset } = entry(values)
  const plain = [packedSize, size, offset].map((value) => Math.min(value, limit))
  expect([record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42)]).toEqual(plain)
  expect(record.readUInt32LE(38) >>> 16).toBe(0o100644)
})

test.each([
  ['plain', { start: 10, end: 20, count: 0xfffe }, 22],
  ['of many entries', { start: 10, end: 20, count: 0xffff }, 98],
  ['of a large file', { start: limit - 10, end: limit, count: 1 }, 98],
  ['just below', { start: limit - 10, end: limit - 1, count: 1 }, 22],
])('the end of an archive is %s', (_, values, length) => {
  const end = buildEnd(values)
  expect(end.length).toBe(length)
  const plain = end.subarray(length - 22)
  expect(plain.readUInt32LE(0)).toBe(0x0605_4b50)
  expect([plain.readUInt16LE(8), plain.readUInt16LE(10)]).toEqual([values.count, values.count])
  expect([plain.readUInt32LE(12), plain.readUInt32LE(16)]).toEqual([
    values.end - values.start,
    values.start,
  ])
  if (length === 22) return
  expect([end.readBigUInt64LE(24), end.readBigUInt64LE(32)]).toEqual([
    BigInt(values.count),
    BigInt(values.count),
  ])
  expect([end.readBigUInt64LE(40), end.readBigUInt64LE(48), end.readBigUInt64LE(64)]).toEqual([
    BigInt(values.end - values.start),
    BigInt(values.start),
    BigInt(values.end),
  ])
})
