/** A SQLite database as the source or target of a copy. */
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { restrictDatabaseFiles } from '../folder/database-permissions'
import { prepareConnection } from '../sqlite/sqlite-connection'
import type { CopySource, CopyTarget, ReadOptions, StoredRow } from './copy-sides'
import { quoteColumns, type TableShape } from './table-shapes'

/** Reads a single snapshot until it is closed. */
export function openSqliteSource(path: string): CopySource {
  const connection = new Database(path, { readwrite: true, create: false })
  connection.run('pragma busy_timeout = 15000')
  connection.run('begin')
  connection.query('select count(*) from sqlite_master').get()
  return createSide(connection, path)
}

/** Creates the database if it does not exist. */
export function openSqliteTarget(path: string): CopyTarget & { connection: Database } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  restrictDatabaseFiles(path)
  const connection = new Database(path, { create: true })
  prepareConnection(connection)
  // A power failure can lose the latest batches, which are then copied again.
  connection.run('pragma synchronous = normal')
  const side = createSide(connection, path)
  return {
    ...side,
    connection,
    transact: async (work) => {
      connection.run('begin immediate')
      try {
        await work()
        connection.run('commit')
      } catch (error) {
        if (connection.inTransaction) connection.run('rollback')
        throw error
      }
    },
    insert: async ({ name, columns }, rows) => {
      const names = quoteColumns(columns.map((column) => column.name))
      const marks = columns.map(() => '?').join()
      const statement = connection.query(`insert into "${name}" (${names}) values (${marks})`)
      // PostgreSQL formats JSON with spaces.
      const encoders = columns.map(({ kind }) => (kind === 'json' ? compactJson : keepValue))
      for (const row of rows) {
        statement.run(...row.map((value, place) => encoders[place]!(value)))
      }
    },
    setCounter: async ({ name }, _, value) => {
      connection.query('delete from sqlite_sequence where name = ?').run(name)
      connection.query('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, value)
    },
    complete: async () => completeSqlite(connection),
  }
}

const keepValue = (value: unknown) => value as SQLQueryBindings
const compactJson = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(JSON.parse(value)) : (value as null)

function createSide(connection: Database, path: string): CopySource {
  const listKey = async ({ name }: TableShape) =>
    connection
      .query('select name from pragma_table_info(?) where pk > 0 order by pk')
      .values(name)
      .map(([column]) => String(column))
  async function* read(table: TableShape, { after, where = 'true' }: ReadOptions = {}) {
    const key = await listKey(table)
    const names = quoteColumns(key)
    const next = after ? ` and (${names}) > (${key.map(() => '?').join()})` : ''
    const columns = table.columns.map(({ name }, place) => `"${name}" as c${place}`).join()
    const statement = connection.prepare(
      `select ${columns} from "${table.name}" where ${where}${next} order by ${names}`,
    )
    const booleans = table.columns.flatMap(({ kind }, place) => (kind === 'boolean' ? [place] : []))
    try {
      const rows = statement.iterate(...((after ?? []) as SQLQueryBindings[]))
      yield* limitBatches(decodeRows(rows as Iterable<object>, booleans))
    } finally {
      statement.finalize()
    }
  }
  return {
    type: 'sqlite',
    name: path,
    query: async (text, values = []) =>
      connection.query(text).values(...(values as SQLQueryBindings[])),
    listKey,
    read,
    readCounter: async ({ name }) => {
      const row = connection.query('select seq from sqlite_sequence where name = ?').values(name)[0]
      return Number(row?.[0] ?? 0)
    },
    // The lock of the data folder prevents servers from running.
    requireAlone: async () => undefined,
    close: async () => connection.close(),
  }
}

/** Numbers other than 0 and 1 remain numbers. */
function* decodeRows(rows: Iterable<object>, booleans: readonly number[]): Iterable<StoredRow> {
  for (const row of rows) {
    const values = Object.values(row) as unknown[]
    for (const place of booleans) {
      if (values[place] === 0 || values[place] === 1) values[place] = values[place] === 1
    }
    yield values
  }
}

const maxRows = 5_000
/**
 * Number of characters per batch. Rows of some tables take up a megabyte, those of others a hundred
 * bytes.
 */
const maxCharacters = 4_000_000

/** Collects rows into batches that fit into memory. */
function* limitBatches(rows: Iterable<StoredRow>): Iterable<readonly StoredRow[]> {
  let batch: StoredRow[] = []
  let characters = 0
  for (const row of rows) {
    batch.push(row)
    for (const value of row) if (typeof value === 'string') characters += value.length
    if (batch.length < maxRows && characters < maxCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

function completeSqlite(connection: Database) {
  const indexes = connection
    .query(`select name from sqlite_master where sql like 'create virtual table % using fts5%'`)
    .values()
  for (const [name] of indexes as [string][]) {
    // Each batch added a segment to the search index, and many segments make searching slow.
    connection.run(`insert into ${name}(${name}) values('optimize')`)
    connection.run(`insert into ${name}(${name}, rank) values('integrity-check', 1)`)
  }
  connection.run('analyze')
  connection.run('pragma wal_checkpoint(truncate)')
}
