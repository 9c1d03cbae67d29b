/** `quire serve`: what happens without a command, too. */
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CommandIo } from '../config'
import { explain, loadSettings, openLog } from './house'
import { readWords } from '../words'

const help = `Usage: quire [serve] [options]     run the server

${configFlagsHelp}      --demo             make a small library of generated books and show it
      --no-backup        do not save the database before it is brought up to date
`

const options = {
  ...configFlags,
  demo: { type: 'boolean' },
  'no-backup': { type: 'boolean' },
} as const

export async function runServe(args: readonly string[], io: CommandIo): Promise<number> {
  const said = readWords(args, io, { options, help })
  if ('exit' in said) return said.exit
  const { values } = said
  try {
    const loaded = loadSettings(values, io)
    const log = openLog(loaded)
    const { serve } = await import('./server')
    return await serve(loaded.config, log, io, {
      demo: values.demo === true,
      backup: values['no-backup'] !== true,
    })
  } catch (error) {
    return explain(error, io)
  }
}
