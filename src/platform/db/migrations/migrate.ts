/**
 * Determines which of the embedded migrations are pending, and applies them to SQLite databases. A
 * migration is identified by its name and a hash of its text.
 */
import type { Database } from 'bun:sqlite'

export interface Migration {
  tag: string
  sql: string
}

export interface Applied {
  tag: string
  hash: string
  /** Tag of the oldest program that may still use the database. */
  oldest?: string | null
}

/** Thrown if this executable cannot use the database. The message explains why. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

export const computeHash = (text: string): string =>
  new Bun.CryptoHasher('sha256').update(text).digest('hex')

/**
 * First line of a migration during and after which older programs may run. If the migration does
 * more than add things, the line must state a reason in parentheses.
 */
const declaration = /^-- Oldest program that may run: (\S+)(?: \(.+\))?\n/

/**
 * Returns the tag of the last migration that a program must know to run during and after this one.
 * Without a declaration, all programs that do not know this migration must stop.
 */
export const getOldest = ({ tag, sql }: Migration): string => declaration.exec(sql)?.[1] ?? tag

/** Returns how many migrations a program must know to run during and after the given migrations. */
export function countNeeded(pending: readonly Migration[], all: readonly Migration[]): number {
  const positions = pending.map((migration) => {
    const oldest = getOldest(migration)
    const position = all.findIndex(({ tag }) => tag === oldest)
    if (position === -1 || position > all.indexOf(migration)) {
      throw new Error(`migration ${migration.tag} names ${oldest}, which is not an older one`)
    }
    return position
  })
  return Math.max(-1, ...positions) + 1
}

/**
 * Returns whether a program that knows the first `known` migrations may use a database to which
 * newer ones have been applied.
 */
function mayUse(applied: Applied[], known: number): boolean {
  return applied.slice(known).every(({ tag, oldest }) => {
    const position = applied.findIndex((one) => one.tag === (oldest ?? tag))
    return position !== -1 && position < known
  })
}

/** The program that last wrote to a database. */
export interface Writer {
  version?: string | undefined
  /** The database is in a backup that is being restored. */
  isBackup?: boolean
}

/**
 * Returns the pending migrations. Throws if the applied migrations differ from those of this
 * version, or if a newer version has made changes that are incompatible with this version.
 */
export function findPending(applied: Applied[], all: readonly Migration[], writer: Writer = {}) {
  const version = writer.version ? ` (version ${writer.version})` : ''
  const writtenBy = writer.isBackup ? 'The backup was made by' : 'The database was last used by'
  for (const [place, { tag, hash }] of applied.entries()) {
    const known = all[place]
    if (!known) {
      if (mayUse(applied, all.length)) break
      throw new MigrationRefused(
        `${writtenBy} a newer version of Quire${version}; this version does not know migration ` +
          `"${tag}". Use that version or a newer one, or restore ` +
          (writer.isBackup ? 'another backup.' : 'the backup that was made before the update.'),
      )
    }
    if (known.tag !== tag || computeHash(known.sql) !== hash) {
      throw new MigrationRefused(
        `${writtenBy} another build of Quire${version}; ` +
          `${describeDifference(tag, known.tag)}. Use that version, or restore a backup that this ` +
          `version made.`,
      )
    }
  }
  return all.slice(applied.length)
}

const describeDifference = (tag: string, known: string) =>
  tag === known
    ? `the contents of its migration "${tag}" are not those of this version`
    : `it has the migration "${tag}" where this version has "${known}"`

export const createTable = `create table if not exists schema_migrations
  (position integer primary key, tag text not null, hash text not null, applied_at text not null,
    oldest text)`

/**
 * Selects all columns, because older databases do not have `oldest` before their next migration.
 */
export const readApplied = 'select * from schema_migrations order by position'

export function readAppliedOnSqlite(connection: Database): Applied[] {
  const known = connection
    .query(`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`)
    .get()
  return known ? (connection.query(readApplied).all() as Applied[]) : []
}

/** Applies all pending migrations, or none on failure. Returns the number of applied migrations. */
export function migrateSqlite(connection: Database, all: readonly Migration[]): number {
  // Rebuilding a table drops it, which would delete the rows that reference it. Therefore, foreign
  // keys are disabled during the migration, which SQLite allows only outside a transaction.
  connection.run('pragma foreign_keys = off')
  connection.run('begin immediate')
  try {
    connection.run(createTable)
    addOldest(connection)
    const applied = connection.query(readApplied).all() as Applied[]
    const todo = findPending(applied, all)
    for (const [place, migration] of todo.entries()) {
      const { tag, sql } = migration
      const position = applied.length + place
      connection.run(sql)
      connection
        .query('insert into schema_migrations values (?, ?, ?, ?, ?)')
        .run(position, tag, computeHash(sql), new Date().toISOString(), getOldest(migration))
    }
    // Checks all rows, which takes seconds in a large library and is therefore done only after a
    // migration.
    const broken = todo.length > 0 ? connection.query('pragma foreign_key_check').all() : []
    if (broken.length > 0) throw new Error(`foreign keys broken: ${JSON.stringify(broken[0])}`)
    connection.run('commit')
    return todo.length
  } catch (error) {
    // If the disk is full, SQLite has already rolled back the transaction, and a second rollback
    // would hide the error.
    if (connection.inTransaction) connection.run('rollback')
    throw error
  } finally {
    connection.run('pragma foreign_keys = on')
  }
}

/** Databases that were created before 2026-12 lack the column. */
function addOldest(connection: Database) {
  const columns = connection.query('select name from pragma_table_info(?)')
  if (columns.values('schema_migrations').some(([name]) => name === 'oldest')) return
  connection.run('alter table schema_migrations add column oldest text')
}
