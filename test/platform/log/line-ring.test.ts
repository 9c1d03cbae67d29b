import { expect, test } from 'bun:test'
import { LineRing } from '../../../src/platform/log/line-ring'

const list = (ring: LineRing, after?: number) =>
  [...ring.latest(after)].map(({ id, line }) => `${id}${line}`)
const fill = (ring: LineRing, lines: readonly string[]) => {
  for (const line of lines) ring.push(line)
  return ring
}

test('lists the newest lines first, down to a known one', () => {
  const ring = fill(new LineRing(), ['a', 'b', 'c'])
  expect([list(ring), list(ring, 1), list(ring, 3), ring.lastId]).toEqual([
    ['3c', '2b', '1a'],
    ['3c', '2b'],
    [],
    3,
  ])
})

test.each([
  ['as many lines as may be kept', { maxLines: 3 }, ['a', 'b', 'c'], ['3c', '2b', '1a']],
  ['one more', { maxLines: 3 }, ['a', 'b', 'c', 'd'], ['4d', '3c', '2b']],
  ['as much text as may be kept', { maxBytes: 4 }, ['aa', 'bb'], ['2bb', '1aa']],
  ['more text', { maxBytes: 4 }, ['aa', 'bb', 'c'], ['3c', '2bb']],
  ['a line that is longer', { maxBytes: 4 }, ['a', 'bbbbb'], ['2bbbbb']],
  ['many lines', { maxLines: 2 }, ['a', 'b', 'c', 'd', 'e', 'f'], ['6f', '5e']],
  ['many lines of much text', { maxBytes: 2 }, ['a', 'b', 'c', 'd', 'e', 'f'], ['6f', '5e']],
])('keeps %s', (_, limits, lines, kept) =>
  expect(list(fill(new LineRing(limits), lines))).toEqual(kept),
)

test('tells listeners of each line until they leave', () => {
  const ring = new LineRing()
  const told: string[] = []
  const leave = ring.follow(({ line }) => void told.push(line))
  fill(ring, ['a', 'b'])
  leave()
  ring.push('c')
  expect(told).toEqual(['a', 'b'])
})
