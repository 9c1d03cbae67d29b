import { expect, test } from 'bun:test'
import { toJson } from '../../../src/platform/http/responses/to-json'

const date = new Date('2026-11-29T00:30:00.123Z')
const hostile: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}')
class Point {
  x = date
  get y() {
    return 1
  }
}
const bare = Object.assign(Object.create(null) as object, { date })

const cases: { name: string; value: object }[] = [
  { name: 'dates at every depth', value: { date, list: [date, [{ date }]], inner: { date } } },
  { name: 'an invalid date', value: { date: new Date(Number.NaN) } },
  { name: 'a list', value: [1, 'text', null, true, undefined, date] },
  { name: 'members that are left out', value: { a: undefined, b: () => 1, c: Symbol('c'), d: 1 } },
  { name: 'numbers that JSON lacks', value: { a: Number.NaN, b: Infinity, c: -0 } },
  { name: 'the order of members', value: { b: 1, 2: date, a: 2, 1: date } },
  { name: 'names with a meaning', value: { hostile, date } },
  { name: 'an object of a class', value: { point: new Point() } },
  { name: 'an object with toJSON', value: { a: { toJSON: () => ({ date }), b: 1 } } },
  {
    name: 'maps, sets and bytes',
    value: { a: new Map([[1, 2]]), b: new Set([1]), c: Buffer.from('a') },
  },
  { name: 'boxed values', value: { a: new String('a'), b: new Number(1), c: new Boolean(false) } },
  { name: 'an object without a prototype', value: { bare } },
  { name: 'half of a pair', value: { text: '\uD800', '\uDC00': '"\\\u2028' } },
]

test.each(cases)('the JSON of $name is that of JSON.stringify', ({ value }) => {
  expect(toJson(value)).toBe(JSON.stringify(value))
})

test('a value is the same after it was formatted', () => {
  const value = { date, list: [date], inner: { date } }
  toJson(value)
  expect(value).toEqual({ date, list: [date], inner: { date } })
  expect(value.list[0]).toBe(date)
})

test('what JSON cannot express is refused', () => {
  expect(() => toJson({ a: 1n })).toThrow(TypeError)
  const circle: { self?: object } = {}
  circle.self = circle
  expect(() => toJson(circle)).toThrow()
})
