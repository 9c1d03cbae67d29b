/** `quire import`: imports an export of Quire, or user data from another program. */
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

const help = `Usage: quire import ARCHIVE            preview the import of a folder or ZIP file that was
                                       created with "quire export"
       quire import SOURCE             preview the import from another program: its database,
                                       or the folder that contains it. Programs:
                                       ${Object.values(serverNames).join(', ')}
       quire import ADDRESS            preview the import from a BookLore server, such as https://books.example.org
                                       (not tested with a real one); asks for the password of --login,
                                       or for a token
       quire import PATH --apply       import the data
       quire import list               list imports from other programs
       quire import undo ID            undo an import from another program

A full export is imported into a new installation, created with "quire migrate"; the server must not be running.
All other imports only add data: positions never move back, and nothing is deleted. Importing again changes nothing.
The other program can keep running.

      --map THERE=HERE   books in the folder THERE are in the folder HERE; can be repeated
                         (for other programs and full exports)
      --user NAME        for an export of user data: only this user; can be repeated
      --user NAME=OTHER  an account that has a different name here
      --user NAME=       for other programs: skip this user
      --reading          for a full export: import only the user data
      --kind KIND        the other program: ${serverKinds.join(', ')}
      --login NAME       for a BookLore server: the user whose data is imported
      --admin NAME       for other programs: this administrator remains an administrator
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
  // In this process, an import for a library of 100,000 books would take 240 MB of memory.
  if (path !== 'list') io.restartWithLessMemory?.(['import', ...args])
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
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not a pair of folders, such as --map /there=/here.`
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

/** Returns true for an export of Quire, which is a ZIP file, or a folder with a header. */
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
