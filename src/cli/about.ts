/** `quire version` and `quire licenses`: print the version and the licenses of this program. */
import { join, resolve } from 'node:path'
import { builtFrom, release, target, version } from '../version'
import { openBundle } from '../web/bundle'
import { parseCommandArgs } from './arguments'
import type { CommandIo } from './config'
import { exitOk } from './exit-codes'

const versionHelp = `Usage: quire version [--json]    print the versions of Quire and Bun

  --json    also the commit, the platform and the time of the commit, as JSON
`

export async function runVersion(args: readonly string[], io: CommandIo): Promise<number> {
  const options = { json: { type: 'boolean' } } as const
  const parsed = parseCommandArgs(args, io, { options, help: versionHelp })
  if ('exit' in parsed) return parsed.exit
  const { commit, time: built } = builtFrom
  const known = { version: release, commit, target, bun: Bun.version, built }
  const text = parsed.values.json
    ? JSON.stringify(known, undefined, 2)
    : `quire ${version} (Bun ${Bun.version})`
  io.out(`${text}\n`)
  return exitOk
}

const licensesHelp = `Usage: quire licenses    print the licenses of everything in this program
`

export async function runLicenses(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options: {}, help: licensesHelp })
  if ('exit' in parsed) return parsed.exit
  io.out(await Bun.file(findNotices()).text())
  return exitOk
}

/** In the executable, the notices are embedded only once, as an asset of the web interface. */
function findNotices(): string {
  const root = resolve(import.meta.dir, '../..')
  if (!Bun.isStandaloneExecutable) return join(root, 'docs', 'third-party-notices.md')
  const notices = openBundle()?.assets.find(({ name }) => name.includes('third-party-notices'))
  if (!notices) throw new Error('the notices are missing in this executable')
  return notices.raw
}
