/**
 * Puts a backup in the place of the database. What was there before stays beside it, and everybody
 * signs in anew: sessions that were ended since the backup must not come back to life.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { acquireDataLock } from '../../platform/db/folder/data-lock'
import { getFreeBytes, formatMegabytes } from '../../platform/db/copies/disk-space'
import { getInstanceFile } from '../../platform/db/folder/instance'
import { BackupRefused, syncToDisk, formatStamp } from '../../platform/db/copies/manifest'
import { getPostgresOptions } from '../../platform/db/open'
import {
  countServerConnections,
  restoreToScratch,
  swapDatabases,
  withClient,
} from '../../platform/db/copies/postgres-dump'
import { inspectSqlite } from '../../platform/db/copies/sqlite-copy'
import { copyFolder, uploadsOf } from './create'
import { type Backup, databaseOf } from './place'
import { requireEqual, verifyFiles } from './verify'

export interface Restored {
  /** Where the database that was in use is now: a file or a database; undefined when there was none. */
  kept: string | undefined
}

export async function restoreBackup(config: Config, backup: Backup): Promise<Restored> {
  const { database } = backup.manifest
  if (database !== config.database.type) {
    throw new BackupRefused(
      `This is a backup of a ${database} database, but the settings name ${config.database.type}.`,
    )
  }
  await verifyFiles(backup)
  const restored =
    database === 'sqlite' ? restoreSqlite(config, backup) : await restorePostgres(config, backup)
  await copyFolder(join(backup.folder, 'uploads'), uploadsOf(config))
  await copyFolder(join(backup.folder, 'secrets'), join(config.data_dir, 'secrets'))
  return restored
}

function restoreSqlite(config: Config, backup: Backup): Restored {
  const path = config.database.sqlite.path
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 })
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  const lock = acquireDataLock(config.data_dir, 'backup restore')
  const draft = `${path}.restoring`
  try {
    requireSpace(dirname(path), backup)
    rmSync(draft, { force: true })
    copyFileSync(databaseOf(backup), draft)
    requireEqual(inspectSqlite(draft), backup.manifest.counts)
    const instance = endSessions(draft)
    syncToDisk(draft)
    const kept = putAside(path)
    renameSync(draft, path)
    syncToDisk(dirname(path))
    claim(config, instance)
    return { kept }
  } finally {
    rmSync(draft, { force: true })
    lock.release()
  }
}

function requireSpace(folder: string, { manifest }: Backup) {
  const needed = manifest.files.reduce((total, { bytes }) => total + bytes, 0)
  const free = getFreeBytes(folder)
  if (free >= needed) return
  throw new BackupRefused(
    `Restoring needs ${formatMegabytes(needed)}, but the disk of ${folder} has ${formatMegabytes(free)} left.`,
  )
}

const revoke = (now: string) =>
  `update sessions set revoked_at = ${now} where revoked_at is null` as const
const readInstance = `select value from installation where key = 'instance_id'`

/**
 * In words of SQL of our own: the backup may be older than the tables that this program knows.
 * Returns the id of the installation.
 */
function endSessions(path: string): string | undefined {
  const connection = new Database(path, { readwrite: true })
  try {
    connection.run(revoke(String(Date.now())))
    return (connection.query(readInstance).get() as { value: string } | null)?.value
  } finally {
    connection.close()
  }
}

/** With its log: that may hold what was written last. The index of the log is made anew. */
function putAside(path: string): string | undefined {
  rmSync(`${path}-shm`, { force: true })
  if (!existsSync(path)) {
    rmSync(`${path}-wal`, { force: true })
    return undefined
  }
  const kept = `${path}.before-restore-${formatStamp(new Date())}`
  renameSync(path, kept)
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`)
  return kept
}

/** The folder belongs to the restored database from now on. */
function claim({ data_dir: folder }: Config, instance: string | undefined) {
  if (instance !== undefined) writeFileSync(getInstanceFile(folder), `${instance}\n`)
}

async function restorePostgres(config: Config, backup: Backup): Promise<Restored> {
  const options = getPostgresOptions(config)
  await refuseServers(config)
  const kept = `${options.database}_before_${formatStamp(new Date()).toLowerCase()}`
  const instance = await restoreToScratch(options, databaseOf(backup), async (scratch, counts) => {
    requireEqual(counts, backup.manifest.counts)
    const id = await withClient(scratch, async (client) => {
      await client.unsafe(revoke('now()'))
      const [row] = await client.unsafe<{ value: string }[]>(readInstance)
      return row?.value
    })
    await refuseServers(config)
    await swapDatabases(options, scratch.database, kept)
    return id
  })
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 })
  claim(config, instance)
  return { kept: `the PostgreSQL database ${kept}` }
}

async function refuseServers(config: Config) {
  const servers = await countServerConnections(getPostgresOptions(config))
  if (servers === 0) return
  throw new BackupRefused(
    'Quire is running with this database. Stop all its servers first: what they write now would be lost.',
  )
}
