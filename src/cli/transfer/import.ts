/** `quire import`: adds what users made from an export. */
import { resolve } from 'node:path'
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { ImportReport } from '../../admin/transfer/import/import-state'
import type { CommandIo } from '../config'
import { exitOk, exitRefused, exitUsage } from '../exit-codes'
import { loadSettings, openQuietLog, reportError } from '../server/command'
import { parseCommandArgs } from '../arguments'

const help = `Usage: quire import FOLDER            show what an import would do
       quire import FOLDER --apply    add what "quire export" wrote into this folder

An import only adds: the newest position wins, and nothing is deleted. Importing again changes nothing.

      --user NAME        only this user; repeat it for several
      --user NAME=OTHER  the same, for an account that has another name here
      --json             print the result as JSON
${configFlagsHelp}`

const options = {
  ...configFlags,
  apply: { type: 'boolean' },
  user: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export async function runImport(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseCommandArgs(args, io, { options, help, takesWords: true })
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) {
    io.err(`Specify one folder.\n\n${help}`)
    return exitUsage
  }
  const applies = values.apply === true
  try {
    const loaded = loadSettings(values, io)
    const { openAppContext } = await import('../server/app-context')
    const { importReading } = await import('../../admin/transfer/import/import-reading')
    const base = await openAppContext(loaded.config, openQuietLog(loaded, io), { creates: false })
    try {
      const users = parseUsers(values.user ?? [])
      const report = await importReading(base.ctx, {
        folder: resolve(io.cwd, folder),
        users,
        applies,
      })
      io.out(values.json ? formatJson(report, applies) : formatReport(report, applies))
      return exitOk
    } finally {
      await base.close()
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ImportRefused') return reportError(error, io)
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
