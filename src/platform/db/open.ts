/** Opens the configured database: brought up to date first, refused in plain words where it must be. */
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from 'postgres'
import type { Config } from '../config/model'
import type { Log } from '../log/log'
import { savePostgres, saveSqlite } from './copies/before-migration'
import { takeDataLock } from './data-lock'
import {
  appliedOnPostgres,
  appliedOnSqlite,
  type Migration,
  MigrationRefused,
  migratePostgres,
  migrateSqlite,
  pending,
} from './migrations/migrate'
import { postgres, sqlite } from './migrations/embedded'
import type { PostgresOptions } from './postgres'
import { openSqlite } from './sqlite/sqlite'
import { prepareConnection } from './sqlite/sqlite-connection'
import { migrateSqliteAside } from './sqlite/sqlite-upkeep'
import type { Store } from './store'

export interface OpenOptions {
  /** Save a database that holds something before it is brought up to date. */
  backup: boolean
}

/** What is to be done before the database can be used. */
export interface Plan {
  /** Nothing was ever written to it. */
  isNew: boolean
  todo: readonly Migration[]
}

export async function openStore(
  config: Config,
  log: Log,
  { backup }: OpenOptions = { backup: true },
): Promise<Store> {
  const ground = { dataDir: config.data_dir, log, backup }
  return config.database.type === 'postgres'
    ? openCurrentPostgres(ground, postgresOptionsOf(config))
    : openCurrentSqlite(ground, config.database.sqlite.path)
}

/** Says what `openStore` would do, and does nothing. `path` may not exist yet. */
export async function planOf(config: Config): Promise<Plan> {
  if (config.database.type === 'sqlite') return planSqlite(config.database.sqlite.path)
  const { connectPostgres } = await driver()
  const client = connectPostgres({ ...postgresOptionsOf(config), maxConnections: 1 })
  try {
    return await planPostgres(client)
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Loaded where it is needed: most installations never do, and a start is quicker without it. */
const driver = () => import('./postgres')

interface Ground extends OpenOptions {
  dataDir: string
  log: Log
}

async function openCurrentSqlite(ground: Ground, path: string): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true })
  if (planSqlite(path).todo.length > 0) await migrateUnderLock(ground, path)
  return openSqlite(path)
}

/** A server that runs meanwhile would find its tables changed under its hands. */
async function migrateUnderLock(ground: Ground, path: string) {
  mkdirSync(ground.dataDir, { recursive: true })
  const lock = takeDataLock(ground.dataDir, 'bringing the database up to date')
  try {
    const { isNew, todo } = planSqlite(path)
    if (todo.length === 0) return
    if (isNew) return createSqlite(path)
    if (ground.backup) await saveSqlite(ground, path, todo[0]!.tag)
    announce(ground.log, todo)
    await migrateSqliteAside(path)
  } finally {
    lock.release()
  }
}

function createSqlite(path: string) {
  const connection = new Database(path, { create: true })
  try {
    prepareConnection(connection)
    migrateSqlite(connection, sqlite)
  } finally {
    connection.close()
  }
}

function planSqlite(path: string): Plan {
  const connection = openIfThere(path)
  if (!connection) return { isNew: true, todo: sqlite }
  try {
    const tables = connection.query(`select name from sqlite_master where type = 'table'`).values()
    if (tables.length === 0) return { isNew: true, todo: sqlite }
    const applied = appliedOnSqlite(connection)
    if (applied.length === 0) throw foreign(path)
    const isRecorded = tables.some(([name]) => name === 'installation')
    const row = isRecorded ? connection.query(readVersion).get() : null
    const writtenBy = (row as { value: string } | null)?.value
    return { isNew: false, todo: pending(applied, sqlite, writtenBy) }
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_NOTADB') throw error
    throw foreign(path)
  } finally {
    connection.close()
  }
}

/** Able to write, or else the rest of a log that a crash left could not be read. */
function openIfThere(path: string): Database | undefined {
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

const foreign = (where: string) =>
  new MigrationRefused(
    `${where} holds something that Quire did not write. Name another place for the database.`,
  )

async function openCurrentPostgres(ground: Ground, options: PostgresOptions): Promise<Store> {
  const { connectPostgres, openPostgres } = await driver()
  const client = connectPostgres(options)
  try {
    if ((await planPostgres(client)).todo.length > 0) await migrateInTurn(ground, client, options)
  } catch (error) {
    await client.end({ timeout: 5 })
    throw error
  }
  return openPostgres(client)
}

/** Of processes that start together one saves and migrates; the others wait, and find it done. */
async function migrateInTurn(ground: Ground, client: Sql, options: PostgresOptions) {
  const turn = await client.reserve()
  try {
    await turn`set statement_timeout = 0`
    await turn`select pg_advisory_lock(7361003)`
    const { isNew, todo } = await planPostgres(client)
    if (todo.length === 0) return
    if (!isNew) {
      if (ground.backup) await savePostgres(ground, options, todo[0]!.tag)
      announce(ground.log, todo)
    }
    await migratePostgres(client, postgres)
  } finally {
    await turn`select pg_advisory_unlock(7361003)`
    await turn`reset statement_timeout`
    turn.release()
  }
}

async function planPostgres(client: Sql): Promise<Plan> {
  const tables = await client<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`
  if (tables.length === 0) return { isNew: true, todo: postgres }
  const applied = await appliedOnPostgres(client)
  if (applied.length === 0) throw foreign('The PostgreSQL database')
  const isRecorded = tables.some(({ name }) => name === 'installation')
  const [row] = isRecorded ? await client.unsafe<{ value: string }[]>(readVersion) : []
  return { isNew: false, todo: pending(applied, postgres, row?.value) }
}

function announce(log: Log, todo: readonly Migration[]) {
  log.info({ steps: todo.map(({ tag }) => tag) }, 'bringing the database up to date')
}

export function postgresOptionsOf({ database: { postgres: options } }: Config): PostgresOptions {
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
