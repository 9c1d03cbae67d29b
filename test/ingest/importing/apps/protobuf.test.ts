import { expect, test } from 'bun:test'
import {
  BadProtobuf,
  readProtobuf,
  toFieldNumber,
  toFieldText,
} from '../../../../src/ingest/importing/sources/apps/protobuf'

const read = (...bytes: number[]) =>
  [...readProtobuf(Uint8Array.from(bytes))].map(({ number, value }) => [
    number,
    value instanceof Uint8Array ? [...value] : value,
  ])
const isBad = (...bytes: number[]) => {
  try {
    read(...bytes)
    return false
  } catch (error) {
    if (!(error instanceof BadProtobuf)) throw error
    return true
  }
}
const full = (count: number) => Array.from({ length: count }, () => 0xff)
const float = (value: number) => [...new Uint8Array(Float32Array.of(value).buffer)]
const double = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)]

test.each<[string, number[], unknown[]]>([
  ['nothing', [], []],
  ['a number', [0x08, 5], [[1, 5]]],
  ['a number of two bytes', [0x08, 0xac, 0x02], [[1, 300]]],
  ['the largest short number', [0x08, ...full(6), 0x7f], [[1, 2 ** 49 - 1]]],
  ['a longer number', [0x08, ...full(7), 0x01], [[1, 2n ** 50n - 1n]]],
  ['the largest number', [0x08, ...full(9), 0x01], [[1, 2n ** 64n - 1n]]],
  [
    'a long number before another field',
    [0x08, ...Array.from({ length: 8 }, () => 0x80), 0x01, 0x08, 3],
    [
      [1, 2n ** 56n],
      [1, 3],
    ],
  ],
  ['a number of more bits', [0x08, ...full(9), 0x7f], [[1, 2n ** 64n - 1n]]],
  ['text', [0x12, 2, 65, 66], [[2, [65, 66]]]],
  ['empty text', [0x12, 0], [[2, []]]],
  ['a float', [0x1d, ...float(1.5)], [[3, 1.5]]],
  ['a double', [0x21, ...double(2.25)], [[4, 2.25]]],
  [
    'several fields',
    [0x08, 1, 0x12, 1, 65, 0x08, 2],
    [
      [1, 1],
      [2, [65]],
      [1, 2],
    ],
  ],
  ['the highest field', [0xf8, 0xff, 0xff, 0xff, 0x0f, 1], [[2 ** 29 - 1, 1]]],
])('reads %s', (_, bytes, fields) => expect<unknown[]>(read(...bytes)).toEqual(fields))

test.each<[string, number[]]>([
  ['no value', [0x08]],
  ['a number that does not end', [0x08, 0x80]],
  ['a long number that does not end', [0x08, ...full(8)]],
  ['a number of eleven bytes', [0x08, ...full(10), 0x01]],
  ['text that is cut off', [0x12, 2, 65]],
  ['text without a length', [0x12]],
  ['a float that is cut off', [0x1d, 0, 0, 0]],
  ['a double that is cut off', [0x21, 0, 0, 0, 0, 0, 0, 0]],
  ['field 0', [0x00, 1]],
  ['a field beyond the highest', [0x80, 0x80, 0x80, 0x80, 0x10, 1]],
  ['a group', [0x0b]],
  ['an unknown type', [0x0e, 0, 0, 0, 0, 0, 0, 0, 0]],
])('refuses %s', (_, bytes) => expect(isBad(...bytes)).toBe(true))

test('tells of each field before it is read', () => {
  let count = 0
  const fields = readProtobuf(Uint8Array.of(0x08, 1, 0x08), () => void count++)
  expect(() => [...fields]).toThrow(BadProtobuf)
  expect(count).toBe(2)
})

test('texts are bounded and can be stored, numbers are numbers', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  expect([toFieldText(5, 9), toFieldText(bytes('a\0b'), 9), toFieldText(bytes('abc'), 2)]).toEqual([
    null,
    'ab',
    'ab',
  ])
  expect(toFieldText(bytes('a😀'), 2)).toBe('a\ufffd')
  expect(toFieldText(bytes('x'.repeat(40_001)), 50_000)).toHaveLength(40_000)
  expect([toFieldNumber(5n), toFieldNumber(1.5), toFieldNumber(bytes('5'))]).toEqual([
    5,
    1.5,
    Number.NaN,
  ])
})
