/** Verifies a backup: checks every file, restores the database and counts its rows. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config/model'
import {
  BackupRefused,
  countedTables,
  type RowCounts,
  computeSha256,
} from '../../platform/db/backups/manifest'
import { getPostgresOptions } from '../../platform/db/open'
import { dropDatabase, restoreToScratch } from '../../platform/db/backups/postgres-dump'
import { inspectSqliteInWorker } from '../../platform/db/sqlite/sqlite-upkeep'
import { type Backup, getDatabasePath } from './find-backup'

/** Returns the row counts. Throws `BackupRefused` if anything differs. */
export async function verifyBackup(config: Config, backup: Backup): Promise<RowCounts> {
  await verifyFiles(backup)
  const counts = await testRestore(config, backup)
  requireEqualCounts(counts, backup.manifest.counts)
  return counts
}

/** Checks the files but does not restore the database. This is fast, and detects disk damage. */
export async function verifyFiles({ folder, manifest }: Backup) {
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new BackupRefused(`The backup is damaged: ${path} is missing.`)
    if (statSync(file).size !== bytes || (await computeSha256(file)) !== sha256) {
      throw new BackupRefused(`The backup is damaged: ${path} has changed.`)
    }
  }
}

export function requireEqualCounts(actual: RowCounts, expected: RowCounts) {
  const different = countedTables.find((name) => actual[name] !== expected[name])
  if (!different) return
  throw new BackupRefused(
    `The backup is incomplete: it contains ${actual[different]} ${different} instead of ${expected[different]}.`,
  )
}

async function testRestore(config: Config, backup: Backup): Promise<RowCounts> {
  if (backup.manifest.database === 'sqlite')
    return testRestoreSqlite(config, getDatabasePath(backup))
  if (config.database.type !== 'postgres') {
    throw new BackupRefused(
      'This is a backup of a PostgreSQL database. Configure the PostgreSQL server to verify it.',
    )
  }
  const options = getPostgresOptions(config)
  return restoreToScratch(options, getDatabasePath(backup), async (scratch, counts) => {
    await dropDatabase(options, scratch.database)
    return counts
  })
}

/** Works on a copy, so the backup cannot change. */
async function testRestoreSqlite({ data_dir: folder }: Config, file: string): Promise<RowCounts> {
  // The system's temporary folder is often small or in memory.
  const scratch = mkdtempSync(join(existsSync(folder) ? folder : tmpdir(), 'verify-'))
  try {
    const copy = join(scratch, 'quire.db')
    await copyFile(file, copy)
    return await inspectSqliteInWorker(copy)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
