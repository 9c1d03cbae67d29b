import { expect, test } from 'bun:test'
import { findClosest, countEdits } from '../../../src/platform/lib/text/closest-match'

test.each([
  ['', '', 0],
  ['port', 'port', 0],
  ['prot', 'port', 1],
  ['prt', 'port', 1],
  ['ports', 'port', 1],
  ['pert', 'port', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('the distance from %p to %p is %d', (from, to, slips) => {
  expect(countEdits(from, to)).toBe(slips)
  expect(countEdits(to, from)).toBe(slips)
})

const names = ['port', 'host', 'base_path', 'trusted_proxies']
test.each([
  ['prot', 'port'],
  ['HOST', 'host'],
  ['basepath', 'base_path'],
  ['trust_proxies', 'trusted_proxies'],
  ['zebra', undefined],
  ['x', undefined],
  ['', undefined],
])('%p is closest to %p', (word, name) => {
  expect(findClosest(word, names)).toBe(name)
})

test('the length of words is limited', () => {
  expect(findClosest('p'.repeat(10_000_000), names)).toBeUndefined()
})
