/** Conditions in the editor: no part is lost or changes its meaning. */
import { describe, expect, test } from 'bun:test'
import openapi from '../../../../docs/openapi.json'
import {
  buildTest,
  type Draft,
  formatDay,
  newDraft,
  parseDay,
  readDraft,
  withOperator,
} from '../../../../src/web/ui/components/condition/tree/condition-drafts'
import {
  findKnownField,
  listFieldNames,
  operatorsOf,
  type FieldKind,
} from '../../../../src/web/ui/components/condition/tree/field-kinds'
import {
  buildTree,
  changePart,
  type Group,
  movePart,
  type Part,
  readTree,
} from '../../../../src/web/ui/components/condition/tree/condition-tree'
import { Dice, randomSeed } from '../../../support/dice'

const { SeriesListRequest, BookListRequest } = openapi.components.schemas
type Described = Record<string, { description: string }>
const targets = {
  series: SeriesListRequest.properties.condition.anyOf[0]!.properties as Described,
  books: BookListRequest.properties.condition.anyOf[0]!.properties as Described,
}
const id = '0198c0de-0000-7000-8000-000000000001'

function createTest(kind: FieldKind, operator: string): Record<string, unknown> {
  if (['isNull', 'isNotNull', 'isTrue', 'isFalse'].includes(operator)) return { operator }
  if (operator === 'in' || operator === 'notIn') return { operator, values: [id] }
  if (operator === 'between') {
    return kind === 'number'
      ? { operator, min: 1_000_000, max: 2_500_000 }
      : { operator, start: '2026-01-02T00:00:00.000Z' }
  }
  if (kind === 'number') return { operator, value: 3_000_000 }
  if (operator.endsWith('InTheLast') || operator === 'inTheLast') return { operator, days: 30 }
  if (kind === 'instant') return { operator, value: '2026-01-02T03:04:05.000Z' }
  return { operator, value: kind === 'uuid' ? id : 'Words' }
}

describe.each(['series', 'books'] as const)('of %s', (target) => {
  test('has each field of the server with each operator', () => {
    const { allOf: _all, anyOf: _any, not: _not, ...fields } = targets[target]
    expect(listFieldNames(target).toSorted()).toEqual(Object.keys(fields).toSorted())
    for (const [name, { description }] of Object.entries(fields)) {
      const field = findKnownField(target, name)!
      const operators = description.replace('Operators: ', '').split(', ')
      expect([name, operatorsOf[field.kind].toSorted()]).toEqual([name, operators.toSorted()])
      for (const operator of operators) {
        const given = createTest(field.kind, operator)
        expect({ name, test: buildTest(field, readDraft(field, given)!) }).toEqual({
          name,
          test: given,
        })
      }
    }
  })

  const createTree = (dice: Dice, depth: number): Record<string, unknown> => {
    if (depth === 0 || dice.roll(3) === 0) {
      const field = findKnownField(target, dice.one(listFieldNames(target)))!
      return { [field.name]: createTest(field.kind, dice.one(operatorsOf[field.kind])) }
    }
    const parts = Array.from({ length: dice.roll(4) }, () => createTree(dice, depth - 1))
    return dice.one([{ allOf: parts }, { anyOf: parts }, { not: { anyOf: parts } }])
  }

  /** Simplifies conditions that the editor writes differently with the same meaning. */
  const simplify = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(simplify)
    if (typeof given !== 'object' || given === null) return given
    const { not } = given as { not?: { anyOf?: unknown[] } }
    if (not && Array.isArray(not.anyOf) && not.anyOf.length === 1)
      return { not: simplify(not.anyOf[0]) }
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, simplify(inner)]))
  }

  test(`random conditions are read and written as they were (SEED=${randomSeed})`, () => {
    const dice = new Dice(randomSeed)
    for (let n = 0; n < 500; n++) {
      const condition = createTree(dice, 3)
      const root = readTree(condition, target)
      const isGroup = ['allOf', 'anyOf', 'not'].some((name) => name in condition)
      const wanted = isGroup ? condition : { allOf: [condition] }
      expect(buildTree(root, target)).toEqual(simplify(wanted) as Record<string, unknown>)
    }
  })

  const listRows = (part: Part): number[] =>
    part.kind === 'group' ? part.parts.flatMap(listRows) : [part.key]
  const listParts = (part: Part): number[] =>
    part.kind === 'group' ? [part.key, ...part.parts.flatMap(listParts)] : [part.key]

  test('moving keeps every part, and reaches both ends', () => {
    const dice = new Dice(randomSeed)
    for (let n = 0; n < 100; n++) {
      const start = readTree({ allOf: [createTree(dice, 2), createTree(dice, 2)] }, target)
      const rows = listRows(start)
      if (rows.length === 0) continue
      const key = dice.one(rows)
      for (const by of [-1, 1] as const) {
        let root: Group | undefined = start
        let last = start
        for (let step = 0; root && step < 200; step++) {
          last = root
          expect(listParts(root).toSorted()).toEqual(listParts(start).toSorted())
          root = movePart(root, key, by)
        }
        expect(root).toBeUndefined()
        const reached = listRows(last)
        expect(by === -1 ? reached[0] : reached.at(-1)).toBe(key)
        // The row ends up in the root group.
        expect(last.parts.some((part) => part.key === key)).toBe(true)
      }
    }
  })
})

test('what the editor does not know is kept as it is', () => {
  const condition = { anyOf: [{ future: { operator: 'is', value: 'x' } }, { a: 1, b: 2 }] }
  const root = readTree(condition, 'series')
  expect(buildTree(root, 'series')).toEqual(condition)
  expect(buildTree(readTree({}, 'series'), 'series')).toEqual({ allOf: [] })
})

test('a condition is built once every value is filled in', () => {
  const root = readTree({ allOf: [{ title: { operator: 'is', value: 'A' } }] }, 'series')
  const key = root.parts[0]!.key
  const withDraft = (draft: Draft) =>
    changePart(root, key, (part) => (part.kind === 'row' ? { ...part, draft } : part))
  const field = findKnownField('series', 'title')!
  expect(buildTree(withDraft(newDraft(field)), 'series')).toBeUndefined()
  const year = findKnownField('series', 'year')!
  const cases: [Partial<Draft>, object | undefined][] = [
    [{ operator: 'eq', value: '' }, undefined],
    [{ operator: 'eq', value: 'abc' }, undefined],
    [
      { operator: 'eq', value: ' 1,5 ' },
      { operator: 'eq', value: 1.5 },
    ],
    [{ operator: 'between' }, undefined],
    [
      { operator: 'between', min: '1' },
      { operator: 'between', min: 1 },
    ],
    [{ operator: 'between', min: 'x', max: '2' }, undefined],
    [{ operator: 'isNull', value: 'x' }, { operator: 'isNull' }],
  ]
  for (const [draft, wanted] of cases) {
    expect(buildTest(year, { ...newDraft(year), ...draft })).toEqual(wanted as never)
  }
})

test('days are days of this place, with their last moment where it matters', () => {
  const start = parseDay('2026-03-04', false)
  const end = parseDay('2026-03-04', true)
  expect([formatDay(start), formatDay(end)]).toEqual(['2026-03-04', '2026-03-04'])
  expect(new Date(end).getTime() - new Date(start).getTime()).toBe(86_400_000 - 1)
  const field = findKnownField('series', 'dateAdded')!
  const draft = { ...newDraft(field), operator: 'onOrAfter', value: start }
  expect(withOperator(field, draft, 'after').value).toBe(end)
  expect([formatDay(''), formatDay('x'), parseDay('', false)]).toEqual(['', '', ''])
})

test.each(['', '0', '-3', '1.5', 'x', '36501'])('%p is no number of days', (value) => {
  const field = findKnownField('series', 'dateAdded')!
  const draft = { ...newDraft(field), operator: 'inTheLast', value }
  expect(buildTest(field, draft)).toBeUndefined()
})

test('a number of days is no day, and the other way round', () => {
  const field = findKnownField('series', 'dateAdded')!
  const relative = { ...newDraft(field), operator: 'inTheLast', value: '30' }
  expect(buildTest(field, relative)).toEqual({ operator: 'inTheLast', days: 30 })
  expect(withOperator(field, relative, 'notInTheLast').value).toBe('30')
  expect(withOperator(field, relative, 'after').value).toBe('')
  const absolute = { ...relative, operator: 'after', value: parseDay('2026-03-04', true) }
  expect(withOperator(field, absolute, 'inTheLast').value).toBe('')
})

test('another operator keeps the ids that it needs', () => {
  const field = findKnownField('series', 'libraryId')!
  const one = { ...newDraft(field), value: id }
  const many = withOperator(field, one, 'in')
  expect(many.values).toEqual([id])
  expect(withOperator(field, { ...many, value: '' }, 'isNot').value).toBe(id)
})
