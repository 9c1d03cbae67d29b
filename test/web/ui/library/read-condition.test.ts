import { describe, expect, test } from 'bun:test'
import {
  buildCondition,
  type Filters,
  type Group,
  groups,
  isYesNo,
  isNumber,
} from '../../../../src/web/ui/screens/library/filters/filters'
import { readCondition } from '../../../../src/web/ui/screens/library/filters/read-condition'
import { randomSeed, Dice } from '../../../support/dice'

const library = '0198c0de-0000-7000-8000-000000000001'

/** Reverses the order of object members, which databases may return in any order. */
const reversed = (given: unknown): unknown => {
  if (Array.isArray(given)) return given.map(reversed)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given)
      .toReversed()
      .map(([name, value]) => [name, reversed(value)]),
  )
}

describe('a saved condition', () => {
  test('of random filters is read as filters with the same meaning', () => {
    const dice = new Dice(randomSeed)
    const random = () => dice.roll(1_000) / 1_000
    const valuesOf = (group: Group) => {
      if (isYesNo(group)) return ['yes']
      if (isNumber(group)) return ['1990', '1990..1999', '1980..', '..1970', null]
      return ['Mystery', 'a,b', '~', '-x', null]
    }
    for (let round = 0; round < 2_000; round++) {
      const chosen = groups.filter(() => random() < 0.2)
      const filters: Filters = Object.fromEntries(
        chosen.map((group) => {
          const values = valuesOf(group)
            .filter(() => random() < 0.6)
            .map((value) => ({ value, isNot: random() < 0.4 }))
          return [group, { isAll: random() < 0.5, values }]
        }),
      )
      const where = random() < 0.5 ? library : undefined
      const condition = buildCondition(filters, where) ?? {}
      const read = readCondition(reversed(condition) as typeof condition, where)
      expect(read).toBeDefined()
      expect(buildCondition(read!, where) ?? {}).toEqual(condition)
    }
  })

  const foreign: [what: string, condition: Record<string, unknown>][] = [
    ['an unknown field', { title: { operator: 'is', value: 'A' } }],
    ['another operator', { genre: { operator: 'contains', value: 'A' } }],
    ['a comparison', { year: { operator: 'gte', value: 1990 } }],
    ['any of two fields', { anyOf: [leaf('genre'), leaf('tag')] }],
    ['a nested group', { allOf: [{ allOf: [leaf('genre'), leaf('tag')] }] }],
    ['what is not in a group', { not: { anyOf: [leaf('genre'), leaf('tag')] } }],
    ['nothing', { anyOf: [] }],
    ['no test', { genre: null }],
  ]
  test.each(foreign)('with %s cannot be shown as filters', (_, condition) => {
    expect(readCondition(condition, undefined)).toBeUndefined()
  })

  function leaf(field: string) {
    return { [field]: { operator: 'is', value: 'A' } }
  }
})
