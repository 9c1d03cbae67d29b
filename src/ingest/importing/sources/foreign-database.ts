/**
 * Reads a SQLite database that another program wrote, and that may be malicious. Only plain columns
 * of plain tables are read, one table at a time, because views, triggers, virtual tables and
 * generated columns could run code from the file.
 */
import { Database } from 'bun:sqlite'
import { Refusal } from '../../../errors'
import { importMessages } from '../messages'
import { releaseMemory } from '../release-memory'
import type { CopiedFile } from './foreign-copy'
import type { Value } from './values/foreign-values'

const maxRows = 50_000_000
const rowsPerRelease = 2000
const maxValueBytes = 65_536
/** Larger images are left out. */
const maxBlobBytes = 20 * 2 ** 20

/** Missing columns are null. */
export type ForeignRow<Column extends string = string> = Record<Column, Value>

interface ReadOptions {
  orderBy?: readonly string[]
  /** Columns that contain images. */
  blobs?: readonly string[]
  /** Columns whose beginning is read if the value is too long. */
  cut?: readonly string[]
}

export class ForeignDatabase {
  readonly #db: Database
  /** Name of the program, for messages. */
  #program: string
  /** Columns by table, both in lower case, with their spelling in the file. */
  readonly #tables: ReadonlyMap<string, ReadonlyMap<string, string>>

  private constructor(db: Database, program: string) {
    this.#db = db
    this.#program = program
    this.#tables = listTables(db)
  }

  /** Opens a copy. After its log has been applied, the copy is never written to. */
  static open({ path, name }: CopiedFile, program: string): ForeignDatabase {
    let db: Database | undefined
    try {
      db = new Database(path, { readwrite: true, create: false })
      db.run('pragma trusted_schema = off')
      db.run('pragma ignore_check_constraints = on')
      db.run('pragma cell_size_check = on')
      db.run('pragma mmap_size = 0')
      checkIntegrity(db)
      db.run('pragma query_only = on')
      const opened = new ForeignDatabase(db, program)
      if (opened.#tables.size === 0) {
        throw new Refusal('invalid', importMessages.empty({ name: program, file: name }))
      }
      return opened
    } catch (error) {
      db?.close()
      throw toRefusal(error, program)
    }
  }

  close() {
    this.#db.close()
  }

  /** Sets the name of the program after its tables have identified it. */
  setProgram(name: string) {
    this.#program = name
  }

  /** Returns a number that programs can assign to their schema. */
  getUserVersion(): string {
    const row = this.#db.query('pragma user_version').get() as { user_version: number }
    return String(row.user_version)
  }

  has(table: string, column?: string): boolean {
    const columns = this.#tables.get(table.toLowerCase())
    return columns !== undefined && (column === undefined || columns.has(column.toLowerCase()))
  }

  /** Throws if a table or column that exists in every known version is missing. */
  require(needed: Readonly<Record<string, readonly string[]>>, version: string) {
    for (const [table, columns] of Object.entries(needed)) {
      const column = this.has(table) ? columns.find((one) => !this.has(table, one)) : columns[0]
      if (column === undefined) continue
      const details = { name: this.#program, version, table, column }
      throw new Refusal('invalid', importMessages.unknown_version(details))
    }
  }

  /** Reads the rows of a table. A missing table has no rows. */
  *rows<const Column extends string>(
    table: string,
    columns: readonly Column[],
    { orderBy = [], blobs = [], cut = [] }: ReadOptions = {},
  ): Generator<ForeignRow<Column>> {
    const known = this.#tables.get(table.toLowerCase())
    if (!known) return
    const order = orderBy.flatMap((name) => known.get(name.toLowerCase()) ?? []).map(quote)
    const values = columns.map((name) => {
      const stored = known.get(name.toLowerCase())
      const max = blobs.includes(name) ? maxBlobBytes : maxValueBytes
      if (stored === undefined) return `null as ${quote(name)}`
      const read = cut.includes(name) ? readBeginning : readColumn
      return `${read(stored, max)} as ${quote(name)}`
    })
    const sorted = order.length > 0 ? ` order by ${order.join(', ')}` : ''
    const query = `select ${values.join(', ')} from ${quote(table)}${sorted}`
    let count = 0
    for (const row of this.#iterate<Column>(query)) {
      if (++count > maxRows) {
        throw new Refusal('too_large', importMessages.too_many_rows({ table, max: maxRows }))
      }
      if (count % rowsPerRelease === 0) releaseMemory()
      yield row
    }
  }

  *#iterate<Column extends string>(query: string): Generator<ForeignRow<Column>> {
    const statement = this.#db.prepare(query)
    try {
      yield* statement.iterate() as Iterable<ForeignRow<Column>>
    } catch (error) {
      throw toRefusal(error, this.#program)
    } finally {
      statement.finalize()
    }
  }
}

/** Selects a column. Longer values are read as null, without loading them. */
const readColumn = (name: string, max: number) =>
  `case when octet_length(${quote(name)}) <= ${max} then ${quote(name)} end`

const readBeginning = (name: string, max: number) => `substr(${quote(name)}, 1, ${max})`

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Throws if the database is damaged. Unlike a full check, does not evaluate expressions from the
 * file.
 */
function checkIntegrity(db: Database) {
  const rows = db.query('pragma quick_check(1)').all() as Record<string, unknown>[]
  const [answer] = Object.values(rows[0] ?? {})
  if (answer !== 'ok') throw new DamagedDatabase(String(answer))
}

class DamagedDatabase extends Error {}

function listTables(db: Database) {
  const rows = db.query('select name, sql from sqlite_schema where type = ?').all('table') as {
    name: unknown
    sql: unknown
  }[]
  const tables = new Map<string, ReadonlyMap<string, string>>()
  for (const { name, sql } of rows) {
    if (typeof name !== 'string' || typeof sql !== 'string') continue
    if (/^\s*create\s+virtual/i.test(sql) || name.startsWith('sqlite_')) continue
    const columns = db.query('select name, hidden from pragma_table_xinfo(?)').all(name) as {
      name: string
      hidden: number
    }[]
    const plain = columns.filter(({ hidden }) => hidden === 0)
    tables.set(name.toLowerCase(), new Map(plain.map((one) => [one.name.toLowerCase(), one.name])))
  }
  return tables
}

/** Converts SQLite errors to refusals, because they are caused by the content of the file. */
function toRefusal(error: unknown, program: string) {
  const isOfFile =
    error instanceof DamagedDatabase || (error instanceof Error && error.name === 'SQLiteError')
  if (!isOfFile) return error
  const reason = error.message.slice(0, 200)
  return new Refusal('invalid', importMessages.damaged({ name: program, reason }))
}
