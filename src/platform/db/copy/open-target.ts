/** Opens the target of a copy: an empty database, or an unfinished copy of the same source. */
import { existsSync } from 'node:fs'
import type { Config } from '../../config/model'
import { postgres, sqlite } from '../migrations/embedded'
import { migrateSqlite } from '../migrations/migrate'
import { migratePostgres } from '../migrations/migrate-postgres'
import { getPostgresOptions } from '../open'
import type { CopyTarget } from './copy-sides'
import { type CopyOrigin, CopyRefused, copyTable, readOrigin, storeOrigin } from './copy-state'
import { openPostgresTarget } from './postgres-side'
import { openSqliteTarget } from './sqlite-side'

export interface OpenedTarget {
  target: CopyTarget
  /** The target already contains some of the rows. */
  isResumed: boolean
}

/** Opens the target, and creates its tables by applying the migrations. */
export const openCopyTarget = (config: Config, origin: CopyOrigin): Promise<OpenedTarget> =>
  config.database.type === 'postgres' ? openPostgres(config, origin) : openSqlite(config, origin)

async function openPostgres(config: Config, origin: CopyOrigin): Promise<OpenedTarget> {
  const opened = await openPostgresTarget(getPostgresOptions(config))
  return prepare(opened, origin, {
    listTables:
      'select table_name from information_schema.tables where table_schema = current_schema()',
    emptyIt: 'Create an empty database, and set its name as database.postgres.database.',
    migrate: () => migratePostgres(opened.client, postgres),
  })
}

async function openSqlite(config: Config, origin: CopyOrigin): Promise<OpenedTarget> {
  const { path } = config.database.sqlite
  // Otherwise, the write-ahead log of a deleted database would be applied to the new one.
  const log = `${path}-wal`
  if (!existsSync(path) && existsSync(log)) {
    throw new CopyRefused(`${log} belongs to a database that is gone. Move it away first.`)
  }
  const opened = openSqliteTarget(path)
  return prepare(opened, origin, {
    listTables: `select name from sqlite_master where type = 'table'`,
    emptyIt: 'Move the file away, or set another one as database.sqlite.path.',
    migrate: async () => migrateSqlite(opened.connection, sqlite),
  })
}

interface Preparation {
  listTables: string
  /** Explains how to get an empty database. */
  emptyIt: string
  migrate: () => Promise<unknown>
}

async function prepare(
  target: CopyTarget,
  origin: CopyOrigin,
  { listTables, emptyIt, migrate }: Preparation,
): Promise<OpenedTarget> {
  try {
    const tables = (await target.query(listTables)).map(([name]) => String(name))
    const isResumed = tables.includes(copyTable)
    if (!isResumed && tables.length > 0) {
      const what = tables.includes('schema_migrations')
        ? 'already contains a Quire database'
        : 'is not empty'
      throw new CopyRefused(`${target.name} ${what}. Nothing was changed. ${emptyIt}`)
    }
    if (isResumed) await requireSameOrigin(target, origin, emptyIt)
    else await storeOrigin(target, origin)
    await migrate()
    return { target, isResumed }
  } catch (error) {
    await target.close()
    throw error
  }
}

async function requireSameOrigin(target: CopyTarget, origin: CopyOrigin, emptyIt: string) {
  const { type, instance } = await readOrigin(target)
  if (type === origin.type && instance === origin.instance) return
  throw new CopyRefused(
    `${target.name} contains an unfinished copy of another database. Nothing was changed. ${emptyIt}`,
  )
}
