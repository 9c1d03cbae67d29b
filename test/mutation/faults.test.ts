import { expect, test } from 'bun:test'
import { applyFault, type FaultKind, listFaults } from './faults'

const changed = (kind: FaultKind, text: string) =>
  listFaults('x.ts', text, kind).map((fault) => applyFault(text, fault))

test.each<[FaultKind, string, string[]]>([
  ['condition', 'if (a) b()', ['if (!(a)) b()']],
  ['condition', 'x = a ? b : c', ['x = !(a) ? b : c']],
  ['condition', 'x = a === b && c', ['x = a === b || c', 'x = a !== b && c']],
  ['guard', 'f: { if (a) { log(); return } b() }', ['f: { ; b() }']],
  ['guard', 'if (a) throw b', [';']],
  ['guard', 'if (a) b()', []],
  ['guard', 'if (a) throw b; else c()', []],
  [
    'column',
    'db.update(t).set({ a, b: 1 })',
    ['db.update(t).set({ b: 1 })', 'db.update(t).set({ a })'],
  ],
  ['column', 'db.update(t).set({ a })', []],
  ['column', 'map.add({ a, b })', []],
  ['off by one', 'x = a < b', ['x = a <= b']],
  ['off by one', 'x = a >= 1', ['x = a > 1']],
  ['off by one', 'x = a - 1', ['x = a - 2']],
  ['off by one', 'x = a * 2', []],
])('faults of the kind "%s" in %p', (kind, text, expected) => {
  expect(changed(kind, text)).toEqual(expected)
})

test('a fault names its line', () => {
  expect(listFaults('x.ts', 'a()\n\nif (b) c()', 'condition').map(({ line }) => line)).toEqual([3])
})
