/** Proves that a backup can be used: every file as it was written, and the database restored and counted. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config/model'
import {
  BackupRefused,
  countedTables,
  type RowCounts,
  computeSha256,
} from '../../platform/db/copies/manifest'
import { getPostgresOptions } from '../../platform/db/open'
import { dropDatabase, restoreToScratch } from '../../platform/db/copies/postgres-dump'
import { inspectSqlite } from '../../platform/db/copies/sqlite-copy'
import { type Backup, databaseOf } from './place'

/** Returns what was counted; throws `BackupRefused` when anything differs. */
export async function verifyBackup(config: Config, backup: Backup): Promise<RowCounts> {
  await verifyFiles(backup)
  const counts = await tryOut(config, backup)
  requireEqual(counts, backup.manifest.counts)
  return counts
}

/** Without the database: quick, and enough to see damage of the disk. */
export async function verifyFiles({ folder, manifest }: Backup) {
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new BackupRefused(`The backup is damaged: ${path} is missing.`)
    if (statSync(file).size !== bytes || (await computeSha256(file)) !== sha256) {
      throw new BackupRefused(`The backup is damaged: ${path} is not as it was written.`)
    }
  }
}

export function requireEqual(counted: RowCounts, written: RowCounts) {
  const different = countedTables.find((name) => counted[name] !== written[name])
  if (!different) return
  throw new BackupRefused(
    `The backup is not whole: it holds ${counted[different]} ${different} instead of ${written[different]}.`,
  )
}

async function tryOut(config: Config, backup: Backup): Promise<RowCounts> {
  if (backup.manifest.database === 'sqlite') return tryOutSqlite(config, databaseOf(backup))
  if (config.database.type !== 'postgres') {
    throw new BackupRefused(
      'This is a backup of a PostgreSQL database; it is tried out on the server that the settings name.',
    )
  }
  const options = getPostgresOptions(config)
  return restoreToScratch(options, databaseOf(backup), async (scratch, counts) => {
    await dropDatabase(options, scratch.database)
    return counts
  })
}

/** On a copy, so that nothing can happen to the backup itself. */
function tryOutSqlite({ data_dir: folder }: Config, file: string): RowCounts {
  // The system's own folder for such things is often small, or memory.
  const scratch = mkdtempSync(join(existsSync(folder) ? folder : tmpdir(), 'verify-'))
  try {
    const copy = join(scratch, 'quire.db')
    copyFileSync(file, copy)
    return inspectSqlite(copy)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
