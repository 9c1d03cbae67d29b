/**
 * A foreign key without an index forces every delete of a parent row to read the whole child table.
 */
import { expect, test } from 'bun:test'
import { getTableConfig as postgresConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Column, is, type SQL, StringChunk, Table } from 'drizzle-orm'
import { Glob } from 'bun'
import { dialect } from '../../../src/platform/db/dialect'

interface Config {
  name: string
  columns: { name: string; primary: boolean; isUnique: boolean }[]
  foreignKeys: { reference(): { columns: { name: string }[] } }[]
  indexes: { config: { columns: unknown[]; where?: SQL | undefined } }[]
  primaryKeys: { columns: { name: string }[] }[]
  uniqueConstraints: { columns: { name: string }[] }[]
}

const getTableConfig = (table: Table): Config =>
  dialect === 'sqlite'
    ? (sqliteConfig(table as SQLiteTable) as unknown as Config)
    : (postgresConfig(table as PgTable) as unknown as Config)

async function listTables(): Promise<Config[]> {
  const files = [...new Glob('src/**/schema.ts').scanSync('.')]
  const rooms = await Promise.all(
    files.map(async (file) => (await import(`../../../${file}`)) as Record<string, unknown>),
  )
  const tables = rooms.flatMap((room) => Object.values(room)).filter((value) => is(value, Table))
  return [...new Set(tables)].map(getTableConfig)
}

type Index = Config['indexes'][number]

/** True if the index omits at most the nulls of its column. It can then find every other value. */
const isWhole = ({ config: { where, columns } }: Index): boolean => {
  if (where === undefined) return true
  const { name } = columns[0] as { name?: string }
  const words = where.queryChunks.map((chunk) =>
    is(chunk, Column) ? chunk.name : is(chunk, StringChunk) ? chunk.value.join('') : '?',
  )
  return words.join('').trim() === `${name} is not null`
}

/** Lists the first columns of indexes. A partial index counts only if it omits just the nulls. */
function listLeadingColumns({
  columns,
  indexes,
  primaryKeys,
  uniqueConstraints,
}: Config): Set<string> {
  return new Set([
    ...columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => name),
    ...indexes
      .filter(isWhole)
      .flatMap(({ config }) => (config.columns[0] as { name?: string }).name ?? []),
    ...[...primaryKeys, ...uniqueConstraints].flatMap((key) => key.columns[0]?.name ?? []),
  ])
}

test('every foreign key is the first column of an index', async () => {
  const tables = await listTables()
  expect(tables.length).toBeGreaterThan(20)
  const keys = tables.flatMap((table) =>
    table.foreignKeys.map((key) => ({ table, column: key.reference().columns[0]!.name })),
  )
  expect(keys.length).toBeGreaterThan(25)
  const bare = keys.filter(({ table, column }) => !listLeadingColumns(table).has(column))
  expect(bare.map(({ table, column }) => `${table.name}.${column}`)).toEqual([])
})
