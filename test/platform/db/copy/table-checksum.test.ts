/** Which values two databases may store differently. */
import { expect, test } from 'bun:test'
import { addToChecksum, emptyChecksum } from '../../../../src/platform/db/copy/table-checksum'

const column = { name: 'value', kind: 'json' } as const
const table = { name: 'things', columns: [column] } as unknown as Parameters<
  typeof addToChecksum
>[1]
const compute = (text: string) => addToChecksum(emptyChecksum, table, [[text]]).sum

test.each([
  ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', true],
  ['[{"a":1,"b":[2,3]}]', '[{"b":[2,3],"a":1}]', true],
  ['[1,2]', '[2,1]', false],
  ['[1,2]', '{"0":1,"1":2}', false],
  ['["[",1]', '[["[",1]]', false],
  ['{"a":null}', '{}', false],
  ['{"a":"1"}', '{"a":1}', false],
])('%s and %s: the same is %p', (one, other, isSame) => {
  expect(compute(one) === compute(other)).toBe(isSame)
})
