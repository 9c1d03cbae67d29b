import { expect, test } from 'bun:test'
import { compareNaturally } from '../../../src/platform/lib/text/natural-order'

test.each([
  ['numbers by value', ['p1', 'p2', 'p10', 'p100']],
  ['leading zeros do not matter until the end', ['p1', 'p01', 'p001', 'p2', 'p02']],
  ['case does not matter', ['a1', 'B2', 'c3']],
  ['a folder stays together and comes before longer names', ['a/2', 'a/10', 'a b/1', 'ab/1']],
  ['signs, digits, letters', ['!cover', '1', 'a', 'aaa']],
  ['numbers longer than a machine word', [`p${'9'.repeat(40)}`, `p1${'0'.repeat(40)}`]],
  ['a beginning comes before what it begins', ['c1', 'c1.5', 'c1a']],
  [
    'full-width digits are numbers, too',
    ['第１話/９', '第１話/１０', '第2話/1', '第２話/２', '第１０話/１'],
  ],
  ['the empty name is first', ['', '0', 'a']],
])('orders %s', (_, sorted) => {
  expect(sorted.toReversed().toSorted(compareNaturally)).toEqual(sorted)
})

test('is a strict order in which a name equals only itself', () => {
  const names = [
    'a',
    'A',
    'a1',
    'a01',
    'A1',
    'b',
    'a/1',
    'é',
    'É',
    '',
    '1',
    '01',
    '１',
    '０１',
    'a１',
  ]
  for (const a of names) {
    for (const b of names) {
      expect(Math.sign(compareNaturally(a, b))).toBe(-Math.sign(compareNaturally(b, a)) || 0)
      expect(compareNaturally(a, b) === 0).toBe(a === b)
    }
  }
})
