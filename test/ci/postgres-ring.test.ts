import { expect, test } from 'bun:test'
import { chooseFiles, findUnreached } from '../../.ci/postgres-ring'
import { normalizeStatement } from '../support/statement-records'

test.each([
  ['parameters', 'select "a" from b where c = $1', 'select "a" from b where c = $23'],
  ['the length of a list', 'select a where b in ($1, $2)', 'select a where b in ($1, $2, $3, $4)'],
  ['typed lists', 'select a where b in ($1::int, $2::int)', 'select a where b in ($1::int)'],
  ['rows', 'insert into a values ($1, $2), ($3, $4)', 'insert into a values ($1, $2)'],
  [
    'rows with defaults',
    'insert into a values (default, $1), (default, $2)',
    'insert into a values (default, $1)',
  ],
  ['numbers and texts', "select 12, 'it''s'", "select 3.5, 'x'"],
  ['white space', 'select a\n  from b', 'select a from b'],
  ['savepoints', 'savepoint sp1', 'savepoint sp2'],
])('statements that differ in %s have one shape', (_, first, second) => {
  expect(normalizeStatement(first)).toBe(normalizeStatement(second))
})

test('statements with other columns, tables or conditions have other shapes', () => {
  const shapes = [
    'select a from b where c = $1',
    'select d from b where c = $1',
    'select a from e where c = $1',
    'select a from b where f = $1',
    'select a from b where c = $1 and f = $2',
    'select a from b where c = $1 order by a',
  ].map(normalizeStatement)
  expect(new Set(shapes).size).toBe(shapes.length)
})

const records = [
  { file: 'test/a.test.ts', shapes: ['one', 'two'] },
  { file: 'test/b.test.ts', shapes: ['two', 'three'] },
  { file: 'test/c.test.ts', shapes: ['three', 'four', 'five'] },
  { file: 'test/db.test.ts', shapes: ['one'] },
]

test('a statement that no file of the ring sends is found, with a file that does', () => {
  expect(findUnreached(records, ['test/a.test.ts', 'test/b.test.ts'])).toEqual([
    { shape: 'four', file: 'test/c.test.ts' },
    { shape: 'five', file: 'test/c.test.ts' },
  ])
})

test('the chosen files send every statement, and quick files are preferred', () => {
  const slow = (file: string) => (file === 'test/a.test.ts' ? 60_000 : 100)
  const chosen = chooseFiles(records, ['test/db.test.ts'], slow)
  expect(chosen).toEqual(['test/b.test.ts', 'test/c.test.ts'])
  expect(findUnreached(records, ['test/db.test.ts', ...chosen])).toEqual([])
})
