/** The limits of a condition, and removing a field from one for its own values. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '../../../src/errors'
import { compileCondition, type Condition } from '../../../src/platform/query/condition'
import { removeField } from '../../../src/platform/query/facets'

const kinds = {
  a: 'boolean',
  b: 'boolean',
  name: 'text',
  age: 'number',
  at: 'instant',
} as const
const any = () => sql`1 = 1`
const fields = { a: any, b: any, name: any, age: any, at: any }

function compile(condition: object) {
  try {
    compileCondition(condition as Condition<typeof kinds>, kinds, fields)
    return 'valid'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.details?.[0]?.message.code ?? error.userMessage.code
  }
}

const a = { a: { operator: 'isTrue' } } as const
const b = { b: { operator: 'isTrue' } } as const
const times = <Part>(count: number, part: Part) => Array.from({ length: count }, () => part)
const group = (levels: number): object => (levels === 0 ? a : { allOf: [group(levels - 1)] })
const negate = (levels: number): object => (levels === 0 ? a : { not: negate(levels - 1) })

test.each<[string, object, string]>([
  ['8 levels', negate(7), 'valid'],
  ['9 levels', negate(8), 'condition.too_deep'],
  ['8 levels of groups', group(7), 'valid'],
  ['9 levels of groups', group(8), 'condition.too_deep'],
  ['100 fields', { allOf: times(100, a) }, 'valid'],
  ['101 fields', { allOf: times(101, a) }, 'condition.too_many_fields'],
  ['300 parts', { allOf: times(299, { allOf: [] }) }, 'valid'],
  ['301 parts', { allOf: times(300, { allOf: [] }) }, 'condition.too_many_parts'],
])('a condition of %s: %#', (_, condition, code) => expect(compile(condition)).toBe(code))

test.each<[object, object]>([
  [
    { name: { operator: 'is', value: 'x'.repeat(500) } },
    { name: { operator: 'is', value: 'x'.repeat(501) } },
  ],
  [{ name: { operator: 'is', value: 'x' } }, { name: { operator: 'is', value: '' } }],
  [{ name: { operator: 'isNull' } }, { name: { operator: 'isTrue' } }],
  [{ age: { operator: 'gte', value: 1e15 } }, { age: { operator: 'gte', value: 1.1e15 } }],
  [
    { at: { operator: 'inTheLast', days: 36_500 } },
    { at: { operator: 'inTheLast', days: 36_501 } },
  ],
  [{ at: { operator: 'inTheLast', days: 1 } }, { at: { operator: 'inTheLast', days: 0 } }],
  [{ allOf: [] }, { allOf: {} }],
  [{ not: a }, { not: a, anyOf: [] }],
  [a, { unknown: { operator: 'isTrue' } }],
  [a, { constructor: { operator: 'isTrue' } }],
  [a, { a: { operator: 'toString' } }],
])('accepts a test and refuses its neighbour: %#', (valid, invalid) => {
  expect(compile(valid)).toBe('valid')
  expect(compile(invalid)).not.toBe('valid')
})

test.each<[string, Parameters<typeof removeField<typeof kinds>>[0], unknown]>([
  ['the field alone', a, undefined],
  ['another field', b, b],
  ['a negated field', { not: a }, undefined],
  ['one part of several', { allOf: [a, b] }, { allOf: [b] }],
  ['a group about the field', { allOf: [{ anyOf: [a, { not: a }] }, b] }, { allOf: [b] }],
  ['a group with another field', { allOf: [{ anyOf: [a, b] }] }, { allOf: [{ anyOf: [a, b] }] }],
  ['alternatives', { anyOf: [a, b] }, { anyOf: [a, b] }],
  ['an empty group', { allOf: [{ anyOf: [] }, a] }, { allOf: [{ anyOf: [] }] }],
])('removing a field from a condition: %s', (_, condition, rest) => {
  expect(removeField(condition, 'a')).toEqual(rest as never)
})
