import { expect, test } from 'bun:test'
import { chooseFiles, findUnreached } from '../../.ci/postgres-ring'
import { listStatementParts } from '../../.ci/statement-parts'
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

test.each([
  ['plain columns and values', 'select "a", "t"."b" from "t" limit ? offset ?', ['from "t"']],
  [
    'selected expressions',
    'select "a", count(*), max("t"."b") from "t"',
    ['select count(*)', 'select max("t"."b")', 'from "t"'],
  ],
  [
    'conditions at any depth',
    'select "a" from "t" where ("t"."a" = ? and (lower("t"."b") = ? or not (exists (select ? from "u" where "u"."c" > now()))))',
    [
      'select ?',
      'from "u"',
      'where "u"."c" > now()',
      'from "t"',
      'where lower("t"."b") = ?',
      'where exists (query)',
    ],
  ],
  [
    'joins',
    'select "a" from "t" left join "u" on ("u"."id" = "t"."id" and "u"."x" = lower(?)) order by "t"."a" desc, "u"."b"',
    [
      'from "t"',
      'left join "u"',
      'left join "u"."x" = lower(?)',
      'order by "t"."a" desc',
      'order by "u"."b"',
    ],
  ],
  [
    'assignments',
    'update "t" set "a" = ?, "b" = "t"."b" + ?, "c" = ?::text::jsonb where "t"."id" = ? returning "id"',
    ['"t" update "t"', '"t" set "b" = "t"."b" + ?'],
  ],
  ['texts that look like clauses', 'select "order by" from "where"', ['from "where"']],
])('the parts of a statement: %s', (_, statement, parts) => {
  expect(listStatementParts(statement).toSorted()).toEqual(parts.toSorted())
})

const records = [
  { file: 'test/a.test.ts', parts: ['one', 'two'] },
  { file: 'test/b.test.ts', parts: ['two', 'three'] },
  { file: 'test/c.test.ts', parts: ['three', 'four', 'five'] },
  { file: 'test/db.test.ts', parts: ['one'] },
]

test('a part that no file of the ring sends is found, with a file that does', () => {
  expect(findUnreached(records, ['test/a.test.ts', 'test/b.test.ts'])).toEqual([
    { part: 'four', file: 'test/c.test.ts' },
    { part: 'five', file: 'test/c.test.ts' },
  ])
})

test('the chosen files send every part, and quick files are preferred', () => {
  const slow = (file: string) => (file === 'test/a.test.ts' ? 60_000 : 100)
  const chosen = chooseFiles(records, ['test/db.test.ts'], slow)
  expect(chosen).toEqual(['test/b.test.ts', 'test/c.test.ts'])
  expect(findUnreached(records, ['test/db.test.ts', ...chosen])).toEqual([])
})
