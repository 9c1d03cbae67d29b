/** The text and the parameters of statements are those that drizzle writes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import {
  aliasedTable,
  and,
  asc,
  eq,
  exists,
  inArray,
  lte,
  or,
  type Query,
  SQL,
  sql,
} from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { series } from '../../../src/catalog/series/schema'
import { dialect } from '../../../src/platform/db/dialect'
import type { Db, Store, Tx } from '../../../src/platform/db/store'
import { openTestStore } from '../../support/database'

type Build = (db: Db, tx: Tx) => { getSQL(): SQL }

const other = aliasedTable(books, 'other')
const small = (db: Db) => db.select({ id: books.id }).from(books).where(lte(books.size, 10))

const statements: [string, Build][] = [
  ['all columns', (db) => db.select().from(books)],
  ['some columns', (db) => db.select({ id: books.id, sortKey: books.sortKey }).from(books)],
  ['no restriction', (db) => db.select({ id: books.id }).from(books).where(undefined)],
  [
    'joined tables',
    (db) => db.select().from(books).innerJoin(series, eq(series.id, books.seriesId)),
  ],
  [
    'a table with another name',
    (db) =>
      db
        .select({ own: books.id, copy: other.id })
        .from(books)
        .leftJoin(
          other,
          and(eq(other.contentHash, books.contentHash), lte(other.size, books.size)),
        ),
  ],
  [
    'parameters of several types',
    (db) =>
      db
        .select({ id: books.id })
        .from(books)
        .where(
          or(eq(books.title, `it's "x"`), lte(books.trashedAt, new Date(5)), eq(books.size, 0)),
        )
        .orderBy(asc(books.sortKey), sql`${books.id} desc`)
        .limit(3)
        .offset(6),
  ],
  [
    'a list',
    (db) =>
      db
        .select()
        .from(books)
        .where(inArray(books.id, ['a', 'b', 'c'])),
  ],
  ['an empty list', (db) => db.select().from(books).where(inArray(books.id, []))],
  [
    'a subquery in a condition',
    (db) =>
      db
        .select()
        .from(series)
        .where(exists(small(db))),
  ],
  [
    'a subquery to select from',
    (db) => {
      const found = small(db).as('found')
      return db.select({ id: found.id }).from(found)
    },
  ],
  [
    'a common table expression',
    (db) => {
      const found = db.$with('found').as(small(db))
      return db.with(found).select().from(found)
    },
  ],
  [
    'expressions with and without a name',
    (db) =>
      db
        .select({
          count: sql<number>`count(${books.id})`.as('total'),
          twice: sql<number>`${books.size} * ${2}`,
        })
        .from(books)
        .groupBy(books.seriesId)
        .having(sql`total > ${1}`),
  ],
  [
    'a placeholder',
    (db) =>
      db
        .select()
        .from(books)
        .where(eq(books.id, sql.placeholder('id'))),
  ],
  [
    'an insertion',
    (_, tx) =>
      tx
        .insert(series)
        .values({ id: 'a', createdAt: new Date(0), updatedAt: new Date(0) } as never)
        .returning(),
  ],
  [
    'a change',
    (_, tx) =>
      tx
        .update(books)
        .set({ title: 'x', size: sql`${books.size} + 1`, finding: null })
        .where(eq(books.id, 'a'))
        .returning({ id: books.id }),
  ],
  ['a deletion', (_, tx) => tx.delete(books).where(eq(books.id, 'a'))],
  ['values in the text', () => sql`select ${sql`${'a'}, ${5}, ${null}`.inlineParams()}, ${'b'}`],
  [
    'raw text, names and nothing',
    () => sql`${sql.raw('select')} ${sql.identifier('a"b')}${undefined}`,
  ],
  ['a nested list', () => sql`(a, b) in ${[sql`${['x', 1]}`, ['y', true]]}`],
]

let store: Store

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test.each(statements)('%s', async (_, build) => {
  const drizzle = await loadDrizzle()
  await store.write(async (tx) => {
    const statement = build(store.db, tx)
    const { dialect: own } = store.db as unknown as { dialect: Dialect }
    const query = own.sqlToQuery(statement.getSQL())
    if ('dialect' in statement) {
      statement.dialect = Object.assign(Object.create(drizzle.dialect), own)
    }
    const expected = new drizzle.SQL(statement.getSQL().queryChunks)
    expect(query).toEqual(own.sqlToQuery(expected))
  })
})

interface Dialect {
  sqlToQuery(statement: SQL): Query
}

/** New copies of drizzle's modules, whose methods nothing has replaced. */
async function loadDrizzle() {
  const load = (module: string) =>
    import(`${fileURLToPath(import.meta.resolve(`drizzle-orm/${module}`))}?copy`)
  const { SQL: Statement } = (await load('sql/sql')) as { SQL: typeof SQL }
  const folder = dialect === 'sqlite' ? 'sqlite-core' : 'pg-core'
  const dialects = (await load(`${folder}/dialect`)) as Record<string, { prototype: object }>
  const { prototype } = dialects[dialect === 'sqlite' ? 'SQLiteSyncDialect' : 'PgDialect']!
  expect(Statement).not.toBe(SQL)
  return { SQL: Statement, dialect: prototype }
}
