/**
 * `quire backup …`: creates, lists, verifies, restores and deletes backups of the data that a scan
 * cannot restore.
 */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { LoadedConfig } from '../platform/config/load'
import type { CommandIo } from './config'
import type { Backup } from '../admin/backup/find-backup'
import type { Store } from '../platform/db/store'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { loadSettings, openQuietLog, reportError } from './server/command'
import { parseCommandArgs, type ParsedArgs } from './arguments'

const help = `Usage: quire backup create [--with-uploads]   back up database, settings and secrets; the server can keep running
       quire backup list                     list backups
       quire backup verify [BACKUP]          restore a backup to a test database and check it
       quire backup restore BACKUP           replace the database with a backup; stop the server first
       quire backup prune [--keep 7]         delete all but the newest backups

BACKUP is a name from the list, a folder, or "latest".

      --to FOLDER        folder with the backups (default: "backups" in the data folder)
      --with-uploads     include uploaded covers
      --keep NUMBER      number of backups that "prune" keeps (default: 7)
      --json             print JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  to: { type: 'string' },
  'with-uploads': { type: 'boolean' },
  keep: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = ParsedArgs<typeof options>['values']

interface BackupCommand {
  loaded: LoadedConfig
  values: Values
  /** The folder that contains all backups. */
  folder: string
  name: string | undefined
  io: CommandIo
}

type Action = (command: BackupCommand) => Promise<number>

const actions: Record<string, Action> = { create, list, verify, restore, prune }

export async function runBackup(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [word = '', name, ...more] = positionals
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action || more.length > 0 || (name !== undefined && !acceptsName(word))) {
    io.err(`Choose an action: create, list, verify, restore or prune.\n\n${help}`)
    return exitUsage
  }
  return runAction(action, { values, name }, io)
}

const acceptsName = (word: string) => word === 'verify' || word === 'restore'

async function runAction(
  action: Action,
  { values, name }: Pick<BackupCommand, 'values' | 'name'>,
  io: CommandIo,
): Promise<number> {
  let loaded: LoadedConfig | undefined
  try {
    loaded = loadSettings(values, io)
    const { getBackupsFolder } = await import('../platform/db/backups/backup-folders')
    const folder = values.to ? resolve(io.cwd, values.to) : getBackupsFolder(loaded.config.data_dir)
    return await action({ loaded, values, folder, name, io })
  } catch (error) {
    if (loaded && reported.has(action)) await reportToServer(loaded, error, io)
    const { BackupRefused, isDiskError } = await import('../platform/db/backups/manifest')
    if (!(error instanceof BackupRefused) && !isDiskError(error)) return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitFailure
  }
}

/** Actions whose failures are reported to the server, because a timer may run them unattended. */
const reported = new Set<Action>([create, verify])

async function reportToServer(loaded: LoadedConfig, error: unknown, io: CommandIo) {
  const { storeFailedBackup } = await import('../admin/backup/results/failed-backup')
  const reason = error instanceof Error ? error.message : String(error)
  await notifyServer({ loaded, io }, (store) => storeFailedBackup(store, reason))
}

/**
 * Writes to the server's database, unless it is missing or has to be migrated. Only prints a
 * message if that fails, for example because the database is damaged or the disk is full.
 */
async function notifyServer(
  { loaded, io }: Pick<BackupCommand, 'loaded' | 'io'>,
  write: (store: Store) => Promise<void>,
) {
  try {
    const { openStore, planMigration } = await import('../platform/db/open')
    const { isNew, pending } = await planMigration(loaded.config)
    if (isNew || pending.length > 0) return
    const asItIs = { backup: false, creates: false }
    const store = await openStore(loaded.config, openQuietLog(loaded, io), asItIs)
    try {
      await write(store)
    } finally {
      await store.close()
    }
  } catch (failure) {
    io.err(`The server could not be notified: ${(failure as Error).message}\n`)
  }
}

async function create({ loaded, values, folder, io }: BackupCommand) {
  const { createBackup } = await import('../admin/backup/create-backup')
  const backup = await createBackup(loaded.config, {
    to: folder,
    withUploads: values['with-uploads'] === true,
    settingsFiles: loaded.files,
  })
  io.out(
    values.json
      ? formatJson([backup])
      : `Saved as ${backup.folder}\n${formatLine(backup)}\n${describeUploads(loaded, backup)}`,
  )
  return exitOk
}

/** Explains whether the backup includes uploads that are stored in a bucket. */
function describeUploads({ config: { storage } }: LoadedConfig, { manifest }: Backup): string {
  if (storage.type !== 's3') return ''
  const count = manifest.files.filter(({ path }) => path.startsWith('uploads/')).length
  return count === 0
    ? `Uploaded covers are not included: they stay in the bucket ${storage.s3.bucket}. Add --with-uploads to include them.\n`
    : `Included ${count} uploaded covers of the bucket ${storage.s3.bucket}.\n`
}

async function list({ values, folder, io }: BackupCommand) {
  const { listBackups } = await import('../admin/backup/find-backup')
  const backups = await listBackups(folder, (message) => io.err(`${message}\n`))
  if (values.json) io.out(formatJson(backups))
  else if (backups.length === 0) io.out(`No backups in ${folder}.\n`)
  else io.out(`${backups.map(formatLine).join('\n')}\n`)
  return exitOk
}

async function verify(command: BackupCommand) {
  const { verifyBackup } = await import('../admin/backup/verify-backup')
  const backup = await findNamedBackup(command, command.name ?? 'latest')
  const counts = await verifyBackup(command.loaded.config, backup)
  const { recordVerified } = await import('../admin/backup/results/verified-backup')
  await notifyServer(command, (store) => recordVerified(store, backup, new Date()))
  const words = `${backup.name} is valid: restored to a test database and checked.\n${formatLine(backup)}\n`
  command.io.out(command.values.json ? `${JSON.stringify({ name: backup.name, counts })}\n` : words)
  return exitOk
}

async function restore(command: BackupCommand) {
  const { io, loaded, name } = command
  if (name === undefined) {
    io.err(`Specify a backup. "quire backup list" lists all.\n\n${help}`)
    return exitUsage
  }
  const { restoreBackup } = await import('../admin/backup/restore-backup')
  const backup = await findNamedBackup(command, name)
  const { kept } = await restoreBackup(loaded.config, backup)
  io.out(
    `Restored ${backup.name}. All users must sign in again.\n` +
      (kept ? `The previous database is kept as ${kept}; delete it when everything works.\n` : '') +
      describeSavedSettings(backup),
  )
  return exitOk
}

/**
 * Describes the saved settings. They are not restored automatically, because they could select a
 * different database.
 */
function describeSavedSettings({ folder, manifest }: Backup) {
  const saved = manifest.files.filter(({ path }) => /\.ya?ml$/.test(path) && !path.includes('/'))
  if (saved.length === 0) return ''
  const names = saved.map(({ path }) => path).join(' and ')
  return `Settings were not changed; the settings from the backup are in ${folder}: ${names}.\n`
}

async function prune({ values, folder, io }: BackupCommand) {
  const keep = Number(values.keep ?? 7)
  if (!Number.isSafeInteger(keep) || keep < 1) {
    io.err('--keep must be a whole number of at least 1.\n')
    return exitUsage
  }
  const { pruneBackups } = await import('../admin/backup/prune-backups')
  const deleted = await pruneBackups(folder, keep, (message) => io.err(`${message}\n`))
  if (values.json) io.out(formatJson(deleted))
  else
    io.out(`${deleted.map(({ name }) => `Deleted ${name}\n`).join('')}${deleted.length} deleted.\n`)
  return exitOk
}

async function findNamedBackup({ folder, io }: BackupCommand, name: string) {
  const { findBackup } = await import('../admin/backup/find-backup')
  return findBackup(folder, name, io.cwd)
}

const formatJson = (backups: readonly Backup[]) =>
  `${JSON.stringify(
    backups.map(({ name, folder, manifest }) => ({ name, folder, ...manifest })),
    null,
    2,
  )}\n`

function formatLine({ name, manifest: { createdAt, database, counts, files } }: Backup) {
  const megabytes = files.reduce((total, { bytes }) => total + bytes, 0) / 1e6
  const rows = `${counts.libraries} libraries, ${counts.series} series, ${counts.books} books, ${counts.users} users`
  return `${name}  ${createdAt}  ${database}  ${megabytes.toFixed(1)} MB  ${rows}`
}
