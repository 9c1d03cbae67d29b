/** Applies migrations to a PostgreSQL database, which older servers and workers may be using. */
import type { Sql, TransactionSql } from 'postgres'
import { countOlderPrograms } from '../postgres/older-programs'
import { lockAllWrites } from '../postgres/writer-lock'
import {
  type Applied,
  computeHash,
  countNeeded,
  createTable,
  findPending,
  getOldest,
  type Migration,
  MigrationRefused,
  readApplied,
} from './migrate'

/**
 * How long a statement of a migration waits for statements that read the table. Other statements
 * queue behind it, so the wait is short. It is also shorter than the time after which PostgreSQL
 * checks for deadlocks, because that check could cancel the other statement.
 */
const lockWaitMs = 500
const retryMs = 500
/**
 * How often a migration is retried while its tables are in use, which takes about a minute in
 * total.
 */
const attempts = 60

/** A table was in use for longer than `lockWaitMs`, or the migration was part of a deadlock. */
const busyCodes = new Set(['55P03', '40P01'])

export async function readAppliedOnPostgres(client: Sql): Promise<Applied[]> {
  const [known] = await client`select to_regclass('schema_migrations') is not null as known`
  if (!known?.['known']) return []
  return client.begin(async (tx) => {
    // A migrating process locks the table for a long time, so the statement must not time out.
    await tx`set local statement_timeout = 0`
    return tx.unsafe<Applied[]>(readApplied)
  })
}

/**
 * Applies all pending migrations, or none on failure. Returns the number of applied migrations. If
 * several processes start together, the others wait for the first one.
 */
export async function migratePostgres(client: Sql, all: readonly Migration[]): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.begin((tx) => applyAll(tx, all))
    } catch (error) {
      if (!busyCodes.has(String((error as { code?: unknown }).code))) throw error
      if (attempt === attempts) throw new MigrationRefused(busyMessage, { cause: error })
      await Bun.sleep(retryMs)
    }
  }
}

const busyMessage =
  'The database must be migrated, but its tables were in use for a minute, such as by a backup. ' +
  'Nothing was changed. Start again later, or stop the processes that use it.'

async function applyAll(tx: TransactionSql, all: readonly Migration[]): Promise<number> {
  // The statement timeout must not interrupt a long migration or the wait for another process.
  await tx`set local statement_timeout = 0`
  await tx`select pg_advisory_xact_lock(7361001)`
  // Blocks writers until the end. Otherwise, a transaction that has locked rows of one table and
  // needs another table could cause a deadlock.
  await lockAllWrites(tx)
  await tx.unsafe(`set local lock_timeout = ${lockWaitMs}`)
  await tx.unsafe(createTable)
  await tx`alter table schema_migrations add column if not exists oldest text`
  // A program that connects from now on waits for the result before it uses the database.
  await tx`lock table schema_migrations in access exclusive mode`
  const applied = await tx.unsafe<Applied[]>(readApplied)
  const todo = findPending(applied, all)
  if (applied.length > 0) await refuseBesideOlder(tx, countNeeded(todo, all))
  for (const [place, migration] of todo.entries()) {
    const { tag, sql } = migration
    await tx.unsafe(sql).simple()
    await tx`insert into schema_migrations values (${applied.length + place}, ${tag},
      ${computeHash(sql)}, ${new Date().toISOString()}, ${getOldest(migration)})`
  }
  return todo.length
}

async function refuseBesideOlder(tx: TransactionSql, needed: number) {
  const count = await countOlderPrograms(tx, needed)
  if (count > 0) throw createOlderProgramsError(count)
}

export const createOlderProgramsError = (count: number): MigrationRefused =>
  new MigrationRefused(
    `The database must be migrated in a way that older versions of Quire can't use, and ${count} older ` +
      `${count === 1 ? 'process is' : 'processes are'} running with it. Nothing was changed. Stop all ` +
      `older servers and workers (Settings → Statistics lists them), then start again.`,
  )
