/** `quire migrate`: brings the database up to date without starting the server. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'
import { explain, loadSettings, openLog } from './server/house'
import { readWords } from './words'

const help = `Usage: quire migrate [--dry-run]    bring the database up to date, as a start of the server would

      --dry-run          only say what would be done
      --no-backup        do not save the database first
${configFlagsHelp}`

const options = {
  ...configFlags,
  'dry-run': { type: 'boolean' },
  'no-backup': { type: 'boolean' },
} as const

export async function runMigrate(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help })
  if ('exit' in said) return said.exit
  const { values } = said
  try {
    const loaded = loadSettings(values, io)
    const { planOf } = await import('../platform/db/open')
    const { isNew, todo } = await planOf(loaded.config)
    const steps = todo.map(({ tag }) => `  ${tag}\n`).join('')
    if (todo.length === 0) io.out('The database is up to date.\n')
    else if (isNew) io.out(`There is no database yet; it is made in these steps:\n${steps}`)
    else io.out(`Steps to be taken:\n${steps}`)
    if (values['dry-run'] || todo.length === 0) return exitOk
    const log = openLog(loaded)
    const { openGround } = await import('./server/ground')
    const ground = await openGround(loaded.config, log, { backup: values['no-backup'] !== true })
    await ground.close()
    await log.close()
    io.out('The database is up to date.\n')
    return exitOk
  } catch (error) {
    return explain(error, io)
  }
}
