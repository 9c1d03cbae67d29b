/**
 * Restores a backup. Keeps the previous database next to the restored one and ends all sessions, so
 * that sessions revoked after the backup do not become valid again.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { acquireServerLock } from '../../platform/db/folder/data-lock'
import { getFreeBytes, formatMegabytes } from '../../platform/db/backups/disk-space'
import { getInstanceFile } from '../../platform/db/folder/verify-data-folder'
import { BackupRefused, syncToDisk, formatStamp } from '../../platform/db/backups/manifest'
import { getPostgresOptions } from '../../platform/db/open'
import {
  restoreToScratch,
  swapDatabases,
  withClient,
} from '../../platform/db/backups/postgres-dump'
import { countRunningProcesses } from '../../platform/db/postgres/other-processes'
import { getDraftPath } from '../../platform/db/backups/leftovers'
import { findPending, readAppliedOnSqlite, type Writer } from '../../platform/db/migrations/migrate'
import { readAppliedOnPostgres } from '../../platform/db/migrations/migrate-postgres'
import { postgres, sqlite } from '../../platform/db/migrations/embedded'
import { inspectSqlite } from '../../platform/db/backups/sqlite-copy'
import { restoreUploads } from './backup-uploads'
import { copyFolder } from './create-backup'
import { type Backup, getDatabasePath } from './find-backup'
import { requireEqualCounts, verifyFiles } from './verify-backup'

export interface Restored {
  /**
   * File (SQLite) or name (PostgreSQL) of the previous database, or undefined if there was none.
   */
  kept: string | undefined
}

export async function restoreBackup(config: Config, backup: Backup): Promise<Restored> {
  const { database } = backup.manifest
  if (database !== config.database.type) {
    throw new BackupRefused(
      `This is a backup of a ${database} database, but Quire is configured for ${config.database.type}.`,
    )
  }
  await verifyFiles(backup)
  const restored =
    database === 'sqlite'
      ? await restoreSqlite(config, backup)
      : await restorePostgres(config, backup)
  await copyFolder(join(backup.folder, 'secrets'), join(config.data_dir, 'secrets'))
  await restoreUploads(config, backup.folder)
  return restored
}

async function restoreSqlite(config: Config, backup: Backup): Promise<Restored> {
  const path = config.database.sqlite.path
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 })
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 })
  const lock = await acquireServerLock(config.data_dir, 'backup restore')
  const draftPath = getDraftPath(path)
  try {
    requireSpace(dirname(path), backup)
    rmSync(draftPath, { force: true })
    copyFileSync(getDatabasePath(backup), draftPath)
    requireEqualCounts(inspectSqlite(draftPath), backup.manifest.counts)
    refuseUnknownMigrations(draftPath, backup)
    const instance = endSessions(draftPath, backup)
    syncToDisk(draftPath)
    const previous = setDatabaseAside(path)
    renameSync(draftPath, path)
    syncToDisk(dirname(path))
    storeInstance(config, instance)
    return { kept: previous }
  } finally {
    rmSync(draftPath, { force: true })
    lock.release()
  }
}

function requireSpace(folder: string, { manifest }: Backup) {
  const needed = manifest.files.reduce((total, { bytes }) => total + bytes, 0)
  const free = getFreeBytes(folder)
  if (free >= needed) return
  throw new BackupRefused(
    `Restoring needs ${formatMegabytes(needed)}, but the disk of ${folder} only has ${formatMegabytes(free)} free.`,
  )
}

const buildRevokeSql = (now: string, { manifest }: Backup) => {
  // Ends all signed sessions with IDs up to `latest`. The IDs sort by start time. The added hour
  // covers machines whose clocks are ahead. The backup's time is used if this machine's clock is
  // behind it.
  const startedMs = Math.max(Date.now(), Date.parse(manifest.createdAt) || 0)
  const latest = Bun.randomUUIDv7('hex', startedMs + 3_600_000)
  const known = 'ended_signed_sessions.ended_up_to'
  return [
    `update sessions set revoked_at = ${now} where revoked_at is null`,
    // Sessions of the Komga API are signed, so they are valid without a row.
    `insert into ended_signed_sessions (user_id, ended_ids, ended_up_to)
      select id, '[]', '${latest}' from users where true
      on conflict (user_id) do update set ended_ids = '[]',
        ended_up_to = case when ${known} > '${latest}' then ${known} else '${latest}' end`,
  ].join(';')
}
const instanceSql = `select value from installation where key = 'instance_id'`

/** Throws `MigrationRefused` if the backup is from a newer version or another build. */
function refuseUnknownMigrations(path: string, backup: Backup) {
  const connection = new Database(path, { readonly: true })
  try {
    findPending(readAppliedOnSqlite(connection), sqlite, getWriter(backup))
  } finally {
    connection.close()
  }
}

const getWriter = ({ manifest: { version } }: Backup): Writer => ({ version, isBackup: true })

/**
 * Uses plain SQL, because the backup may be older than the current tables. Returns the installation
 * ID.
 */
function endSessions(path: string, backup: Backup): string | undefined {
  const connection = new Database(path, { readwrite: true })
  try {
    connection.run(buildRevokeSql(String(Date.now()), backup))
    return (connection.query(instanceSql).get() as { value: string } | null)?.value
  } finally {
    connection.close()
  }
}

/**
 * Also moves the WAL file, because it may hold the last writes. The shared memory file is rebuilt.
 */
function setDatabaseAside(path: string): string | undefined {
  rmSync(`${path}-shm`, { force: true })
  if (!existsSync(path)) {
    rmSync(`${path}-wal`, { force: true })
    return undefined
  }
  const previous = `${path}.before-restore-${formatStamp(new Date())}`
  renameSync(path, previous)
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${previous}-wal`)
  return previous
}

/** Stores the installation ID of the restored database in the data folder. */
function storeInstance({ data_dir: folder }: Config, instance: string | undefined) {
  if (instance !== undefined) writeFileSync(getInstanceFile(folder), `${instance}\n`)
}

async function restorePostgres(config: Config, backup: Backup): Promise<Restored> {
  const options = getPostgresOptions(config)
  await requireNoServers(config)
  const previous = `${options.database}_before_${formatStamp(new Date()).toLowerCase()}`
  const instance = await restoreToScratch(
    options,
    getDatabasePath(backup),
    async (scratch, counts) => {
      requireEqualCounts(counts, backup.manifest.counts)
      const id = await withClient(scratch, async (client) => {
        findPending(await readAppliedOnPostgres(client), postgres, getWriter(backup))
        await client.unsafe(buildRevokeSql('now()', backup))
        const [row] = await client.unsafe<{ value: string }[]>(instanceSql)
        return row?.value
      })
      await requireNoServers(config)
      await swapDatabases(options, scratch.database, previous)
      return id
    },
  )
  mkdirSync(config.data_dir, { recursive: true, mode: 0o750 })
  storeInstance(config, instance)
  return { kept: `the PostgreSQL database ${previous}` }
}

async function requireNoServers(config: Config) {
  const servers = await countRunningProcesses(getPostgresOptions(config))
  if (servers === 0) return
  throw new BackupRefused(
    'Quire is running with this database. Stop all servers first; otherwise, their changes would be lost.',
  )
}
