/** Reading progress in YACReader. */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asInstant, asInteger } from '../values/foreign-values'
import { readInfoRows, type YacreaderFiles } from './yacreader-books'

/** YACReaderLibrary has no accounts. */
export const readerId = 'reader'

const columns = [
  'read',
  'hasBeenOpened',
  'currentPage',
  'numPages',
  'lastTimeOpened',
  'added',
] as const
type InfoRow = ForeignRow<(typeof columns)[number]>

export function* readYacreaderReadings(
  db: ForeignDatabase,
  files: YacreaderFiles,
): Generator<ForeignReading> {
  const latest = findLatest(db)
  for (const [id, row] of readInfoRows(db, columns)) {
    const reading = readOne(row, latest)
    if (!reading) continue
    for (const bookId of files.get(id) ?? []) {
      yield { foreignId: bookId, personId: readerId, bookId, device: null, ...reading }
    }
  }
}

/** Counts read and started comics that are not imported because they have no time. */
export function countUndatedReadings(db: ForeignDatabase): { read: number; begun: number } {
  const latest = findLatest(db)
  const counts = { read: 0, begun: 0 }
  for (const [, row] of readInfoRows(db, columns)) {
    if (findTime(row) !== null) continue
    if (asBoolean(row.read)) counts.read += latest === null ? 1 : 0
    else if (isBegun(row)) counts.begun++
  }
  return counts
}

/**
 * Finds the time of a reading. A comic can be marked as read without being opened. In this case,
 * the time at which it was added is used.
 */
const findTime = ({ lastTimeOpened, added }: InfoRow) =>
  asInstant(lastTimeOpened) ?? asInstant(added)

/**
 * Returns the latest time in the database. Comics that are marked as read without a time were read
 * before then.
 */
function findLatest(db: ForeignDatabase): Date | null {
  let latest: Date | null = null
  for (const { lastTimeOpened, added } of db.rows('comic_info', ['lastTimeOpened', 'added'])) {
    for (const time of [asInstant(lastTimeOpened), asInstant(added)]) {
      if (time !== null && (latest === null || time > latest)) latest = time
    }
  }
  return latest
}

const isBegun = ({ hasBeenOpened, currentPage }: InfoRow) =>
  asBoolean(hasBeenOpened) || (asInteger(currentPage) ?? 0) > 1

function readOne(
  row: InfoRow,
  latest: Date | null,
): Pick<ForeignReading, 'completions' | 'position'> | undefined {
  const at = findTime(row)
  if (asBoolean(row.read)) {
    const completedAt = at ?? latest
    if (completedAt === null) return undefined
    // The time is that of the last visit, which may be long after the comic was finished.
    return { completions: [{ startedAt: null, completedAt, isUndated: true }], position: null }
  }
  if (at === null || !isBegun(row)) return undefined
  const page = Math.max(asInteger(row.currentPage) ?? 1, 1)
  const pageCount = asInteger(row.numPages) ?? 0
  const fraction = pageCount > 0 ? Math.min(page / pageCount, 1) : null
  return { completions: [], position: { page, fraction, locator: null, startedAt: null, at } }
}
