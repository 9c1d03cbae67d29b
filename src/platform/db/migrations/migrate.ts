/** Applies the migrations that the binary carries, each known by its name and the hash of its text. */
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

/** The database cannot be used by this binary; the message says why in plain words. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** What is still to be done. Refuses a database that a newer or another Quire has written. */
export function pending(applied: Applied[], all: readonly Migration[], writtenBy?: string) {
  for (const [place, { tag, hash }] of applied.entries()) {
    const known = all[place]
    if (!known) {
      throw new MigrationRefused(
        `The database was last used by a newer Quire${writtenBy ? ` (version ${writtenBy})` : ''}; ` +
          `this version does not know its step "${tag}". Use that version or a newer one, or restore ` +
          `the backup that was made before the update.`,
      )
    }
    if (known.tag !== tag || hashOf(known.sql) !== hash) {
      throw new MigrationRefused(
        `The database was changed by another build of Quire: its step "${tag}" is not the one that ` +
          `this version carries ("${known.tag}"). Use the version that wrote it.`,
      )
    }
  }
  return all.slice(applied.length)
}

const createTable = `create table if not exists schema_migrations
  (position integer primary key, tag text not null, hash text not null, applied_at text not null)`

const readApplied = 'select tag, hash from schema_migrations order by position'

export function appliedOnSqlite(connection: Database): Applied[] {
  const known = connection
    .query(`select 1 from sqlite_master where type = 'table' and name = 'schema_migrations'`)
    .get()
  return known ? (connection.query(readApplied).all() as Applied[]) : []
}

/** Returns how many migrations were applied: all of them or, on a failure, none. */
export function migrateSqlite(connection: Database, all: readonly Migration[]): number {
  // Rebuilding a table drops it, which would delete its children: foreign keys are off meanwhile,
  // and that is only possible outside of a transaction.
  connection.run('pragma foreign_keys = off')
  connection.run('begin immediate')
  try {
    connection.run(createTable)
    const applied = connection.query(readApplied).all() as Applied[]
    const todo = pending(applied, all)
    for (const [place, { tag, sql }] of todo.entries()) {
      connection.run(sql)
      connection
        .query('insert into schema_migrations values (?, ?, ?, ?)')
        .run(applied.length + place, tag, hashOf(sql), new Date().toISOString())
    }
    // Looks at every row there is: seconds in a big library, so not at every start.
    const broken = todo.length > 0 ? connection.query('pragma foreign_key_check').all() : []
    if (broken.length > 0) throw new Error(`foreign keys broken: ${JSON.stringify(broken[0])}`)
    connection.run('commit')
    return todo.length
  } catch (error) {
    // A full disk has taken the transaction back already; a second word would hide the first.
    if (connection.inTransaction) connection.run('rollback')
    throw error
  } finally {
    connection.run('pragma foreign_keys = on')
  }
}

export async function appliedOnPostgres(client: Sql): Promise<Applied[]> {
  const [known] = await client`select to_regclass('schema_migrations') is not null as known`
  return known?.['known'] ? client.unsafe<Applied[]>(readApplied) : []
}

/** Processes that start together wait for the first one here. */
export async function migratePostgres(client: Sql, all: readonly Migration[]): Promise<number> {
  const count = await client.begin(async (tx) => {
    // The deadline of ordinary statements must not end a long step, nor the wait for another process.
    await tx`set local statement_timeout = 0`
    await tx`select pg_advisory_xact_lock(7361001)`
    await tx.unsafe(createTable)
    const applied = await tx.unsafe<Applied[]>(readApplied)
    const todo = pending(applied, all)
    for (const [place, { tag, sql }] of todo.entries()) {
      await tx.unsafe(sql).simple()
      const position = applied.length + place
      await tx`insert into schema_migrations
        values (${position}, ${tag}, ${hashOf(sql)}, ${new Date().toISOString()})`
    }
    return todo.length
  })
  return count
}
