import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../platform/config/model'
import { getFreeBytes, formatMegabytes } from '../../platform/db/backups/disk-space'
import {
  BackupRefused,
  getDatabaseFileName,
  type RowCounts,
} from '../../platform/db/backups/manifest'
import { getPostgresOptions, planMigration } from '../../platform/db/open'
import { createNoDatabaseError } from '../../platform/db/refusals'
import { dumpPostgres } from '../../platform/db/backups/postgres-dump'
import {
  getBackupsFolder,
  getNextCopyPath,
  saveCopy,
} from '../../platform/db/backups/backup-folders'
import { copySqliteInWorker } from '../../platform/db/sqlite/sqlite-upkeep'
import { release } from '../../version'
import { copyUploads, sumUploadedBytes } from './backup-uploads'
import type { Backup } from './find-backup'

export interface CreateOptions {
  /** Target folder, used instead of the default folder `backups` in the data folder. */
  to?: string | undefined
  /** Include uploaded covers. */
  withUploads: boolean
  /** Leave out the `secrets` folder, which contains the signing secret, for example. */
  withoutSecrets?: boolean
  /** Settings files to include. They may contain secrets. */
  settingsFiles: readonly string[]
}

/**
 * Backs up the database and, depending on the options, settings, secrets and uploads into one
 * folder, either completely or not at all. The server may be running.
 */
export async function createBackup(config: Config, options: CreateOptions): Promise<Backup> {
  await refuseUnusable(config)
  const parent = options.to ?? getBackupsFolder(config.data_dir)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  await requireSpace(parent, config, options)
  const folder = getNextCopyPath(parent, `quire-${release}`)
  const database = config.database.type
  const fillFolder = async (partialFolder: string) => {
    const counts = await copyDatabase(config, join(partialFolder, getDatabaseFileName(database)))
    for (const file of options.settingsFiles) copySecret(file, join(partialFolder, basename(file)))
    if (!options.withoutSecrets)
      await copyFolder(join(config.data_dir, 'secrets'), join(partialFolder, 'secrets'))
    if (options.withUploads) await copyUploads(config, partialFolder)
    return counts
  }
  const manifest = await saveCopy(folder, { fill: fillFolder, database, reason: 'requested' })
  return { name: basename(folder), folder, manifest }
}

async function copyDatabase(config: Config, target: string): Promise<RowCounts> {
  if (config.database.type === 'postgres') return dumpPostgres(getPostgresOptions(config), target)
  return copySqliteInWorker(config.database.sqlite.path, target)
}

/** Throws if the database is missing, lost or newer than this program. */
async function refuseUnusable(config: Config) {
  const { isNew } = await planMigration(config)
  const { type, sqlite, postgres } = config.database
  if (isNew) throw createNoDatabaseError(type === 'sqlite' ? sqlite.path : postgres.database)
}

/**
 * Checks the free space. Ignores PostgreSQL and buckets, because the size of their copies is not
 * known in advance.
 */
async function requireSpace(parent: string, config: Config, { withUploads }: CreateOptions) {
  const database = config.database.type === 'sqlite' ? getFileSize(config.database.sqlite.path) : 0
  const uploads = withUploads ? await sumUploadedBytes(config) : 0
  const needed = Math.ceil((database + uploads) * 1.1)
  const free = getFreeBytes(parent)
  if (free >= needed) return
  throw new BackupRefused(
    `The backup needs ${formatMegabytes(needed)}, but the disk of ${parent} only has ${formatMegabytes(free)} free.`,
  )
}

const getFileSize = (path: string) => (existsSync(path) ? statSync(path).size : 0)

function copySecret(source: string, target: string) {
  copyFileSync(source, target)
  // Settings contain secrets, so the copy is private even if the original is not.
  chmodSync(target, 0o600)
}

/** Does nothing if the source does not exist. Does not overwrite existing files. */
export async function copyFolder(source: string, target: string) {
  if (!existsSync(source)) return
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(target, from.slice(source.length))
    if (existsSync(to)) continue
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(from, to)
    await chmod(to, 0o600)
  }
}
