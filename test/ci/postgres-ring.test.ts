import { expect, test } from 'bun:test'
import { nameTests, widenRing } from '../../.ci/postgres-ring'
import { chooseTests, findUnreached, type SentParts } from '../../.ci/ring-choice'
import { listStatementParts } from '../../.ci/statement-parts'
import { buildNameSwitch } from '../../.ci/tests'
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
  [
    'cases',
    'update a set b = case when a.c = $1 then $2 when a.c = $3 then $4 else a.b end',
    'update a set b = case when a.c = $1 then $2 else a.b end',
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
  [
    'a question with any number of queries',
    'select case when exists (select "a" from "t") then ? when exists (select "b" from "t") then ? end as "c"',
    ['from "t"', 'select case when exists (query) then ? end as "c"'],
  ],
])('the parts of a statement: %s', (_, statement, parts) => {
  expect(listStatementParts(statement).toSorted()).toEqual(parts.toSorted())
})

const sent = (file: string, parts: Record<string, string[]>, before: string[] = []): SentParts => ({
  file: `test/${file}.test.ts`,
  before,
  tests: Object.entries(parts).map(([name, of]) => ({ name, milliseconds: 100, parts: of })),
  between: [],
})
const records = [
  sent('a', { a1: ['one'], 'group > a2': ['two'] }),
  sent('b', { b1: ['two', 'three'] }),
  { ...sent('c', { c1: ['three', 'four'], c2: ['four'] }, ['begin']), between: ['five'] },
  sent('db', { db1: ['one'] }),
]

test('a part that no test of the ring sends is found, with a file that does', () => {
  const ring = { files: ['test/b.test.ts'], tests: { 'test/a.test.ts': ['a1'] } }
  expect(findUnreached(records, ring)).toEqual([
    { part: 'begin', file: 'test/c.test.ts' },
    { part: 'four', file: 'test/c.test.ts' },
    { part: 'five', file: 'test/c.test.ts' },
  ])
})

test('hooks before the first test count with every test of a file, those between only with all', () => {
  const ring = { files: [], tests: { 'test/c.test.ts': ['c2'] } }
  const unreached = findUnreached(records, ring).map(({ part }) => part)
  expect(unreached).toEqual(['one', 'two', 'three', 'five'])
})

test('the chosen tests send every part, and quick ones are preferred', () => {
  const slow = { ...sent('slow', { s1: ['begin', 'two', 'three', 'four'] }) }
  slow.tests = slow.tests.map((one) => ({ ...one, milliseconds: 60_000 }))
  const without = records.map((one) => ({ ...one, between: [] }))
  const fixed = ['test/db.test.ts']
  const ring = chooseTests([...without, slow], fixed, [])
  expect(ring).toEqual({
    files: [],
    tests: { 'test/a.test.ts': ['group > a2'], 'test/c.test.ts': ['c1'] },
  })
  const all = { ...ring, files: fixed }
  expect(findUnreached([...without, slow], all)).toEqual([])
})

test('a file is chosen as a whole for what it sends between tests, or if its tests need each other', () => {
  expect(chooseTests(records, [], []).files).toContain('test/c.test.ts')
  const dependent = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'test/db.test.ts']
  const ring = chooseTests(records, [], dependent)
  expect(ring.tests).toEqual({})
  expect(findUnreached(records, ring)).toEqual([])
})

test('names belong to the recorded tests in their order', () => {
  const record = {
    file: 'test/a.test.ts',
    before: [],
    tests: [
      { milliseconds: 7, shapes: ['select max(a)'] },
      { milliseconds: 8, shapes: ['select min(a)'] },
    ],
    between: [],
  }
  expect(nameTests(record, ['first', 'second']).tests).toEqual([
    { name: 'first', milliseconds: 7, parts: ['select max(a)'] },
    { name: 'second', milliseconds: 8, parts: ['select min(a)'] },
  ])
  // A test that was repeated, or two of one name: the names say nothing.
  for (const names of [['first'], ['same', 'same']]) {
    expect(nameTests(record, names)).toMatchObject({
      tests: [],
      between: ['select max(a)', 'select min(a)'],
    })
  }
})

test('files of changed modules, changed files, and all if nothing is known, run as a whole', () => {
  const ring = {
    files: ['test/whole.test.ts'],
    tests: {
      'test/one/a.test.ts': ['a'],
      'test/one/two/b.test.ts': ['b'],
      'test/c.test.ts': ['c'],
    },
  }
  expect(widenRing(ring, { modules: [], tests: [] })).toEqual(ring)
  expect(widenRing(ring, { modules: ['one/two'], tests: ['test/c.test.ts'] })).toEqual({
    files: ['test/c.test.ts', 'test/one/two/b.test.ts', 'test/whole.test.ts'],
    tests: { 'test/one/a.test.ts': ['a'] },
  })
  expect(widenRing(ring, undefined)).toMatchObject({ tests: {} })
})

test('tests are selected by their full names only', () => {
  const [pattern = ''] = buildNameSwitch(['a group > costs 1 + 1 (of 2)', 'other'])
  const expression = new RegExp(pattern.replace('--test-name-pattern=', ''))
  expect(expression.test('a group costs 1 + 1 (of 2)')).toBe(true)
  expect(expression.test('a group costs 1 + 1 (of 2) and more')).toBe(false)
  expect(expression.test('another')).toBe(false)
})
