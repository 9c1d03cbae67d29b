/** `quire backup …`: copies of what cannot be found out again, while the server runs. */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { LoadedConfig } from '../platform/config/load'
import type { CommandIo } from './config'
import type { Backup } from '../admin/backup/place'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { explain, loadSettings } from './server/house'
import { readWords, type Said } from './words'

const help = `Usage: quire backup create [--with-uploads]   save database, settings and secrets; the server may run
       quire backup list                     show the backups there are
       quire backup verify [BACKUP]          restore one to a test database, and count
       quire backup restore BACKUP           put one in the place of the database; stop the server first
       quire backup prune [--keep 7]         delete all but the newest

BACKUP is a name from the list, a folder, or "latest".

      --to FOLDER        where backups lie (otherwise "backups" in the data folder)
      --with-uploads     save covers that people uploaded, too
      --keep NUMBER      how many "prune" leaves
      --json             print JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  to: { type: 'string' },
  'with-uploads': { type: 'boolean' },
  keep: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = Said<typeof options>['values']

interface Asked {
  loaded: LoadedConfig
  values: Values
  /** Where backups lie. */
  folder: string
  name: string | undefined
  io: CommandIo
}

type Action = (asked: Asked) => Promise<number>

const actions: Record<string, Action> = { create, list, verify, restore, prune }

export async function runBackup(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help, takesWords: true })
  if ('exit' in said) return said.exit
  const { values, positionals } = said
  const [word = '', name, ...more] = positionals
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action || more.length > 0 || (name !== undefined && !takesName(word))) {
    io.err(`Say what to do: create, list, verify, restore or prune.\n\n${help}`)
    return exitUsage
  }
  return guarded(action, { values, name }, io)
}

const takesName = (word: string) => word === 'verify' || word === 'restore'

async function guarded(
  action: Action,
  { values, name }: Pick<Asked, 'values' | 'name'>,
  io: CommandIo,
): Promise<number> {
  try {
    const loaded = loadSettings(values, io)
    const { backupsFolder } = await import('../platform/db/copies/saved-copy')
    const folder = values.to ? resolve(io.cwd, values.to) : backupsFolder(loaded.config.data_dir)
    return await action({ loaded, values, folder, name, io })
  } catch (error) {
    const { BackupRefused, isDiskTrouble } = await import('../platform/db/copies/manifest')
    if (!(error instanceof BackupRefused) && !isDiskTrouble(error)) return explain(error, io)
    io.err(`${error.message}\n`)
    return exitFailure
  }
}

async function create({ loaded, values, folder, io }: Asked) {
  const { createBackup } = await import('../admin/backup/create')
  const backup = await createBackup(loaded.config, {
    to: folder,
    withUploads: values['with-uploads'] === true,
    settingsFiles: loaded.files,
  })
  io.out(values.json ? jsonOf([backup]) : `Saved as ${backup.folder}\n${lineOf(backup)}\n`)
  return exitOk
}

async function list({ values, folder, io }: Asked) {
  const { listBackups } = await import('../admin/backup/place')
  const backups = await listBackups(folder)
  if (values.json) io.out(jsonOf(backups))
  else if (backups.length === 0) io.out(`There is no backup in ${folder} yet.\n`)
  else io.out(`${backups.map(lineOf).join('\n')}\n`)
  return exitOk
}

async function verify(asked: Asked) {
  const { verifyBackup } = await import('../admin/backup/verify')
  const backup = await find(asked, asked.name ?? 'latest')
  const counts = await verifyBackup(asked.loaded.config, backup)
  const words = `${backup.name} is whole: restored to a test database, checked and counted.\n${lineOf(backup)}\n`
  asked.io.out(asked.values.json ? `${JSON.stringify({ name: backup.name, counts })}\n` : words)
  return exitOk
}

async function restore(asked: Asked) {
  const { io, loaded, name } = asked
  if (name === undefined) {
    io.err(`Say which backup: "quire backup list" shows all.\n\n${help}`)
    return exitUsage
  }
  const { restoreBackup } = await import('../admin/backup/restore')
  const backup = await find(asked, name)
  const { kept } = await restoreBackup(loaded.config, backup)
  io.out(
    `Restored ${backup.name}. Everybody signs in anew.\n` +
      (kept ? `What was there before is kept as ${kept}; delete it when all is well.\n` : '') +
      settingsHint(backup),
  )
  return exitOk
}

/** Replacing settings could point the program at another database: a person decides. */
function settingsHint({ folder, manifest }: Backup) {
  const saved = manifest.files.filter(({ path }) => /\.ya?ml$/.test(path) && !path.includes('/'))
  if (saved.length === 0) return ''
  const names = saved.map(({ path }) => path).join(' and ')
  return `Settings were left as they are; those of the backup are in ${folder}: ${names}.\n`
}

async function prune({ values, folder, io }: Asked) {
  const keep = Number(values.keep ?? 7)
  if (!Number.isSafeInteger(keep) || keep < 1) {
    io.err('--keep must be a whole number from 1.\n')
    return exitUsage
  }
  const { pruneBackups } = await import('../admin/backup/prune')
  const deleted = await pruneBackups(folder, keep)
  if (values.json) io.out(jsonOf(deleted))
  else
    io.out(`${deleted.map(({ name }) => `Deleted ${name}\n`).join('')}${deleted.length} deleted.\n`)
  return exitOk
}

async function find({ folder, io }: Asked, name: string) {
  const { findBackup } = await import('../admin/backup/place')
  return findBackup(folder, name, io.cwd)
}

const jsonOf = (backups: readonly Backup[]) =>
  `${JSON.stringify(
    backups.map(({ name, folder, manifest }) => ({ name, folder, ...manifest })),
    null,
    2,
  )}\n`

function lineOf({ name, manifest: { createdAt, database, counts, files } }: Backup) {
  const megabytes = files.reduce((total, { bytes }) => total + bytes, 0) / 1e6
  const rows = `${counts.libraries} libraries, ${counts.series} series, ${counts.books} books, ${counts.users} users`
  return `${name}  ${createdAt}  ${database}  ${megabytes.toFixed(1)} MB  ${rows}`
}
