/** Reading progress in Codex: the current position, and a log of completions. */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { parseProgression } from '../values/foreign-locator'
import {
  asBoolean,
  asId,
  asInstant,
  asInteger,
  asReal,
  asText,
  type Value,
} from '../values/foreign-values'
import type { CodexBook } from './codex-books'

type Completion = ForeignReading['completions'][number]
/**
 * A row for the current pass. It is deleted when the book is marked as unread, so that only
 * completions remain.
 */
type Progress = ForeignRow<(typeof progressColumns)[number]>

interface OfBook<Content> {
  /** Sorts in the same order as the database. */
  key: string
  personId: string
  bookId: string
  content: Content
}

const order = { orderBy: ['book_id', 'user_id'] }
const progressColumns = [
  'book_id',
  'user_id',
  'current_page',
  'progress_percentage',
  'completed',
  'started_at',
  'updated_at',
  'completed_at',
  'r2_progression',
] as const

const noBook: CodexBook = { pageCount: null, isEpub: false }

export function* readCodexReadings(
  db: ForeignDatabase,
  books: ReadonlyMap<string, CodexBook>,
): Generator<ForeignReading> {
  for (const [done, progress] of joinByKey(readCompletions(db), readProgress(db))) {
    const { personId, bookId } = done ?? progress!
    const book = books.get(bookId) ?? noBook
    const { completions, position } = combine(done?.content ?? [], progress?.content, book)
    if (completions.length === 0 && position === null) continue
    const foreignId = `${personId}/${bookId}`
    yield { foreignId, personId, bookId, completions, position, device: null }
  }
}

function combine(
  logged: readonly Completion[],
  row: Progress | undefined,
  book: CodexBook,
): Pick<ForeignReading, 'completions' | 'position'> {
  const isCompleted = row !== undefined && asBoolean(row.completed)
  const last = isCompleted ? readLastCompletion(row, logged) : undefined
  const completions = last ? [...logged, last] : [...logged]
  completions.sort((one, other) => one.completedAt.getTime() - other.completedAt.getTime())
  return { completions, position: row && !isCompleted ? readPosition(row, book) : null }
}

/** Yields completions. Those of one person and book are combined into one entry. */
function* readCompletions(db: ForeignDatabase): Generator<OfBook<Completion[]>> {
  const columns = ['book_id', 'user_id', 'started_at', 'completed_at'] as const
  let current: OfBook<Completion[]> | undefined
  for (const row of db.rows('read_completions', columns, order)) {
    const place = readPlace(row)
    const completedAt = asInstant(row.completed_at)
    if (!place || completedAt === null) continue
    if (current && current.key !== place.key) yield current
    if (current?.key !== place.key) current = { ...place, content: [] }
    const startedAt = beforeOrNull(asInstant(row.started_at), completedAt)
    if (current.content.length < maxPasses) current.content.push({ startedAt, completedAt })
  }
  if (current) yield current
}

/** Maximum number of readings per person and book. Further ones are not read. */
const maxPasses = 1000

function* readProgress(db: ForeignDatabase): Generator<OfBook<Progress>> {
  for (const row of db.rows('read_progress', progressColumns, order)) {
    const place = readPlace(row)
    if (place) yield { ...place, content: row }
  }
}

function readPlace(row: ForeignRow<'book_id' | 'user_id'>) {
  const [bookId, personId] = [asId(row.book_id), asId(row.user_id)]
  if (bookId === null || personId === null) return undefined
  return { key: `${bookId} ${personId}`, personId, bookId }
}

/** Joins two sorted sequences. Items that are out of order are returned, but not joined. */
function* joinByKey<One, Other>(
  ones: Generator<OfBook<One>>,
  others: Generator<OfBook<Other>>,
): Generator<[OfBook<One> | undefined, OfBook<Other> | undefined]> {
  try {
    let one = ones.next().value as OfBook<One> | undefined
    let other = others.next().value as OfBook<Other> | undefined
    while (one || other) {
      const takesOne = one !== undefined && (!other || one.key <= other.key)
      const takesOther = other !== undefined && (!one || other.key <= one.key)
      yield [takesOne ? one : undefined, takesOther ? other : undefined]
      if (takesOne) one = ones.next().value as OfBook<One> | undefined
      if (takesOther) other = others.next().value as OfBook<Other> | undefined
    }
  } finally {
    ones.return(undefined)
    others.return(undefined)
  }
}

const sameReadingMs = 86_400_000

/**
 * Reads the last completion, because older versions have no log. Returns undefined if the log
 * contains this completion.
 */
function readLastCompletion(row: Progress, known: readonly Completion[]): Completion | undefined {
  const completedAt = asInstant(row.completed_at) ?? asInstant(row.updated_at)
  if (completedAt === null) return undefined
  const isKnown = known.some(
    (one) => Math.abs(one.completedAt.getTime() - completedAt.getTime()) < sameReadingMs,
  )
  if (isKnown) return undefined
  return { startedAt: beforeOrNull(asInstant(row.started_at), completedAt), completedAt }
}

const beforeOrNull = (time: Date | null, end: Date) => (time !== null && time < end ? time : null)

function readPosition(row: Progress, { pageCount, isEpub }: CodexBook): ForeignReading['position'] {
  const at = asInstant(row.updated_at)
  const page = asInteger(row.current_page)
  if (at === null) return null
  const times = { startedAt: beforeOrNull(asInstant(row.started_at), at), at }
  const isPage = page !== null && page >= 1
  const ofPage = isPage && pageCount !== null ? Math.min(page / pageCount, 1) : null
  if (!isEpub) return isPage ? { ...times, page, fraction: ofPage, locator: null } : null
  const locator = parseProgression(asText(row.r2_progression) ?? '')
  const fraction =
    asFraction(row.progress_percentage) ??
    asFraction(locator?.locations.totalProgression as Value | undefined) ??
    ofPage
  return fraction === null ? null : { ...times, page: null, fraction, locator }
}

function asFraction(value: Value | undefined): number | null {
  const number = asReal(value)
  return number === null || number < 0 ? null : Math.min(number, 1)
}
