/** Settings for copies between a new SQLite database and a new PostgreSQL database. */
import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../src/platform/config/model'
import { loadConfig } from '../../../../src/platform/config/load'
import type { CopyProgress } from '../../../../src/platform/db/copy/copy-database'
import { connectPostgres } from '../../../../src/platform/db/postgres/postgres'
import { getPostgresOptions } from '../../../../src/platform/db/open'
import {
  copySqliteTemplate,
  createPostgresDatabase,
  parsePostgresUrl,
} from '../../../support/database'
import { makeFolder } from '../../../support/make/tree'

export interface Databases {
  sqlite: Config
  postgres: Config
}

/** The SQLite database is migrated, the PostgreSQL database is empty. */
export async function createDatabases(): Promise<Databases> {
  const folder = makeFolder()
  const { host, port, username, database } = parsePostgresUrl(await createPostgresDatabase())
  const flags = {
    data_dir: join(folder, 'data'),
    'database.sqlite.path': copySqliteTemplate(folder),
    'database.postgres.host': host,
    'database.postgres.port': String(port),
    'database.postgres.username': username,
    'database.postgres.database': database,
    'database.postgres.ssl_mode': 'disable',
    'auth.jwt_secret': 'a secret for tests that is long enough to be one',
  }
  mkdirSync(flags.data_dir)
  const load = (type: string) =>
    loadConfig({
      flags: { ...flags, 'database.type': type },
      env: {},
      cwd: folder,
      systemFile: join(folder, 'none'),
    }).config
  return { sqlite: load('sqlite'), postgres: load('postgres') }
}

/** Opens the SQLite database for the duration of `work`. */
export function useSqlite<T>({ database }: Config, work: (connection: Database) => T): T {
  const connection = new Database(database.sqlite.path, { readwrite: true })
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}

export function deleteSqlite({ database }: Config) {
  for (const end of ['', '-wal', '-shm']) rmSync(`${database.sqlite.path}${end}`, { force: true })
}

/** Runs one statement on PostgreSQL and returns the rows. */
export async function queryPostgres(config: Config, text: string): Promise<unknown[][]> {
  const client = connectPostgres({ ...getPostgresOptions(config), maxConnections: 1 })
  try {
    return [...(await client.unsafe(text).values())] as unknown[][]
  } finally {
    await client.end({ timeout: 5 })
  }
}

export const silentProgress: CopyProgress = {
  onStart: () => undefined,
  onRows: () => undefined,
  onStartOver: () => undefined,
  onCompare: () => undefined,
}
