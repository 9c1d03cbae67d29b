import { expect, test } from 'bun:test'
import { pickCopy } from '../../../src/ingest/scanning/copies/pick-copy'

test.each<[string, string[], string | undefined]>([
  ['a/b.cbz', [], undefined],
  ['a/b.cbz', ['x/y.cbz'], 'x/y.cbz'],
  ['a/b.cbz', ['x/y.cbz', 'x/b.cbz'], 'x/b.cbz'],
  ['a/b.cbz', ['x/y.cbz', 'x/z.cbz'], undefined],
  ['a/b.cbz', ['x/b.cbz', 'y/b.cbz'], undefined],
  ['c/a/b.cbz', ['x/b.cbz', 'y/a/b.cbz'], 'y/a/b.cbz'],
  ['b.cbz', ['b.cbz', 'x.cbz'], 'b.cbz'],
  ['a/b.cbz//2', ['x/b.cbz', 'x/c.cbz'], 'x/b.cbz'],
])('%s continues as one of %j: %p', (path, copies, expected) => {
  expect(
    pickCopy(
      { path },
      copies.map((copy) => ({ path: copy })),
    )?.path,
  ).toBe(expected)
})
