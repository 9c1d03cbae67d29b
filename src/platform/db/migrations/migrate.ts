/** Applies the embedded migrations. Each is identified by its name and a hash of its text. */
import type { Database } from 'bun:sqlite'
import type { Sql } from 'postgres'

export interface Migration {
  tag: string
  sql: string
}

interface Applied {
  tag: string
  hash: string
}

/** The database cannot be used by this executable. The message explains why. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

const computeHash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/**
 * Returns the pending migrations. Throws if the database was written by a newer or different
 * version of Quire.
 */
export function findPending(applied: Applied[], all: readonly Migration[], writtenBy?: string) {
  const version = writtenBy ? ` (version ${writtenBy})` : ''
  for (const [place, { tag, hash }] of applied.entries()) {
    const known = all[place]
    if (!known) {
      throw new MigrationRefused(
        `The database was last used by a newer version of Quire${version}; ` +
          `this version does not know migration "${tag}". Use that version or a newer one, or restore ` +
          `the backup that was made before the update.`,
      )
    }
    if (known.tag !== tag || computeHash(known.sql) !== hash) {
      throw new MigrationRefused(
        `The database was last used by another build of Quire${version}; ` +
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

const createTable = `create table if not exists schema_migrations
  (position integer primary key, tag text not null, hash text not null, applied_at text not null)`

const readApplied = 'select tag, hash from schema_migrations order by position'

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
    const applied = connection.query(readApplied).all() as Applied[]
    const todo = findPending(applied, all)
    for (const [place, { tag, sql }] of todo.entries()) {
      connection.run(sql)
      connection
        .query('insert into schema_migrations values (?, ?, ?, ?)')
        .run(applied.length + place, tag, computeHash(sql), new Date().toISOString())
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

export async function readAppliedOnPostgres(client: Sql): Promise<Applied[]> {
  const [known] = await client`select to_regclass('schema_migrations') is not null as known`
  return known?.['known'] ? client.unsafe<Applied[]>(readApplied) : []
}

/** Like `migrateSqlite`. Processes that are started together wait for the first one. */
export async function migratePostgres(client: Sql, all: readonly Migration[]): Promise<number> {
  const count = await client.begin(async (tx) => {
    // The statement timeout must not end a long migration or the wait for another process.
    await tx`set local statement_timeout = 0`
    await tx`select pg_advisory_xact_lock(7361001)`
    await tx.unsafe(createTable)
    const applied = await tx.unsafe<Applied[]>(readApplied)
    const todo = findPending(applied, all)
    for (const [place, { tag, sql }] of todo.entries()) {
      await tx.unsafe(sql).simple()
      const position = applied.length + place
      await tx`insert into schema_migrations
        values (${position}, ${tag}, ${computeHash(sql)}, ${new Date().toISOString()})`
    }
    return todo.length
  })
  return count
}
