/**
 * Readings of Stump. Older versions have one table for open readings and one for finished readings.
 * Newer versions store sessions with the number of the reading. The table of sessions can have the
 * same name as the older table for open readings, so the columns show which version it is.
 */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asId, asInstant, asInteger, asReal, asText, type Value } from '../values/foreign-values'
import type { StumpBook } from './stump-books'

interface Pass {
  startedAt: Date | null
  completedAt: Date | null
  position: { page: number | null; fraction: number | null; at: Date } | null
}

/** Passes of one person and book, by the number of the reading. */
interface Read {
  personId: string
  bookId: string
  passes: Map<number, Pass>
}

const sessionTables = ['reading_sessions', 'reading_sessions_v2'] as const
/** Maximum number of readings per person and book. Further ones are not read. */
const maxPasses = 1000

export function readStumpReadings(
  db: ForeignDatabase,
  books: ReadonlyMap<string, StumpBook>,
): ForeignReading[] {
  const reads = new Map<string, Read>()
  readFinished(db, reads)
  for (const table of sessionTables) {
    if (db.has(table, 'readthrough_number')) readSessions(db, table, reads)
    else readOpen(db, table, reads)
  }
  const resets = readResets(db)
  const readings = reads
    .values()
    .flatMap((read) => toReading(read, books.get(read.bookId), resets))
    .toArray()
  return Map.groupBy(readings, ({ bookId }) => bookId)
    .values()
    .toArray()
    .flat()
}

function findRead(reads: Map<string, Read>, person: Value, book: Value): Read | undefined {
  const [personId, bookId] = [asId(person), asId(book)]
  if (personId === null || bookId === null) return undefined
  const key = `${personId}/${bookId}`
  const known = reads.get(key) ?? { personId, bookId, passes: new Map() }
  reads.set(key, known)
  return known
}

function readFinished(db: ForeignDatabase, reads: Map<string, Read>) {
  const columns = ['media_id', 'user_id', 'started_at', 'completed_at'] as const
  for (const row of db.rows('finished_reading_sessions', columns)) {
    const completedAt = asInstant(row.completed_at)
    const passes = findRead(reads, row.user_id, row.media_id)?.passes
    if (!passes || completedAt === null || passes.size >= maxPasses) continue
    // Negative keys cannot collide with reading numbers, which start at 1.
    passes.set(-1 - passes.size, {
      startedAt: asInstant(row.started_at),
      completedAt,
      position: null,
    })
  }
}

const openColumns = [
  'media_id',
  'user_id',
  'page',
  'percentage_completed',
  'started_at',
  'updated_at',
] as const

function readOpen(db: ForeignDatabase, table: string, reads: Map<string, Read>) {
  for (const row of db.rows(table, openColumns)) {
    const [startedAt, at] = [asInstant(row.started_at), asInstant(row.updated_at)]
    const read = findRead(reads, row.user_id, row.media_id)
    if (!read || at === null) continue
    const place = { page: asInteger(row.page), fraction: asFraction(row.percentage_completed) }
    read.passes.set(Number.MAX_SAFE_INTEGER, {
      startedAt,
      completedAt: null,
      position: { ...place, at },
    })
  }
}

const sessionColumns = [
  'media_id',
  'user_id',
  'readthrough_number',
  'status',
  'end_page',
  'end_percentage',
  'created_at',
  'updated_at',
] as const

const finishedWords: ReadonlySet<string> = new Set(['finished', 'completed', 'complete'])

function readSessions(db: ForeignDatabase, table: string, reads: Map<string, Read>) {
  for (const row of db.rows(table, sessionColumns)) {
    const session = readSession(row)
    const passes = findRead(reads, row.user_id, row.media_id)?.passes
    const number = asInteger(row.readthrough_number) ?? 1
    if (!session || !passes || (passes.size >= maxPasses && !passes.has(number))) continue
    passes.set(number, addSession(passes.get(number), session))
  }
}

function readSession(row: ForeignRow<(typeof sessionColumns)[number]>): Pass | undefined {
  const startedAt = asInstant(row.created_at)
  const at = asInstant(row.updated_at) ?? startedAt
  if (at === null) return undefined
  const isFinished = finishedWords.has(asText(row.status, 40)?.toLowerCase() ?? '')
  const position = { page: asInteger(row.end_page), fraction: asFraction(row.end_percentage), at }
  return { startedAt, completedAt: isFinished ? at : null, position }
}

function addSession(known: Pass | undefined, session: Pass): Pass {
  if (!known) return session
  const isNewer = findTime(session) >= findTime(known)
  return {
    startedAt: findEarlier(known.startedAt, session.startedAt),
    completedAt: session.completedAt ?? known.completedAt,
    position: isNewer ? session.position : known.position,
  }
}

const findEarlier = (one: Date | null, other: Date | null) =>
  one && (!other || one < other) ? one : other

/** Reads the times at which people marked books as unread. */
function readResets(db: ForeignDatabase): Map<string, Date> {
  const resets = new Map<string, Date>()
  for (const row of db.rows('reading_progress_resets', ['user_id', 'media_id', 'reset_at'])) {
    const [personId, bookId, at] = [asId(row.user_id), asId(row.media_id), asInstant(row.reset_at)]
    if (personId !== null && bookId !== null && at !== null) resets.set(`${personId}/${bookId}`, at)
  }
  return resets
}

const findTime = ({ completedAt, position }: Pass) =>
  Math.max(completedAt?.getTime() ?? 0, position?.at.getTime() ?? 0)

/**
 * Keeps the position of the last pass, unless that pass was finished or the book has since been
 * marked as unread.
 */
function toReading(
  { personId, bookId, passes }: Read,
  book: StumpBook | undefined,
  resets: ReadonlyMap<string, Date>,
) {
  const foreignId = `${personId}/${bookId}`
  const sorted = [...passes.values()].toSorted((one, other) => findTime(one) - findTime(other))
  const completions = sorted.flatMap(({ startedAt, completedAt }) =>
    completedAt ? { startedAt: beforeOrNull(startedAt, completedAt), completedAt } : [],
  )
  completions.sort((one, other) => one.completedAt.getTime() - other.completedAt.getTime())
  const last = sorted.at(-1)
  const isReset = last !== undefined && findTime(last) <= (resets.get(foreignId)?.getTime() ?? 0)
  const position = last && !last.completedAt && !isReset ? toPosition(last, book) : null
  if (completions.length === 0 && position === null) return []
  return [{ foreignId, personId, bookId, completions, position, device: null }]
}

const beforeOrNull = (time: Date | null, end: Date) => (time !== null && time < end ? time : null)

function toPosition(
  { startedAt, position }: Pass,
  { pageCount, isEpub }: StumpBook = { pageCount: null, isEpub: false },
): ForeignReading['position'] {
  if (!position) return null
  const { at, fraction } = position
  const page = !isEpub && position.page !== null && position.page >= 1 ? position.page : null
  const ofPage = page !== null && pageCount !== null ? Math.min(page / pageCount, 1) : null
  if (page === null && fraction === null) return null
  const times = { startedAt: beforeOrNull(startedAt, at), at }
  return { ...times, page, fraction: ofPage ?? fraction, locator: null }
}

function asFraction(value: Value): number | null {
  const number = asReal(value)
  return number === null || number <= 0 ? null : Math.min(number, 1)
}
