/** `quire migrate`: migrates the database without starting the server. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'
import { reportError, loadSettings, openLog } from './server/command'
import { parseCommandArgs } from './arguments'

const help = `Usage: quire migrate [--dry-run]    migrate the database, as the server does on start

      --dry-run          only print pending migrations
      --no-backup        do not back up the database first
${configFlagsHelp}`

const options = {
  ...configFlags,
  'dry-run': { type: 'boolean' },
  'no-backup': { type: 'boolean' },
} as const

export async function runMigrate(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  try {
    const loaded = loadSettings(values, io)
    const { planMigration } = await import('../platform/db/open')
    const { isNew, pending } = await planMigration(loaded.config)
    const steps = pending.map(({ tag }) => `  ${tag}\n`).join('')
    if (pending.length === 0) io.out('The database is up to date.\n')
    else if (isNew) io.out(`There is no database yet. These migrations create it:\n${steps}`)
    else io.out(`Pending migrations:\n${steps}`)
    if (values['dry-run'] || pending.length === 0) return exitOk
    const log = openLog(loaded)
    const { openAppContext } = await import('./server/app-context')
    const ground = await openAppContext(loaded.config, log, {
      backup: values['no-backup'] !== true,
      creates: true,
    })
    await ground.close()
    await log.close()
    io.out('The database is up to date.\n')
    return exitOk
  } catch (error) {
    return reportError(error, io)
  }
}
