/** `quire import`: adds what users made, or everything, from an export. */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { ImportReport } from '../../admin/transfer/import/import-state'
import type { FolderMap } from '../../admin/transfer/everything/map-folders'
import type { Context } from '../../context'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'
import { formatEverything, parseMaps, requireFitting } from './import-everything-words'

const help = `Usage: quire import ARCHIVE            show what an import would do
       quire import ARCHIVE --apply    add what "quire export" wrote into this folder or ZIP file

An export of everything is imported into a new installation, made by "quire migrate"; the server must not run.
An export of reading only adds: the newest position wins, and nothing is deleted. Importing again changes nothing.

      --map OLD=NEW      the books of the folder OLD are in the folder NEW here; repeat it for several
      --reading          of an export of everything, add only what users read and made
      --user NAME        of reading, only this user; repeat it for several
      --user NAME=OTHER  the same, for an account that has another name here
      --json             print the result as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  apply: { type: 'boolean' },
  map: { type: 'string', multiple: true },
  reading: { type: 'boolean' },
  user: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export async function runImport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [archive, ...more] = positionals
  const maps = parseMaps(values.map ?? [])
  if (archive === undefined || more.length > 0 || !maps) {
    const problem = maps
      ? 'Specify one folder or ZIP file.'
      : '--map needs two absolute folders: --map /old=/new.'
    io.err(`${problem}\n\n${help}`)
    return exitUsage
  }
  const applies = values.apply === true
  const given = { path: resolve(io.cwd, archive), maps, users: values.user ?? [], applies }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const { withUnpacked } = await import('./open-archive')
    const log = openQuietLog(loaded, io)
    await withUnpacked(loaded.config, given.path, async ({ folder, isEverything }) => {
      const isWhole = isEverything && values.reading !== true
      requireFitting({ ...given, isWhole })
      // Nothing else may use an installation that is being filled.
      const lock = { runsJobs: isWhole, purpose: 'importing' }
      const base = await openAppContext(loaded.config, log, { creates: false, ...lock })
      try {
        const answer = isWhole
          ? await importWhole(base.ctx, folder, given)
          : await importReadingOf(base.ctx, folder, given)
        io.out(values.json ? answer.json : answer.words)
      } finally {
        await base.close()
      }
    })
    return exitOk
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ImportRefused') return reportError(error, io)
    io.err(`${error.message}\n`)
    return exitRefused
  }
}

interface Given {
  path: string
  maps: FolderMap[]
  users: readonly string[]
  applies: boolean
}

async function importReadingOf(ctx: Context, folder: string, { users, applies }: Given) {
  const { importReading } = await import('../../admin/transfer/import/import-reading')
  const report = await importReading(ctx, { folder, users: parseUsers(users), applies })
  return { json: formatJson(report, applies), words: formatReport(report, applies) }
}

/** On SQLite, the lock of the data folder does the same. */
async function requireAlone({ config, db }: Context) {
  if (config.database.type !== 'postgres') return
  const { countOtherProcesses } = await import('../../platform/db/postgres/other-processes')
  if ((await countOtherProcesses(db)) === 0) return
  const { ImportRefused } = await import('../../admin/transfer/files/line-reader')
  throw new ImportRefused(
    'A server, worker or command is using the database. Stop it, and import again. Nothing was imported.',
  )
}

async function importWhole(ctx: Context, folder: string, { maps, applies }: Given) {
  const { importEverything } = await import('../../admin/transfer/everything/import-everything')
  const { exportKinds: kinds } = await import('./kinds/export-kinds')
  await requireAlone(ctx)
  const { isCoverFile: isCover } = await import('./kinds/checks')
  const report = await importEverything(ctx, { kinds, folder, maps, isCover, applies })
  return {
    json: `${JSON.stringify({ ...report, applied: applies })}\n`,
    words: formatEverything(report, applies),
  }
}

const parseUsers = (given: readonly string[]) =>
  new Map(
    given.map((one) => {
      const [name = '', account = name] = one.split('=')
      return [name, account]
    }),
  )

const formatJson = (report: ImportReport, applied: boolean) =>
  `${JSON.stringify({ ...report, withoutAccount: Object.fromEntries(report.withoutAccount), applied })}\n`

const countWords = (count: number, one: string, more: string) =>
  `${count} ${count === 1 ? one : more}`

const maxNamed = 10

function formatReport(report: ImportReport, applied: boolean): string {
  const { books, waiting, lines, lists, withoutAccount, unknownLists, withoutLibrary } = report
  const parts = [
    `Found ${countWords(books, 'book', 'books')} and ${countWords(lists, 'list', 'lists')}, ${countWords(lines, 'entry', 'entries')} in all.`,
    ...(waiting.length > 0 ? [describeWaiting(waiting)] : []),
    ...[...withoutAccount].map(
      ([name, count]) =>
        `${countWords(count, 'entry', 'entries')} of ${name} ${count === 1 ? 'was' : 'were'} left out, because there is no such account. Create it and import again, or name another one: --user ${name}=OTHER.`,
    ),
    ...(unknownLists.length > 0
      ? [
          `Left out smart lists whose conditions this version does not know: ${unknownLists.join(', ')}.`,
        ]
      : []),
    ...(withoutLibrary > 0
      ? [`Left out settings of libraries that are not here: ${withoutLibrary}.`]
      : []),
    applied ? 'Imported.' : 'Nothing was changed. Add --apply to import.',
  ]
  return `${parts.join('\n')}\n`
}

function describeWaiting(waiting: readonly string[]): string {
  const named = waiting.slice(0, maxNamed).map((name) => `\n  ${name}`)
  const rest = waiting.length - named.length
  const more = rest > 0 ? `\n  and ${rest} more` : ''
  return `Books that are not here: ${waiting.length}. What was read in them is kept, and appears when a scan finds them:${named.join('')}${more}`
}
