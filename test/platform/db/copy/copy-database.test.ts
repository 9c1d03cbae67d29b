/** Copies a database with rows in every table from SQLite to PostgreSQL and back. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyDatabase } from '../../../../src/platform/db/copy/copy-database'
import { dialect } from '../../../../src/platform/db/dialect'
import type { TableShape } from '../../../../src/platform/db/copy/table-shapes'
import { openStore, planMigration } from '../../../../src/platform/db/open'
import { silentLog } from '../../../admin/backup/databases'
import { dumpTable, fillTables, listShapes, rowsEach } from './generated-rows'
import {
  createDatabases,
  type Databases,
  deleteSqlite,
  queryPostgres,
  silentProgress,
  useSqlite,
} from './installations'

setDefaultTimeout(60_000)

let tables: TableShape[]
let databases: Databases
let before: Record<string, string[]>

const dumpAll = (database: Databases['sqlite']) =>
  useSqlite(database, (connection) =>
    Object.fromEntries(tables.map((table) => [table.name, dumpTable(connection, table)])),
  )

// Both databases take part, whatever the type of the other tests.
describe.skipIf(dialect !== 'sqlite')('a copy with rows in every table', () => {
  beforeAll(async () => {
    tables = await listShapes()
    databases = await createDatabases()
    useSqlite(databases.sqlite, (connection) => {
      fillTables(connection, tables)
      // The highest number was assigned to a row that is gone.
      connection.run('update sqlite_sequence set seq = seq + 5')
    })
    before = dumpAll(databases.sqlite)
  })

  test('every table of SQLite is one of the tables that are copied', () => {
    const names = useSqlite(databases.sqlite, (connection) =>
      connection
        .query(
          `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
            and name not like '%_fts%' and name <> 'schema_migrations'`,
        )
        .values()
        .map(([name]) => String(name)),
    )
    expect(tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    const few = tables.filter(({ name }) => before[name]!.length < rowsEach)
    expect(few.map(({ name }) => name)).toEqual([])
  })

  test('goes to PostgreSQL', async () => {
    const { sqlite, postgres } = databases
    const report = await copyDatabase(sqlite, postgres, silentProgress)
    expect(report).toMatchObject({ tables: tables.length, changed: [] })
    expect(dumpAll(sqlite)).toEqual(before)
    for (const { name } of tables) {
      const [row] = await queryPostgres(postgres, `select count(*)::int from "${name}"`)
      expect([name, row![0]]).toEqual([name, before[name]!.length])
    }
    const [late] = await queryPostgres(
      postgres,
      'select count(*)::int from series as one join series as other on other.id = one.merged_into_id',
    )
    expect(late).toEqual([1])
    const [found] = await queryPostgres(
      postgres,
      `select count(*)::int from series_metadata where search_vector @@ 'search:*'::tsquery`,
    )
    expect(found).toEqual([rowsEach])
    const [number] = await queryPostgres(postgres, `select nextval('series_n_seq')::int`)
    expect(number).toEqual([rowsEach + 6])
    const [event] = await queryPostgres(postgres, `select nextval('event_ids')::float8`)
    expect(Number(event![0])).toBeGreaterThan(1e15)
    expect((await planMigration(postgres)).pending).toEqual([])
  })

  test('comes back to SQLite with the same values', async () => {
    const { sqlite, postgres } = databases
    deleteSqlite(sqlite)
    const report = await copyDatabase(postgres, sqlite, silentProgress)
    expect(report).toMatchObject({ tables: tables.length, changed: [] })
    expect(dumpAll(sqlite)).toEqual(before)
    useSqlite(sqlite, (connection) => {
      expect(connection.query('pragma foreign_key_check').all()).toEqual([])
      expect(connection.query('pragma integrity_check').values()).toEqual([['ok']])
      const match = `select count(*) from series_fts where series_fts match 'search*'`
      expect(connection.query(match).values()).toEqual([[rowsEach]])
      const sequence = `select seq from sqlite_sequence where name = 'series'`
      expect(connection.query(sequence).values()).toEqual([[rowsEach + 6]])
      const merge = `select v from series_fts_config where k = 'automerge'`
      expect(connection.query(merge).values()).toEqual([[0]])
    })
    const store = await openStore(sqlite, silentLog, { backup: false })
    await store.close()
  })
})
