import { expect, test } from 'bun:test'

test.each<[string, unknown, unknown]>([
  ['a date', new Date(1), new Date(2)],
  ['a map', new Map([[1, 1]]), new Map([[1, 2]])],
  ['a set', new Set([1]), new Set([2])],
  ['an expression', /a/, /b/],
  ['an error', new Error('a'), new Error('b')],
])('%s within an object matches only an equal one', (_, one, other) => {
  expect({ list: [{ one, more: 1 }] }).toMatchObject({ list: [{ one }] })
  expect({ list: [{ one }] }).not.toMatchObject({ list: [{ one: other }] })
})
