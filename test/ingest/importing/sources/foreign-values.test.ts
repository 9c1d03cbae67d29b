/** Values of other programs' databases, whose types are never certain. */
import { expect, test } from 'bun:test'
import {
  asList,
  asObject,
  listObjects,
  parseForeignJson,
} from '../../../../src/ingest/importing/sources/values/foreign-json'
import {
  maxLocatorBytes,
  parseLocator,
  parseProgression,
} from '../../../../src/ingest/importing/sources/values/foreign-locator'
import {
  asBoolean,
  asDay,
  asId,
  asInstant,
  asInteger,
  asLocalInstant,
  asReal,
  asSize,
  asText,
  type Value,
} from '../../../../src/ingest/importing/sources/values/foreign-values'
import { groupIds, groupValues } from '../../../../src/ingest/importing/sources/values/group-values'
import { nameOthers, shortenLabel } from '../../../../src/ingest/importing/sources/values/labels'

test.each<[Value | undefined, string | null]>([
  ['a', 'a'],
  ['', ''],
  ['a\0b', 'ab'],
  [7, '7'],
  [7n, '7'],
  [null, null],
  [undefined, null],
  [Buffer.of(1), null],
  ['x'.repeat(10_000), 'x'.repeat(10_000)],
  ['x'.repeat(10_001), 'x'.repeat(10_000)],
  [`${'x'.repeat(9_999)}😀`, `${'x'.repeat(9_999)}\ufffd`],
])('%p as text', (value, text) => expect(asText(value)).toBe(text))

const uuid = '0192F000-1111-7222-8333-444455556666'
const plain = uuid.replaceAll('-', '').toLowerCase()
test.each<[Value | undefined, string | null]>([
  [uuid, plain],
  [Buffer.from(plain, 'hex'), plain],
  [Buffer.alloc(15), null],
  [5, '5'],
  ['', null],
  [null, null],
  [`${uuid}x`, `${uuid}x`],
  ['y'.repeat(201), 'y'.repeat(200)],
])('%p as an ID', (value, id) => expect(asId(value)).toBe(id))

test.each<[Value | undefined, number | null, number | null, number | null]>([
  [1.5, 1.5, 1, null],
  [-1.5, -1.5, -1, null],
  ['12', 12, 12, 12],
  ['', null, null, null],
  [' ', null, null, null],
  ['x', null, null, null],
  [null, null, null, null],
  [Number.NaN, null, null, null],
  [Infinity, null, null, null],
  [0, 0, 0, 0],
  [-1, -1, -1, null],
  [2 ** 31 - 2, 2 ** 31 - 2, 2 ** 31 - 2, 2 ** 31 - 2],
  [2 ** 31 - 1, 2 ** 31 - 1, null, 2 ** 31 - 1],
  [2 ** 53, 2 ** 53, null, null],
])('%p as a real, an integer and a size', (value, real, integer, size) => {
  expect([asReal(value), asInteger(value), asSize(value)]).toEqual([real, integer, size])
})

test.each<[Value | undefined, boolean]>([
  [1, true],
  [1n, true],
  [0, false],
  [2, false],
  ['1', true],
  ['TRUE', true],
  ['t', true],
  ['yes', true],
  ['no', false],
  ['', false],
  [null, false],
  [undefined, false],
])('%p as a boolean', (value, expected) => expect(asBoolean(value)).toBe(expected))

test.each<[Value | undefined, string | null]>([
  ['2024-05-06', '2024-05-06T00:00:00.000Z'],
  ['2024-05-06 07:08', '2024-05-06T07:08:00.000Z'],
  ['2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
  ['2024-05-06 07:08:09.1234567', '2024-05-06T07:08:09.123Z'],
  ['2024-05-06 07:08:09+02:00', '2024-05-06T05:08:09.000Z'],
  ['2024-05-06 07:08:09 Z', '2024-05-06T07:08:09.000Z'],
  ['2024-05-06x', null],
  ['2024-13-06', null],
  ['', null],
  [null, null],
  [1_714_978_800, '2024-05-06T07:00:00.000Z'],
  [1_714_978_800_000, '2024-05-06T07:00:00.000Z'],
  [99_999_999_999, null],
  [631_152_000, '1990-01-01T00:00:00.000Z'],
  [631_151_999, null],
  [4_102_444_800, '2100-01-01T00:00:00.000Z'],
  [4_102_444_801, null],
])('%p as a time', (value, time) => expect(asInstant(value)?.toISOString() ?? null).toBe(time))

test('a time without a zone is one of this machine, if the program says so', () => {
  const text = '2024-05-06T07:08:09'
  expect(asLocalInstant(text)).toEqual(new Date(text))
  expect(asLocalInstant(`${text}Z`)).toEqual(new Date(`${text}Z`))
  expect(asLocalInstant(`${text}+01:00`)).toEqual(new Date(`${text}+01:00`))
  expect(asLocalInstant(1_714_978_800)).toEqual(new Date(1_714_978_800_000))
  expect(asLocalInstant('x')).toBeNull()
})

test.each<[Value, string | null]>([
  ['2019-05-04', '2019-05-04'],
  ['2019-05-04T10:00:00', '2019-05-04'],
  ['2019-13-04', null],
  ['x 2019-05-04', null],
  ['', null],
  [null, null],
])('%p as a day', (value, day) => expect(asDay(value)).toBe(day))

test.each<[Value, unknown]>([
  ['{"a":1}', { a: 1 }],
  ['x', undefined],
  [null, undefined],
  [`"${'x'.repeat(65_534)}"`, 'x'.repeat(65_534)],
  [`"${'x'.repeat(65_535)}"`, undefined],
])('JSON: %#', (text, value) => expect(parseForeignJson(text)).toEqual(value))

test('members of JSON may have any type', () => {
  expect([asObject({ a: 1 }), asObject([]), asObject(null), asObject('x')]).toEqual([
    { a: 1 },
    null,
    null,
    null,
  ])
  expect([asList([1]), asList({})]).toEqual([[1], []])
  expect(listObjects([{ a: 1 }, null, [], 'x', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }])
})

const locator = {
  href: 'a.xhtml',
  type: 'application/xhtml+xml',
  locations: { totalProgression: 0.5 },
}
test('locators are whole, of limited size, and without null characters', () => {
  const sized = (bytes: number) => {
    const of = (after: string) => JSON.stringify({ ...locator, text: { after } })
    return of('x'.repeat(bytes - of('').length))
  }
  expect(parseLocator(JSON.stringify(locator))).toEqual(locator)
  expect(parseLocator(sized(maxLocatorBytes))).not.toBeNull()
  expect(parseLocator(sized(maxLocatorBytes + 1))).toBeNull()
  expect(parseLocator(JSON.stringify({ ...locator, title: '\0' }))).toBeNull()
  expect(parseLocator('{}')).toBeNull()
  expect(parseLocator('x')).toBeNull()
})

test('a progression contains a locator, or is one', () => {
  expect(parseProgression(JSON.stringify({ device: {}, locator }))).toEqual(locator)
  expect(parseProgression(JSON.stringify(locator))).toEqual(locator)
  expect([parseProgression('null'), parseProgression('{"locator":{}}')]).toEqual([null, null])
})

test('rows that connect others are grouped without what is absent', () => {
  const rows = [
    { id: 1, name: 'a' },
    { id: 1, name: 'b' },
    { id: 2, name: '' },
    { id: null, name: 'c' },
    { id: 3, name: null },
    { id: 4, name: 5 },
  ]
  expect([...groupValues(rows, 'id', 'name')]).toEqual([
    ['1', ['a', 'b']],
    ['4', ['5']],
  ])
  expect([...groupIds(rows, 'id', 'name')]).toEqual([
    ['1', ['a', 'b']],
    ['4', ['5']],
  ])
})

test('long labels are shortened, and stay different', () => {
  const text = 'x'.repeat(100)
  expect(shortenLabel(text)).toBe(text)
  const [one, other] = [shortenLabel(`${text}1`), shortenLabel(`${text}2`)]
  expect([one.length, other.length, one === other]).toEqual([100, 100, false])
  expect(one).toMatch(/^x{91} [0-9a-f]{8}$/)
  expect(nameOthers(['a', 'b'])).toBe('not a, b')
})
