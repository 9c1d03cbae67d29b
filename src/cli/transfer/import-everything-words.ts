/** Arguments and results of a full import. */
import { isAbsolute, normalize } from 'node:path'
import type { EverythingReport } from '../../admin/transfer/everything/import-everything'
import type { FolderMap } from '../../admin/transfer/everything/map-folders'
import { ImportRefused } from '../../admin/transfer/files/line-reader'

/** Parses folder mappings. Returns undefined if a value is not a pair of absolute folders. */
export function parseMaps(given: readonly string[]): FolderMap[] | undefined {
  const maps = given.map((one) => {
    const [from = '', to = '', ...more] = one.split('=')
    return more.length === 0 && isAbsolute(from) && isAbsolute(to)
      ? { from: cleanFolder(from), to: cleanFolder(to) }
      : undefined
  })
  return maps.every((map) => map !== undefined) ? maps : undefined
}

const cleanFolder = (path: string) => normalize(path).replace(/(?<=.)\/$/, '')

interface Fitting {
  isWhole: boolean
  maps: readonly FolderMap[]
  users: readonly string[]
}

/** Throws `ImportRefused` for options that do not apply to this export. */
export function requireFitting({ isWhole, maps, users }: Fitting) {
  if (isWhole && users.length > 0) {
    throw new ImportRefused(
      'This is an export of everything, which belongs to all users. To add the data of one user, use --reading --user NAME.',
    )
  }
  if (!isWhole && maps.length > 0) {
    throw new ImportRefused(
      'Folders are only mapped when everything is imported. Books are found by their content.',
    )
  }
}

const maxNamed = 10

export function formatEverything(report: EverythingReport, applied: boolean): string {
  const { records, covers, missingFolders, withoutPassword } = report
  const { users = 0, libraries = 0, books = 0, events = 0 } = records
  const parts = [
    `Users: ${users}, libraries: ${libraries}, books: ${books}, reading events: ${events}, covers: ${covers}.`,
    ...(missingFolders.length > 0
      ? [
          `Folders that are not here: ${missingFolders.join(', ')}. Specify where they are with --map OLD=NEW, or make them available before the server starts.`,
        ]
      : []),
    ...(withoutPassword.length > 0
      ? [
          `Users who need a new password: ${listNames(withoutPassword)}. Set it with "quire user set-password NAME".`,
        ]
      : []),
    applied ? 'Imported.' : 'Nothing was changed. Add --apply to import.',
  ]
  return `${parts.join('\n')}\n`
}

function listNames(names: readonly string[]) {
  const rest = names.length - maxNamed
  return `${names.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
