/** `quire import`: adds what users made from an export, or what they did in another program. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Context } from '../../context'
import { sourceKinds, type SourceKind } from '../../ingest/importing/neutral-form'
import { toForeignPath } from '../../ingest/importing/sources/foreign-paths'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { ImportReport } from '../../admin/transfer/import/import-state'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { type ParsedArgs, parseCommandArgs } from '../arguments'
import { importSource, runImportAction } from './import-source'

const help = `Usage: quire import FOLDER            show what an import of an export of Quire would do
       quire import SOURCE            the same for the data of another program: its database,
                                      or the folder that holds it (Komga)
       quire import PATH --apply      import it
       quire import list              list imports from other programs
       quire import undo ID           take back an import from another program

An import only adds: positions never go back, and nothing is deleted. Importing again changes nothing.
The other program can keep running.

      --user NAME        of an export: only this user; repeat it for several
      --user NAME=OTHER  an account that has another name here
      --user NAME=       of another program: leave this person out
      --kind KIND        the other program: ${sourceKinds.join(', ')}
      --map THERE=HERE   of another program: a folder of it and the same folder here; repeat it
      --admin NAME       of another program: this administrator stays one
      --preview          write nothing (the default)
      --json             print the result as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  apply: { type: 'boolean' },
  preview: { type: 'boolean' },
  user: { type: 'string', multiple: true },
  kind: { type: 'string' },
  map: { type: 'string', multiple: true },
  admin: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

type Values = ParsedArgs<typeof options>['values']

export async function runImport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [path, ...more] = positionals
  const isAction = path === 'list' || path === 'undo'
  const problem = isAction ? undefined : findUsageProblem(values, positionals.length)
  if (path === undefined || problem !== undefined) {
    io.err(`${problem ?? 'Specify one folder.'}\n\n${help}`)
    return exitUsage
  }
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const base = await openAppContext(loaded.config, openQuietLog(loaded, io), { creates: false })
    try {
      if (isAction) return await runImportAction(base.ctx, [path, ...more], io)
      if (await isForeign(resolve(io.cwd, path), values)) {
        return await importSource(base.ctx, parseSource(path, values, args), io)
      }
      return await importExport(base.ctx, { path, values }, io)
    } finally {
      await base.close()
    }
  } catch (error) {
    return reportError(error, io)
  }
}

function findUsageProblem({ apply, preview, kind, map = [] }: Values, paths: number) {
  if (paths !== 1) return 'Specify one folder.'
  if (apply && preview) return 'Specify --preview or --apply, not both.'
  if (kind !== undefined && !isSourceKind(kind))
    return `--kind must be one of: ${sourceKinds.join(', ')}.`
  const wrong = map.find((one) => !/^[^=]+=[^=]+$/.test(one))
  return wrong === undefined ? undefined : `"${wrong}" is no pair of folders: --map THERE=HERE.`
}

const isSourceKind = (kind: string): kind is SourceKind =>
  sourceKinds.some((known) => known === kind)

/** An export of Quire is a folder with a header. */
async function isForeign(path: string, { kind, map, admin }: Values): Promise<boolean> {
  if (kind !== undefined || map !== undefined || admin !== undefined) return true
  const { findSourceFile } = await import('../../ingest/importing/sources/open-source')
  return !existsSync(join(path, 'export.json')) && findSourceFile(path, undefined) !== undefined
}

function parseSource(path: string, values: Values, args: readonly string[]) {
  const { kind, map = [], user = [], admin = [] } = values
  const given = args.filter((one) => one !== '--preview' && one !== '--json')
  return {
    path,
    kind: kind as SourceKind | undefined,
    applies: values.apply === true,
    isJson: values.json === true,
    folders: map.map((one) => {
      const [from = '', to = ''] = one.split('=')
      return { from: toForeignPath(from), to: resolve(to) }
    }),
    users: parseUsers(user),
    admins: new Set(admin),
    command: `quire import ${[...given, '--apply'].map(quoteArgument).join(' ')}`,
  }
}

const quoteArgument = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

async function importExport(
  ctx: Context,
  { path, values }: { path: string; values: Values },
  io: CommandIo,
): Promise<number> {
  const { importReading } = await import('../../admin/transfer/import/import-reading')
  const applies = values.apply === true
  try {
    const users = parseUsers(values.user ?? [])
    const report = await importReading(ctx, { folder: resolve(io.cwd, path), users, applies })
    io.out(values.json ? formatJson(report, applies) : formatReport(report, applies))
    return exitOk
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ImportRefused') throw error
    io.err(`${error.message}\n`)
    return exitRefused
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
