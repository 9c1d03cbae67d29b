/** `quire serve`: what happens without a command, too. */
import { parseArgs } from 'node:util'
import { configFlags, configFlagsHelp } from '../config/flags'
import type { CommandIo } from './config'
import { exitOk, exitUsage } from './exit-codes'
import { explain, loadSettings, openLog } from './house'

const help = `Usage: quire [serve] [options]     run the server

${configFlagsHelp}      --demo             make a small library of generated books and show it
      --no-backup        do not save the database before it is brought up to date
`

const options = {
  ...configFlags,
  demo: { type: 'boolean' },
  'no-backup': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function runServe(args: readonly string[], io: CommandIo): Promise<number> {
  let values
  try {
    ;({ values } = parseArgs({ args: [...args], options }))
  } catch (error) {
    io.err(`${(error as Error).message}\n\n${help}`)
    return exitUsage
  }
  if (values.help) {
    io.out(help)
    return exitOk
  }
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
