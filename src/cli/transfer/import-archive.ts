/** `quire import` for an export of Quire: either of user data or of everything. */
import type { ImportReport } from '../../admin/transfer/import/import-state'
import type { FolderMap } from '../../admin/transfer/everything/map-folders'
import type { Context } from '../../context'
import type { Config } from '../../platform/config/model'
import type { Log } from '../../platform/log/log'
import type { CommandIo } from '../config'
import { parseUsers } from './import-users'
import { formatEverything, requireFitting } from './import-everything-words'

export interface ArchiveImport {
  path: string
  maps: FolderMap[]
  users: readonly string[]
  /** Imports only the user data from a full export. */
  isReadingOnly: boolean
  applies: boolean
  isJson: boolean
}

/** Throws `ImportRefused` if the archive cannot be imported. */
export async function importArchive(
  { config, log }: { config: Config; log: Log },
  given: ArchiveImport,
  io: CommandIo,
) {
  const { openAppContext } = await import('../server/app-context')
  const { withUnpacked } = await import('./open-archive')
  await withUnpacked(config, given.path, async ({ folder, isEverything }) => {
    const isWhole = isEverything && !given.isReadingOnly
    requireFitting({ ...given, isWhole })
    // No other process may use an installation while it is being filled.
    const lock = { runsJobs: isWhole, purpose: 'importing' }
    const base = await openAppContext(config, log, { creates: false, ...lock })
    try {
      const answer = isWhole
        ? await importWhole(base.ctx, folder, given)
        : await importReadingOf(base.ctx, folder, given)
      io.out(given.isJson ? answer.json : answer.words)
    } finally {
      await base.close()
    }
  })
}

async function importReadingOf(ctx: Context, folder: string, { users, applies }: ArchiveImport) {
  const { importReading } = await import('../../admin/transfer/import/import-reading')
  const report = await importReading(ctx, { folder, users: parseUsers(users), applies })
  return { json: formatJson(report, applies), words: formatReport(report, applies) }
}

/**
 * Throws if other processes use the database. On SQLite, the lock on the data folder excludes them.
 */
async function requireAlone({ config, db }: Context) {
  if (config.database.type !== 'postgres') return
  const { countOtherProcesses } = await import('../../platform/db/postgres/other-processes')
  if ((await countOtherProcesses(db)) === 0) return
  const { ImportRefused } = await import('../../admin/transfer/files/line-reader')
  throw new ImportRefused(
    'A server, worker or command is using the database. Stop it, and import again. Nothing was imported.',
  )
}

async function importWhole(ctx: Context, folder: string, { maps, applies }: ArchiveImport) {
  const { importEverything } = await import('../../admin/transfer/everything/import-everything')
  const { exportKinds: kinds } = await import('./kinds/export-kinds')
  await requireAlone(ctx)
  const { isCoverFile: isCover } = await import('./kinds/file-checks')
  const report = await importEverything(ctx, { kinds, folder, maps, isCover, applies })
  return {
    json: `${JSON.stringify({ ...report, applied: applies })}\n`,
    words: formatEverything(report, applies),
  }
}

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
  return `Books that are not here: ${waiting.length}. Their reading data is kept, and is added when a scan finds them:${named.join('')}${more}`
}
