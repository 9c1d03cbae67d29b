/**
 * One set of functions that define columns on both databases, so that a schema is written only
 * once. Their TypeScript types are those of the PostgreSQL columns. The values have the same
 * JavaScript types on both databases, which the compiler verifies (`Agreed` below).
 */
import { type SQL, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { dialect } from './dialect'

const newId = () => Bun.randomUUIDv7()

/** Sorts by code point, as SQLite does, regardless of the server's locale. */
const pgBinaryText = pg.customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
})

/** jsonb that is written as text and cast, because some drivers encode Drizzle's own type twice. */
const jsonb = <T>() =>
  pg.customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => sql`${JSON.stringify(value)}::text::jsonb`,
    fromDriver: (value) => JSON.parse(value as string) as T,
  })

type Words = readonly [string, ...string[]]

const postgres = {
  table: pg.pgTable,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  uuid: () => pg.uuid(),
  text: () => pg.text(),
  binaryText: () => pgBinaryText(),
  boolean: () => pg.boolean(),
  integer: () => pg.integer(),
  long: () => pg.bigint({ mode: 'number' }),
  real: () => pg.doublePrecision(),
  instant: () => pg.timestamp({ withTimezone: true, precision: 3, mode: 'date' }),
  json: <T>() => jsonb<T>()(),
  oneOf: <const W extends Words>(...words: W) =>
    pg.text({ enum: words as unknown as [W[0], ...string[]] }).$type<W[number]>(),
  rowNumber: () => pg.bigint({ mode: 'number' }).generatedByDefaultAsIdentity().unique(),
  id: () => pg.uuid().primaryKey().$defaultFn(newId),
  numberedId: () => pg.uuid().primaryKey().$defaultFn(newId),
  sameRow: () => pg.bigint({ mode: 'number' }).primaryKey(),
  descending: (column: unknown): SQL => sql`${column} desc nulls last`,
}

const sqlite = {
  table: lite.sqliteTable,
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
  uuid: () => lite.text(),
  text: () => lite.text(),
  binaryText: () => lite.text(),
  boolean: () => lite.integer({ mode: 'boolean' }),
  integer: () => lite.integer(),
  long: () => lite.integer(),
  real: () => lite.real(),
  instant: () => lite.integer({ mode: 'timestamp_ms' }),
  json: <T>() => lite.text({ mode: 'json' }).$type<T>(),
  oneOf: <const W extends Words>(...words: W) =>
    lite.text({ enum: words as unknown as [W[0], ...string[]] }).$type<W[number]>(),
  rowNumber: () => lite.integer().primaryKey({ autoIncrement: true }),
  id: () => lite.text().primaryKey().$defaultFn(newId),
  numberedId: () => lite.text().notNull().unique().$defaultFn(newId),
  sameRow: () => lite.integer().primaryKey(),
  descending: (column: unknown): SQL => sql`${column} desc`,
}

type Kit = typeof postgres
type Values = 'uuid' | 'text' | 'binaryText' | 'boolean' | 'integer' | 'long' | 'real' | 'instant'
type DataOf<Column> = Column extends () => { _: { data: infer Data } } ? Data : never
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { differ: [A, B] }
type Agreement = { [K in Values]: Same<DataOf<Kit[K]>, DataOf<(typeof sqlite)[K]>> }

/** Fails to compile if a column has different JavaScript types on the two databases. */
type Agreed = Agreement[Values] extends true ? Kit : Agreement

const kit: Agreed = dialect === 'postgres' ? postgres : (sqlite as unknown as Kit)

export const { table, index, uniqueIndex, primaryKey } = kit
export const { uuid, text, boolean, integer, long, real, instant, json, oneOf } = kit
/** Text that is sorted by code point on both databases, for sort keys and unique keys. */
export const { binaryText } = kit
/** A primary key: UUID v7 as lowercase text, so that rows created together are stored together. */
export const { id } = kit
/**
 * Columns of a table with two keys: the small number `n` for dependent rows and search, and the
 * public `id`.
 */
export const { rowNumber, numberedId } = kit
/** Primary key of a table whose rows extend the rows of another table. */
export const { sameRow } = kit
/** Term for an index or `order by`: descending, with nulls last. */
export const { descending } = kit

export const createdAt = () =>
  instant()
    .notNull()
    .$defaultFn(() => new Date())

export const timestamps = () => ({ createdAt: createdAt(), updatedAt: createdAt() })
