/** `quire import`: adds what an export holds, or what people did in another program. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serverKinds } from '../../ingest/importing/neutral-form'
import { serverNames } from '../../web/shared/source-names'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { Config } from '../../platform/config/model'
import type { Log } from '../../platform/log/log'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { type ParsedArgs, parseCommandArgs } from '../arguments'
import { isAddress } from './import-server'
import { parseMaps } from './import-everything-words'

const help = `Usage: quire import ARCHIVE            show what an import would do of what "quire export" wrote,
                                       a folder or ZIP file
       quire import SOURCE             the same for the data of another program: its database,
                                       or the folder that holds it. Programs:
                                       ${Object.values(serverNames).join(', ')}
       quire import ADDRESS            the same for a BookLore server, such as https://books.example.org
                                       (not tested with a real one); asks for the password of --login,
                                       or for a token
       quire import PATH --apply       import it
       quire import list               list imports from other programs
       quire import undo ID            take back an import from another program

An export of everything is imported into a new installation, made by "quire migrate"; the server must not run.
Any other import only adds: positions never go back, and nothing is deleted. Importing again changes nothing.
The other program can keep running.

      --map THERE=HERE   the books of the folder THERE are in the folder HERE; repeat it for several
                         (of another program, or of an export of everything)
      --user NAME        of an export of reading, only this user; repeat it for several
      --user NAME=OTHER  an account that has another name here
      --user NAME=       of another program: leave this person out
      --reading          of an export of everything, add only what users read and made
      --kind KIND        the other program: ${serverKinds.join(', ')}
      --login NAME       of a BookLore server: the user whose data is taken
      --admin NAME       of another program: this administrator stays one
      --preview          write nothing (the default)
      --json             print the result as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  apply: { type: 'boolean' },
  preview: { type: 'boolean' },
  reading: { type: 'boolean' },
  user: { type: 'string', multiple: true },
  kind: { type: 'string' },
  map: { type: 'string', multiple: true },
  admin: { type: 'string', multiple: true },
  login: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Values = ParsedArgs<typeof options>['values']

const isAction = (path: string | undefined) => path === 'list' || path === 'undo'

export async function runImport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [path] = positionals
  const problem = isAction(path) ? undefined : findUsageProblem(values, positionals.length)
  if (path === undefined || problem !== undefined) {
    io.err(`${problem ?? 'Specify one folder or file.'}\n\n${help}`)
    return exitUsage
  }
  // A library of 100,000 books would otherwise take 240 MB.
  if (path !== 'list') io.restartSmall?.(['import', ...args])
  return importWanted({ path, values, positionals, args }, io)
}

interface Wanted {
  path: string
  values: Values
  positionals: string[]
  args: readonly string[]
}

async function importWanted(wanted: Wanted, io: CommandIo): Promise<number> {
  const { path, values, positionals, args } = wanted
  try {
    const loaded = loadSettings(values, io)
    const settings = { config: loaded.config, log: openQuietLog(loaded, io) }
    if (isAction(path) || (await isForeign(path, values, io))) {
      const { runSourceImport } = await import('./import-source')
      return await runSourceImport(settings, { values, positionals, args }, io)
    }
    return await runArchiveImport(settings, { path, values }, io)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ImportRefused') return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitRefused
  }
}

async function runArchiveImport(
  settings: { config: Config; log: Log },
  { path, values }: { path: string; values: Values },
  io: CommandIo,
): Promise<number> {
  const maps = parseMaps(values.map ?? [])
  if (!maps) {
    io.err(`--map needs two absolute folders: --map /old=/new.\n\n${help}`)
    return exitUsage
  }
  const { importArchive } = await import('./import-archive')
  const archive = {
    path: resolve(io.cwd, path),
    maps,
    users: values.user ?? [],
    isReadingOnly: values.reading === true,
    applies: values.apply === true,
    isJson: values.json === true,
  }
  await importArchive(settings, archive, io)
  return exitOk
}

function findUsageProblem({ apply, preview, kind, map = [] }: Values, paths: number) {
  if (paths !== 1) return 'Specify one folder or file.'
  if (apply && preview) return 'Specify --preview or --apply, not both.'
  if (kind !== undefined && !serverKinds.some((known) => known === kind))
    return `--kind must be one of: ${serverKinds.join(', ')}.`
  const wrong = map.find((one) => !/^[^=]+=[^=]+$/.test(one))
  return wrong === undefined ? undefined : `"${wrong}" is no pair of folders: --map /there=/here.`
}

async function isForeign(
  given: string,
  { kind, admin }: Values,
  { cwd }: CommandIo,
): Promise<boolean> {
  if (kind !== undefined || admin !== undefined || isAddress(given)) return true
  const path = resolve(cwd, given)
  const { findSourceFile } = await import('../../ingest/importing/sources/open-source')
  const file = isExport(path) ? undefined : findSourceFile(path, undefined)
  return file !== undefined
}

/** An export of Quire is a ZIP file, or a folder with a header. */
function isExport(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    return existsSync(join(path, 'export.json'))
  const start = Buffer.alloc(2)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, start.length, 0)
  } finally {
    closeSync(file)
  }
  return start.toString() === 'PK'
}
