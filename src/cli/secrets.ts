/**
 * `quire secrets …`: checks the stored credentials for other services, and replaces the key that
 * encrypts them, even if it is lost.
 */
import type { Context } from '../context'
import { Refusal } from '../errors'
import type { LoadedConfig } from '../platform/config/load'
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { SecretCount } from '../platform/secrets/rotate-key'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitFailure, exitOk, exitUsage } from './exit-codes'
import { loadSettings, openQuietLog, reportError } from './server/command'

const help = `Usage: quire secrets check     check whether all stored credentials can be decrypted
       quire secrets rotate    encrypt the credentials with a new key; stop the server first
       quire secrets reset     give up credentials whose key is lost; stop the server first

"rotate" creates a new key. If "encryption_key" is set, first set it to the new key and
"encryption_key_previous" to the current one. Remove "encryption_key_previous" afterwards.

${configFlagsHelp}`

type Action = (ctx: Context, out: CommandIo['out']) => Promise<number>

const actions: Readonly<Record<string, Action>> = { check, rotate, reset }

export async function runSecrets(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options: configFlags, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const [name = '', ...others] = parsed.positionals
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action || others.length > 0) {
    io.err(help)
    return exitUsage
  }
  try {
    const loaded = loadSettings(parsed.values, io)
    return await runAction(action, { loaded, needsStoppedServers: action !== check }, io)
  } catch (error) {
    if (!(error instanceof Refusal)) return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitFailure
  }
}

async function runAction(
  action: Action,
  { loaded, needsStoppedServers }: { loaded: LoadedConfig; needsStoppedServers: boolean },
  io: CommandIo,
): Promise<number> {
  const { openAppContext } = await import('./server/app-context')
  if (needsStoppedServers) await refuseRunningServers(loaded)
  const { ctx, close } = await openAppContext(loaded.config, openQuietLog(loaded, io), {
    runsJobs: needsStoppedServers,
    purpose: 'secrets',
  })
  try {
    return await action(ctx, io.out)
  } finally {
    await close()
  }
}

/** Throws if other processes use the database. On SQLite, the data folder lock excludes them. */
async function refuseRunningServers({ config }: LoadedConfig) {
  if (config.database.type !== 'postgres') return
  const { countRunningProcesses } = await import('../platform/db/postgres/other-processes')
  const { getPostgresOptions } = await import('../platform/db/open')
  if ((await countRunningProcesses(getPostgresOptions(config))) === 0) return
  const { secretMessages } = await import('../platform/secrets/messages')
  throw new Refusal('conflict', secretMessages.servers_running())
}

async function check(ctx: Context, out: CommandIo['out']) {
  const { checkSecrets } = await import('../platform/secrets/rotate-key')
  const { sealedColumns } = await import('./sealed-columns')
  const counts = await checkSecrets(ctx, sealedColumns)
  out(counts ? describe(counts) : 'No credentials are stored.\n')
  return counts?.some(({ unreadable }) => unreadable > 0) ? exitFailure : exitOk
}

async function rotate(ctx: Context, out: CommandIo['out']) {
  const { rotateKey } = await import('../platform/secrets/rotate-key')
  const { sealedColumns } = await import('./sealed-columns')
  const { counts, keyFile, keptFile } = await rotateKey(ctx, sealedColumns)
  out(describe(counts))
  out(
    keyFile
      ? `The new key is in ${keyFile}; keep a copy of it separate from the backups.\n`
      : 'The key was replaced. Remove "encryption_key_previous" from the settings, but keep it for the credentials in older backups.\n',
  )
  if (keptFile) {
    out(`The previous key is kept as ${keptFile} for the credentials in older backups.\n`)
  } else if (keyFile) {
    out('Keep the previous key, which was in the settings, for the credentials in older backups.\n')
  }
  return exitOk
}

async function reset(ctx: Context, out: CommandIo['out']) {
  const { resetKey } = await import('../platform/secrets/rotate-key')
  const { sealedColumns } = await import('./sealed-columns')
  out(describe(await resetKey(ctx, sealedColumns)))
  out('New credentials can be stored again. Enter those that are unreadable again.\n')
  return exitOk
}

const describe = (counts: readonly SecretCount[]) =>
  counts
    .map(
      ({ column, opened, unreadable }) =>
        `${column.padEnd(38)} ${opened} decrypted` +
        `${unreadable > 0 ? `, ${unreadable} unreadable: enter them again` : ''}\n`,
    )
    .join('')
