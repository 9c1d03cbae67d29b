/**
 * Undoes an update: exports the user data, restores the database and the program, and imports the
 * user data. Each step can be repeated, so an interrupted rollback continues when the command runs
 * again.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Context } from '../../context'
import type { Config } from '../../platform/config/model'
import type { LoadedConfig } from '../../platform/config/load'
import { acquireServerLock } from '../../platform/db/folder/data-lock'
import { findFreeName, formatStamp } from '../../platform/db/backups/manifest'
import type { RootLog } from '../../platform/log/log'
import { systemClock } from '../../platform/lib/clock'
import { exitRefused } from '../exit-codes'
import { UpdateRefused } from './release/update-refused'
import { settleInterrupted } from './install-release'
import { getPreviousPath, type InstalledProgram } from './program-place'
import { hashProgram, moveProgram } from './replace-program'
import { runProgram } from './run-program'
import {
  getUpdateFolder,
  giveToOwner,
  type InstalledUpdate,
  readUpdateState,
  writeUpdateState,
} from './update-state'

/** The step that was completed last. Tests interrupt the program there. */
export type RollbackStep = 'exported' | 'restored' | 'replaced' | 'imported'

export interface RollbackWork {
  program: InstalledProgram
  loaded: LoadedConfig
  log: RootLog
  configFlags: readonly string[]
  report: (line: string) => void
  now: () => Date
  onStep?: ((step: RollbackStep) => void) | undefined
}

export interface RollbackPlan {
  to: string
  description: string
  /** Undefined if only the import of an interrupted rollback remains. */
  undone: InstalledUpdate | undefined
  /** Whether to restore the database, because the previous version cannot use the current one. */
  restores: boolean
}

/** Throws `UpdateRefused` if there is no update to undo. */
export async function planRollback(work: RollbackWork): Promise<RollbackPlan> {
  const { program, loaded } = work
  const { data_dir: dataDir } = loaded.config
  if (program.target === 'source') {
    throw new UpdateRefused(
      'Quire runs from its source here. Check out the previous version with git.',
    )
  }
  const { rollback } = readUpdateState(dataDir)
  if (rollback?.to === program.release) {
    const description = `The rollback to ${rollback.to} was interrupted. What users have read will be added.`
    return { to: rollback.to, undone: undefined, restores: false, description }
  }
  await settleInterrupted(dataDir, program)
  const { installed } = readUpdateState(dataDir)
  if (!installed) {
    throw new UpdateRefused(
      `There is no update to undo in ${dataDir}. If the server uses another data folder, specify it with --data-dir FOLDER. If this program was not installed by "quire update", restore a backup: quire backup restore`,
    )
  }
  await requirePrevious(program, installed)
  const restores = await needsRestore(work, installed)
  if (restores) requireBackup(installed)
  return {
    to: installed.from,
    undone: installed,
    restores,
    description: describe(installed, restores),
  }
}

async function requirePrevious(
  program: InstalledProgram,
  { from, to, previousHash }: InstalledUpdate,
) {
  const previous = getPreviousPath(program)
  if (program.release !== to) {
    throw new UpdateRefused(
      `There is no update to undo: the last update installed ${to}, but this is ${program.release}.`,
    )
  }
  if (existsSync(previous) && (await hashProgram(previous)) === previousHash) return
  throw new UpdateRefused(
    `The program of version ${from} is no longer at ${previous}, or was changed. If an update was interrupted, run "quire update" again.`,
  )
}

/** Runs the previous version to check whether it can use the database. */
async function needsRestore({ program, configFlags }: RollbackWork, { from }: InstalledUpdate) {
  const previous = getPreviousPath(program)
  const { code, out, err } = await runProgram(previous, ['migrate', '--dry-run', ...configFlags])
  if (code === 0) return false
  if (code === exitRefused) return true
  throw new UpdateRefused(`Version ${from} does not run: ${(err || out).trim()}`)
}

function requireBackup({ backup, to }: InstalledUpdate) {
  if (backup !== null && existsSync(backup)) return
  throw new UpdateRefused(
    backup === null
      ? `There was no database when version ${to} was installed, so there is nothing to go back to.`
      : `The backup of the update is missing: ${backup}. Nothing was changed.`,
  )
}

function describe({ from, to, installedAt, backup }: InstalledUpdate, restores: boolean): string {
  const start = `Version ${to} was installed on ${installedAt}. The rollback restores version ${from}.`
  return restores
    ? `${start}
The update changed the database, so it is restored from ${backup}. What users have read and made since
(positions, completions, bookmarks, highlights, ratings, lists, settings) is added to it. Everything else that was
done since is undone: accounts, libraries, edited metadata. The current database is kept next to it.`
    : `${start}
Version ${from} can use the current database, so nothing else changes.`
}

export async function runRollbackPlan(work: RollbackWork, plan: RollbackPlan) {
  const { loaded, onStep } = work
  const { config } = loaded
  const { data_dir: dataDir } = config
  // Released before the import, which another program performs.
  const lock =
    config.database.type === 'sqlite' ? await acquireServerLock(dataDir, 'rollback') : undefined
  try {
    if (plan.restores && config.database.type === 'postgres') await refuseServers(config)
    if (plan.undone) await goBack(work, { ...plan, undone: plan.undone })
  } finally {
    lock?.release()
    giveToOwner(dataDir)
  }
  onStep?.('replaced')
  await importExports(work)
  onStep?.('imported')
  giveToOwner(dataDir)
}

/** Runs before anything is exported, because data that servers write later would be lost. */
async function refuseServers(config: Config) {
  const { getPostgresOptions } = await import('../../platform/db/open')
  const { countRunningProcesses } = await import('../../platform/db/postgres/other-processes')
  const count = await countRunningProcesses(getPostgresOptions(config))
  if (count === 0) return
  throw new UpdateRefused(
    `Quire is running with this database (processes: ${count}). Stop all servers and "quire worker" on all machines, and run "quire rollback --yes" again. Nothing was changed.`,
  )
}

async function goBack(work: RollbackWork, plan: RollbackPlan & { undone: InstalledUpdate }) {
  const { program, loaded, onStep } = work
  const { data_dir: dataDir } = loaded.config
  const { to, undone, restores } = plan
  const exports = readUpdateState(dataDir).rollback?.exports ?? []
  if (restores) {
    const folder = await exportSince(work, exports.length > 0)
    if (folder !== undefined) exports.push(folder)
    writeUpdateState(dataDir, { format: 1, installed: undone, rollback: { to, exports } })
    onStep?.('exported')
    await restore(work, undone)
    onStep?.('restored')
  }
  writeUpdateState(dataDir, { format: 1, installed: undone, rollback: { to, exports } })
  moveProgram(getPreviousPath(program), program.path)
}

/**
 * Returns the folder of the export, or undefined if there is nothing new to export: an interrupted
 * rollback may have left no database, or the restored one, which this version cannot read.
 */
async function exportSince(work: RollbackWork, isRepeated: boolean): Promise<string | undefined> {
  const { loaded, log, report, now } = work
  const { config } = loaded
  if (isRepeated && !(await isCurrent(work))) return undefined
  const { openStore } = await import('../../platform/db/open')
  const { exportReading } = await import('../../admin/transfer/export-reading')
  report('Exporting what users have read and made …')
  const store = await openStore(config, log, { backup: false, creates: false })
  try {
    const parent = getUpdateFolder(config.data_dir)
    // An interrupted rollback may have created an export within the same second.
    const folder = join(parent, findFreeName(parent, `reading-${formatStamp(now())}`))
    const ctx: Pick<Context, 'heavy' | 'clock'> = { heavy: store.heavy, clock: systemClock }
    await exportReading(ctx, { folder, names: [] })
    return folder
  } finally {
    await store.close()
  }
}

async function isCurrent({ loaded: { config } }: RollbackWork): Promise<boolean> {
  if (config.database.type === 'sqlite' && !existsSync(config.database.sqlite.path)) return false
  const { planMigration } = await import('../../platform/db/open')
  const { isNew, pending } = await planMigration(config)
  return !isNew && pending.length === 0
}

async function restore({ loaded: { config }, report }: RollbackWork, { backup }: InstalledUpdate) {
  const { findBackup } = await import('../../admin/backup/find-backup')
  const { restoreBackup } = await import('../../admin/backup/restore-backup')
  report('Restoring the database …')
  const found = await findBackup(dirname(backup!), backup!, '/')
  const { kept } = await restoreBackup(config, found)
  if (kept) report(`The current database is kept as ${kept}; delete it when everything works.`)
}

const importLimitMs = 3_600_000

/** Runs the restored program for the import, because its schema matches the restored database. */
async function importExports({ program, loaded, configFlags, report }: RollbackWork) {
  const { data_dir: dataDir } = loaded.config
  const { rollback } = readUpdateState(dataDir)
  for (const folder of rollback?.exports ?? []) {
    report('Adding what users have read and made …')
    const args = ['import', folder, '--apply', ...configFlags]
    const { code, out, err } = await runProgram(program.path, args, { limitMs: importLimitMs })
    if (code !== 0) {
      throw new UpdateRefused(
        `The update was undone, but what users have read since could not be added: ${(err || out).trim()} It is kept in ${folder}. Run "quire rollback --yes" again.`,
      )
    }
    report(out.trim())
  }
  writeUpdateState(dataDir, { format: 1 })
}
