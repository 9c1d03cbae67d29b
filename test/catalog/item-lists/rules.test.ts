/** Order of lists, and the smart lists that conditions name. */
import { describe, expect, test } from 'bun:test'
import {
  listVisibleIds,
  moveVisible,
  reorderVisible,
} from '../../../src/catalog/item-lists/entries/item-order'
import {
  completeCondition,
  listNamedIds,
  replaceNamedLists,
} from '../../../src/catalog/item-lists/smart/named-lists'
import { buildLabelKey, mapLabelsByKey } from '../../../src/catalog/labels/label-names'
import { mergeOrder } from '../../../src/ingest/cbl/list-order'

const items = ['a', 'B', 'c', 'd'].map((id, position) => ({ id, position, isVisible: id !== 'B' }))

test('only visible items are reordered; hidden ones keep their places', () => {
  expect(listVisibleIds(items)).toEqual(['a', 'c', 'd'])
  expect(reorderVisible(items, ['d', 'a', 'c'])).toEqual(['d', 'B', 'a', 'c'])
  const wrong = [
    ['d', 'a'],
    ['d', 'a', 'c', 'c'],
    ['d', 'a', 'a'],
    ['d', 'a', 'B'],
    ['d', 'a', 'x'],
  ]
  for (const order of wrong) expect(reorderVisible(items, order)).toBeUndefined()
})

test.each([
  ['a', 1, ['a', 'b', 'c']],
  ['a', 2, ['b', 'a', 'c']],
  ['a', 3, ['b', 'c', 'a']],
  ['c', 1, ['c', 'a', 'b']],
  ['a', 9, ['b', 'c', 'a']],
])('%s moves to place %d', (id, place, order) =>
  expect(moveVisible(['a', 'b', 'c'], id, place)).toEqual(order),
)

test('missing entries follow their books, or are at the start or the end', () => {
  const missing = ['b1', null, 'gone', 'b1'].map((afterBookId, n) => ({ afterBookId, n }))
  const placed = mergeOrder(['b1', 'b2'], missing)
  expect(placed.map(({ bookId, missing: one }) => bookId ?? one.n)).toEqual([
    1,
    'b1',
    0,
    3,
    'b2',
    2,
  ])
})

const [one, two] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
const field = 'inCollection'
const is = (value: string, operator = 'is') => ({ [field]: { operator, value } })
const isIn = (values: string[], operator = 'in') => ({ [field]: { operator, values } })
const nested = (levels: number, inner: object): object =>
  levels === 0 ? inner : { not: nested(levels - 1, inner) }

test.each<[string, unknown, string[]]>([
  ['one', is(one), [one]],
  ['several, each once', isIn([one, two, one]), [one, two]],
  ['groups', { allOf: [is(one), { anyOf: [{ not: is(two) }] }] }, [one, two]],
  ['another field', { title: { operator: 'is', value: one } }, []],
  ['no IDs', { allOf: [is('x'), { [field]: null }, { [field]: { values: one } }] }, []],
  ['ten levels', nested(9, is(one)), [one]],
  ['eleven levels', nested(10, is(one)), []],
  ['no condition', null, []],
  ['a list', [is(one)], []],
])('the lists that a condition names: %s', (_, condition, ids) => {
  expect(listNamedIds(condition, field)).toEqual(ids)
})

describe('smart lists are replaced by their conditions', () => {
  const own = { title: { operator: 'is', value: 'x' } }
  const smart = new Map([[one, own]])
  test.each<[string, unknown, unknown]>([
    ['one', is(one), own],
    ['not one', is(one, 'isNot'), { not: own }],
    ['none of several', isIn([one], 'notIn'), { not: own }],
    ['beside one by hand', isIn([one, two]), { anyOf: [isIn([two]), own] }],
    ['only one by hand', is(two), is(two)],
    ['in groups', { anyOf: [is(one), { not: is(one) }] }, { anyOf: [own, { not: own }] }],
    [
      'another field',
      { read: { operator: 'is', value: one } },
      { read: { operator: 'is', value: one } },
    ],
    ['ten levels', nested(9, is(one)), nested(9, own)],
    ['eleven levels', nested(10, is(one)), nested(10, is(one))],
    ['two members', { not: is(one), anyOf: [] }, { not: is(one), anyOf: [] }],
    ['nothing', {}, {}],
  ])('%s', (_, condition, expected) => {
    expect(replaceNamedLists(condition, field, smart)).toEqual(expected)
  })

  test('an empty one matches everything', () => {
    expect(completeCondition({})).toEqual({ allOf: [] })
    expect(completeCondition(own)).toEqual(own)
    expect(replaceNamedLists(is(one), field, new Map([[one, {}]]))).toEqual({ allOf: [] })
  })
})

test('labels are the same in all spellings, have 100 characters, and are at most 200', () => {
  expect(buildLabelKey('  Sci-Fi\t & Más ')).toBe(buildLabelKey('sci-fi & mas'))
  expect(buildLabelKey('\0 ')).toBe('')
  expect([...mapLabelsByKey(['Sea', 'SEA', ' ', 'Land  Air'])]).toEqual([
    ['sea', 'Sea'],
    ['land air', 'Land Air'],
  ])
  const [[, long]] = [...mapLabelsByKey(['x'.repeat(101)])] as [[string, string]]
  expect(long).toHaveLength(100)
  expect(mapLabelsByKey(Array.from({ length: 201 }, (_, n) => `l${n}`)).size).toBe(200)
})
