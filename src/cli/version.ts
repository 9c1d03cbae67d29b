/** `quire version`: prints the version without loading the settings. */
import { version } from '../version'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'

const help = `Usage: quire version    print the version of Quire and of Bun
`

export function runVersion(args: readonly string[], io: CommandIo): number {
  const parsed = parseCommandArgs(args, io, { options: {}, help })
  if ('exit' in parsed) return parsed.exit
  io.out(`quire ${version} (Bun ${Bun.version})\n`)
  return exitOk
}
