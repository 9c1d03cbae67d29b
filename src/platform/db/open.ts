/**
 * Opens the configured database after applying migrations, or returns which migrations would be
 * applied. Also reads the connection options from the settings. Errors contain a message for the
 * administrator.
 */
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from 'postgres'
import type { Config } from '../config/model'
import type { Log } from '../log/log'
import { backUpPostgres, backUpSqlite } from './backups/before-migration'
import { copyTable } from './copy/copy-state'
import { acquireServerLock } from './folder/data-lock'
import { restrictDatabaseFiles } from './folder/database-permissions'
import {
  countNeeded,
  readAppliedOnSqlite,
  type Migration,
  migrateSqlite,
} from './migrations/migrate'
import {
  createOlderProgramsError,
  migratePostgres,
  readAppliedOnPostgres,
} from './migrations/migrate-postgres'
import { createEmptyPlan, createPlan, type MigrationPlan } from './migrations/migration-plan'
import { postgres, sqlite } from './migrations/embedded'
import { countOlderPrograms, waitForOlderPrograms } from './postgres/older-programs'
import type { PostgresOptions } from './postgres/postgres'
import { openSqlite } from './sqlite/sqlite'
import { prepareConnection } from './sqlite/sqlite-connection'
import { migrateSqliteInWorker } from './sqlite/sqlite-upkeep'
import {
  createForeignDatabaseError,
  createNoDatabaseError,
  createUnfinishedCopyError,
  explainDamage,
  explainMigrationFailure,
  refuseLostDatabase,
} from './refusals'
import { logStatements } from './statement-log'
import type { Store } from './store'
import { databaseLogMessages } from './messages'

const embedded = { postgres, sqlite }

export interface OpenOptions {
  /** Whether to back up a non-empty database before migrating it. */
  backup: boolean
  /** True for the worker process of a server, which leaves SQLite's write lock to the server. */
  isWorker?: boolean
  /** True for servers, which read lists from the replica if one is configured. */
  usesReplica?: boolean
  /** False for commands that need an existing database. Defaults to true. */
  creates?: boolean
  /** Defaults to the migrations in this executable for the configured database. */
  migrations?: readonly Migration[]
  /** How long to wait for older processes that must stop before a migration, on PostgreSQL. */
  olderWaitMs?: number
}

/**
 * How long a process waits for older processes to stop. This is longer than their shutdown takes,
 * including the time for load balancers to finish their requests.
 */
const olderWaitMs = 60_000

export async function openStore(
  config: Config,
  log: Log,
  options: OpenOptions = { backup: true },
): Promise<Store> {
  const migrations = embedded[config.database.type]
  const defaults = { isWorker: false, usesReplica: false, creates: true, migrations, olderWaitMs }
  const context = { ...defaults, ...options, dataDir: config.data_dir, log }
  const store = await (config.database.type === 'postgres'
    ? openCurrentPostgres(context, config)
    : explainSqliteDamage(config, () => openCurrentSqlite(context, config.database.sqlite.path)))
  return logStatements(store, log)
}

async function explainSqliteDamage<T>(
  { database, data_dir: dataDir }: Config,
  open: () => T | Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw explainDamage(error, { path: database.sqlite.path, dataDir })
  }
}

/** Returns what `openStore` would do, without doing it. The database does not have to exist. */
export async function planMigration(
  config: Config,
  migrations: readonly Migration[] = embedded[config.database.type],
): Promise<MigrationPlan> {
  const { database, data_dir: folder } = config
  if (database.type === 'sqlite') {
    const { path } = database.sqlite
    return explainSqliteDamage(config, () => {
      const plan = planSqlite(path, migrations)
      if (plan.isNew) refuseLostDatabase(folder, path)
      return plan
    })
  }
  const { connectPostgres } = await loadDriver()
  const client = connectPostgres({ ...getPostgresOptions(config), maxConnections: 1 })
  try {
    const plan = await planPostgres(client, migrations)
    if (plan.isNew) refuseLostDatabase(folder, describePostgres(database.postgres.database))
    return plan
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Loaded on demand, because most installations use SQLite and start faster without it. */
const loadDriver = () => import('./postgres/postgres')

interface OpenContext extends Required<OpenOptions> {
  dataDir: string
  log: Log
}

async function openCurrentSqlite(context: OpenContext, path: string): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true })
  const { isNew, pending } = planSqlite(path, context.migrations)
  if (isNew) requireCreation(context, path)
  restrictDatabaseFiles(path)
  if (pending.length > 0) await migrateUnderLock(context, path)
  return openSqlite(path, { isWorker: context.isWorker })
}

function requireCreation({ creates, dataDir }: OpenContext, where: string) {
  refuseLostDatabase(dataDir, where)
  if (!creates) throw createNoDatabaseError(where)
}

/** Migrates under the server's lock, because tables must not change while a server is running. */
async function migrateUnderLock(context: OpenContext, path: string) {
  mkdirSync(context.dataDir, { recursive: true })
  const lock = await acquireServerLock(context.dataDir, 'migrating database')
  try {
    const { isNew, pending } = planSqlite(path, context.migrations)
    if (pending.length === 0) return
    if (isNew) return createSqlite(path, context.migrations)
    const copy = context.backup ? await backUpSqlite(context, path, pending[0]!.tag) : undefined
    logMigration(context.log, pending)
    await explainMigrationFailure({ pending, copy }, () =>
      migrateSqliteInWorker(path, context.migrations),
    )
  } finally {
    lock.release()
  }
}

function createSqlite(path: string, migrations: readonly Migration[]) {
  const connection = new Database(path, { create: true })
  try {
    prepareConnection(connection)
    migrateSqlite(connection, migrations)
  } finally {
    connection.close()
  }
}

function planSqlite(path: string, migrations: readonly Migration[]): MigrationPlan {
  const connection = openExisting(path)
  if (!connection) return createEmptyPlan(migrations)
  try {
    const tables = connection.query(`select name from sqlite_master where type = 'table'`).values()
    if (tables.length === 0) return createEmptyPlan(migrations)
    if (tables.some(([name]) => name === copyTable)) throw createUnfinishedCopyError(path)
    const applied = readAppliedOnSqlite(connection)
    if (applied.length === 0) throw createForeignDatabaseError(path)
    const isRecorded = tables.some(([name]) => name === 'installation')
    const row = isRecorded ? connection.query(readVersion).get() : null
    const writtenBy = (row as { value: string } | null)?.value
    return createPlan(applied, migrations, writtenBy)
  } finally {
    connection.close()
  }
}

/**
 * Opens the database for writing, because otherwise the write-ahead log of a crashed process could
 * not be read.
 */
function openExisting(path: string): Database | undefined {
  try {
    const connection = new Database(path, { readwrite: true, create: false })
    connection.run('pragma busy_timeout = 15000')
    return connection
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_CANTOPEN') return undefined
    throw error
  }
}

const readVersion = `select value from installation where key = 'version'`

async function openCurrentPostgres(context: OpenContext, config: Config): Promise<Store> {
  const { connectPostgres, longestSilenceMs, openPostgres } = await loadDriver()
  const options = getPostgresOptions(config)
  const client = connectPostgres(options)
  try {
    const { isNew, pending } = await planPostgres(client, context.migrations)
    if (isNew) requireCreation(context, describePostgres(options.database))
    if (pending.length > 0) await migrateUnderAdvisoryLock(context, client, options)
  } catch (error) {
    await client.end({ timeout: 5 })
    throw error
  }
  const replica = getReplicaOptions(config)
  const replication = replica && {
    client: context.usesReplica ? connectPostgres(replica) : undefined,
  }
  return openPostgres(client, context.log, longestSilenceMs, replication)
}

/**
 * If several processes start together, one of them migrates. The others wait and then find nothing
 * to do.
 */
async function migrateUnderAdvisoryLock(
  context: OpenContext,
  client: Sql,
  options: PostgresOptions,
) {
  const { migrations, log } = context
  const turn = await client.reserve()
  try {
    await turn`set statement_timeout = 0`
    await turn`select pg_advisory_lock(7361003)`
    const { isNew, pending } = await planPostgres(client, migrations)
    if (pending.length === 0) return
    if (isNew) {
      await migratePostgres(client, migrations)
      return
    }
    const needed = countNeeded(pending, migrations)
    const older = await waitForOlderPrograms(client, { needed, waitMs: context.olderWaitMs, log })
    if (older > 0) throw createOlderProgramsError(older)
    const copy = context.backup
      ? await backUpPostgres(context, options, pending[0]!.tag)
      : undefined
    logMigration(log, pending)
    await explainMigrationFailure({ pending, copy }, () => migratePostgres(client, migrations))
  } finally {
    await turn`select pg_advisory_unlock(7361003)`
    await turn`reset statement_timeout`
    turn.release()
  }
}

async function planPostgres(client: Sql, migrations: readonly Migration[]): Promise<MigrationPlan> {
  const tables = await client<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`
  if (tables.length === 0) return createEmptyPlan(migrations)
  if (tables.some(({ name }) => name === copyTable)) {
    throw createUnfinishedCopyError('The PostgreSQL database')
  }
  const applied = await readAppliedOnPostgres(client)
  if (applied.length === 0) throw createForeignDatabaseError('The PostgreSQL database')
  const isRecorded = tables.some(({ name }) => name === 'installation')
  const [row] = isRecorded ? await client.unsafe<{ value: string }[]>(readVersion) : []
  const plan = createPlan(applied, migrations, row?.value)
  const olderPrograms = await countOlderPrograms(client, countNeeded(plan.pending, migrations))
  return { ...plan, olderPrograms }
}

const describePostgres = (name: string) => `The PostgreSQL database "${name}"`

function logMigration(log: Log, pending: readonly Migration[]) {
  log.info({ steps: pending.map(({ tag }) => tag) }, databaseLogMessages.migrating())
}

export function getPostgresOptions({ database: { postgres: options } }: Config): PostgresOptions {
  return {
    host: options.host,
    port: options.port,
    username: options.username,
    password: options.password ?? '',
    database: options.database,
    sslMode: options.ssl_mode,
    maxConnections: options.max_connections,
  }
}

/** Returns undefined if no replica is configured. */
export function getReplicaOptions(config: Config): PostgresOptions | undefined {
  const { read_host: host, read_port: port } = config.database.postgres
  if (host === undefined) return undefined
  const options = getPostgresOptions(config)
  return { ...options, host, port: port === 0 ? options.port : port }
}
