/** `quire serve`: runs the server. This is also the default command. */
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CommandIo } from '../config'
import { reportError, loadSettings, openLog } from './command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire [serve] [options]     run the server

${configFlagsHelp}      --demo             create and show a small demo library
      --no-backup        do not back up the database before migrating it
`

const options = {
  ...configFlags,
  demo: { type: 'boolean' },
  'no-backup': { type: 'boolean' },
} as const

export async function runServe(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help })
  if ('exit' in parsed) return parsed.exit
  const { values } = parsed
  try {
    const loaded = loadSettings(values, io)
    const log = openLog(loaded)
    const { serve } = await import('./run-server')
    return await serve(loaded.config, log, io, {
      demo: values.demo === true,
      backup: values['no-backup'] !== true,
    })
  } catch (error) {
    return reportError(error, io)
  }
}
