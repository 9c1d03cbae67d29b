/**
 * Installs a release: download, backup, and two renames. Until the last rename, the current program
 * stays in place, and an interrupted update can be repeated. docs/upgrading.md describes the steps.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadedConfig } from '../../platform/config/load'
import { BackupRefused, isDiskError } from '../../platform/db/backups/manifest'
import type { FoundRelease } from './release/find-release'
import type { ReleaseSource } from './release/release-source'
import { UpdateRefused } from './release/update-refused'
import { getPreviousPath, type InstalledProgram } from './program-place'
import {
  downloadProgram,
  hashProgram,
  keepProgram,
  moveProgram,
  removeDrafts,
} from './replace-program'
import { refuseReplaced, tryProgram } from './try-program'
import {
  getUpdateFolder,
  giveToOwner,
  type InstalledUpdate,
  readUpdateState,
  writeUpdateState,
} from './update-state'

/** The step that was completed last. Tests interrupt the program there. */
export type UpdateStep = 'downloaded' | 'backed up' | 'recorded' | 'kept' | 'replaced' | 'finished'

export interface UpdateWork {
  program: InstalledProgram
  source: ReleaseSource
  release: FoundRelease
  loaded: LoadedConfig
  /** Command-line flags that select the same configuration for another program. */
  configFlags: readonly string[]
  now: Date
  report: (line: string) => void
  onStep?: ((step: UpdateStep) => void) | undefined
}

export async function installRelease(work: UpdateWork): Promise<InstalledUpdate> {
  const { program, release, source, loaded, report, onStep } = work
  const { data_dir: dataDir } = loaded.config
  if (readUpdateState(dataDir).rollback) {
    throw new UpdateRefused('A rollback was interrupted. Complete it first: quire rollback --yes')
  }
  await refuseReplaced(program)
  await settleInterrupted(dataDir, program)
  removeDrafts(program.path)
  const name = `quire-${release.version}-${program.target}.gz`
  const sha256 = release.checksums.get(name)
  if (sha256 === undefined) {
    throw new UpdateRefused(
      `Version ${release.version} is not built for this machine (${program.target}).`,
    )
  }
  report(`Downloading Quire ${release.version} from ${source.name} …`)
  const draft = await downloadProgram(program.path, {
    source,
    path: `${release.version}/${name}`,
    sha256,
  })
  try {
    onStep?.('downloaded')
    report(`Checking Quire ${release.version} …`)
    await tryProgram({
      draft,
      present: program.path,
      version: release.version,
      configFlags: work.configFlags,
    })
    const backup = await backUp(work)
    onStep?.('backed up')
    const update: InstalledUpdate = {
      from: program.release,
      to: release.version,
      program: program.path,
      programHash: await hashProgram(draft),
      previousHash: await hashProgram(program.path),
      backup,
      installedAt: work.now.toISOString(),
    }
    replaceProgram(work, draft, update)
    return update
  } finally {
    rmSync(draft, { force: true })
    giveToOwner(dataDir)
  }
}

function replaceProgram(work: UpdateWork, draft: string, update: InstalledUpdate) {
  const { program, onStep, loaded } = work
  const { data_dir: dataDir } = loaded.config
  const { installed } = readUpdateState(dataDir)
  writeUpdateState(dataDir, { format: 1, ...(installed && { installed }), pending: update })
  onStep?.('recorded')
  keepProgram(program.path, getPreviousPath(program))
  onStep?.('kept')
  moveProgram(draft, program.path)
  onStep?.('replaced')
  writeUpdateState(dataDir, { format: 1, installed: update })
  deleteBackups(dataDir, update.backup)
  deleteExports(dataDir)
  onStep?.('finished')
}

/**
 * Records whether an interrupted update was completed, and deletes backups that are no longer
 * needed.
 */
export async function settleInterrupted(dataDir: string, program: InstalledProgram) {
  const { pending, ...state } = readUpdateState(dataDir)
  if (!pending) return
  const isComplete = (await hashProgram(program.path)) === pending.programHash
  writeUpdateState(dataDir, isComplete ? { format: 1, installed: pending } : state)
  deleteBackups(dataDir, (isComplete ? pending : state.installed)?.backup ?? null)
}

/** Deletes backups of updates, except one. Backups in other folders are not affected. */
const deleteBackups = (dataDir: string, kept: string | null) =>
  deleteFolders(getUpdateFolder(dataDir), 'quire-', kept)

/** Deletes the exports of rollbacks, which have already been imported. */
const deleteExports = (dataDir: string) => deleteFolders(getUpdateFolder(dataDir), 'reading-', null)

function deleteFolders(parent: string, prefix: string, kept: string | null) {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (name.startsWith(prefix) && path !== kept) rmSync(path, { recursive: true, force: true })
  }
}

/** Returns the folder of the backup, or null if there is no database yet. */
async function backUp({ loaded: { config, files }, report }: UpdateWork): Promise<string | null> {
  const { planMigration } = await import('../../platform/db/open')
  const { createBackup } = await import('../../admin/backup/create-backup')
  const { verifyBackup } = await import('../../admin/backup/verify-backup')
  const { isNew } = await planMigration(config)
  if (isNew) return null
  report('Backing up …')
  try {
    const backup = await createBackup(config, {
      to: getUpdateFolder(config.data_dir),
      withUploads: false,
      settingsFiles: files,
    })
    await verifyBackup(config, backup)
    return backup.folder
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskError(error)) throw error
    throw new UpdateRefused(`The backup failed: ${error.message} Nothing was installed.`)
  }
}
