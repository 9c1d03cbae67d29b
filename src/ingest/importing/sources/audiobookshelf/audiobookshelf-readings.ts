/**
 * Reading progress in e-books of Audiobookshelf. If a book has an e-book and audio, one row stores
 * the progress in both.
 */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asId, asInstant, asInteger, asReal } from '../values/foreign-values'
import type { Ebook, Ebooks } from './audiobookshelf-books'

const columns = [
  'userId',
  'mediaItemId',
  'duration',
  'currentTime',
  'isFinished',
  'ebookLocation',
  'ebookProgress',
  'finishedAt',
  'createdAt',
  'updatedAt',
] as const

type ProgressRow = ForeignRow<(typeof columns)[number]>

export function* readAudiobookshelfReadings(
  db: ForeignDatabase,
  { byId }: Ebooks,
): Generator<ForeignReading> {
  const order = { orderBy: ['mediaItemId', 'userId', 'updatedAt'] }
  // A damaged database can have several rows for one person and book. The newest one counts.
  let newest: ForeignReading | undefined
  for (const row of db.rows('mediaProgresses', columns, order)) {
    const [personId, bookId] = [asId(row.userId), asId(row.mediaItemId)]
    const book = bookId === null ? undefined : byId.get(bookId)
    if (personId === null || bookId === null || !book) continue
    const foreignId = `${personId}/${bookId}`
    const reading = isFinished(row) ? readCompletion(row) : readPosition(row, book)
    if (!reading) continue
    if (newest && newest.foreignId !== foreignId) yield newest
    newest = { foreignId, personId, bookId, device: null, ...reading }
  }
  if (newest) yield newest
}

/** From this share on, an e-book that also has audio counts as read to the end. */
const readShare = 0.9

/**
 * Returns true for a finished e-book. A person who listened to the audio to the end has not read
 * the e-book.
 */
const isFinished = (row: ProgressRow) => asBoolean(row.isFinished) && !isOfAudio(row)

const isOfAudio = ({ duration, ebookProgress }: ProgressRow) =>
  (asReal(duration) ?? 0) > 0 && (asReal(ebookProgress) ?? 0) < readShare

/** Counts the rows with listening progress, including those of podcasts. */
export function countHeard(db: ForeignDatabase, { byId }: Ebooks): number {
  let count = 0
  for (const row of db.rows('mediaProgresses', columns)) {
    const isEbook = byId.has(asId(row.mediaItemId) ?? '')
    const hasHeard = asBoolean(row.isFinished) || (asReal(row.currentTime) ?? 0) > 0
    if (hasHeard && (!isEbook || isOfAudio(row))) count++
  }
  return count
}

type Read = Pick<ForeignReading, 'completions' | 'position'>

function readCompletion({ finishedAt, createdAt, updatedAt }: ProgressRow): Read | undefined {
  const exact = asInstant(finishedAt)
  const completedAt = exact ?? asInstant(updatedAt)
  if (!completedAt) return undefined
  const startedAt = beforeOrNull(asInstant(createdAt), completedAt)
  const isUndated = exact === null
  return {
    completions: [{ startedAt, completedAt, ...(isUndated && { isUndated }) }],
    position: null,
  }
}

/**
 * Reads the position in an e-book. Comics and PDFs have a page number, which starts at 1. A place
 * in reflowable text is only a fraction.
 */
function readPosition(row: ProgressRow, { isEpub }: Ebook): Read | undefined {
  const at = asInstant(row.updatedAt)
  const share = asReal(row.ebookProgress) ?? 0
  const page = isEpub ? null : asInteger(row.ebookLocation)
  const isBegun = share > 0 || (page !== null && page > 1)
  if (!at || !isBegun) return undefined
  const position = {
    page: page !== null && page >= 1 ? page : null,
    fraction: share > 0 ? Math.min(share, 1) : null,
    locator: null,
    startedAt: beforeOrNull(asInstant(row.createdAt), at),
    at,
  }
  return { completions: [], position }
}

const beforeOrNull = (time: Date | null, end: Date) => (time !== null && time < end ? time : null)
