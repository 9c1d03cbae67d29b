/** Reading progress in Kavita: one row for each person and chapter. */
import type { ForeignReading } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asId, asInstant, asLocalInstant, asInteger } from '../values/foreign-values'
import type { ChapterPages, KavitaChapters } from './kavita-chapters'

const columns = [
  'Id',
  'AppUserId',
  'ChapterId',
  'PagesRead',
  'CreatedUtc',
  'Created',
  'LastModifiedUtc',
  'LastModified',
  'TotalReads',
] as const
type ProgressRow = ForeignRow<(typeof columns)[number]>

/** Maximum number of rows of one chapter that are converted to readings in one batch. */
const rowsAtOnce = 1000

export function* readKavitaReadings(
  db: ForeignDatabase,
  chapters: KavitaChapters,
): Generator<ForeignReading> {
  let chapterId: string | null = null
  let rows: ProgressRow[] = []
  const order = { orderBy: ['ChapterId', 'AppUserId', 'Id'] }
  for (const row of db.rows('AppUserProgresses', columns, order)) {
    const id = asId(row.ChapterId)
    if (id !== chapterId || rows.length === rowsAtOnce) {
      yield* readChapter(rows, chapters.get(chapterId ?? ''))
      rows = []
    }
    chapterId = id
    rows.push(row)
  }
  yield* readChapter(rows, chapters.get(chapterId ?? ''))
}

/** Yields the readings of a chapter. Readings of the same file are adjacent. */
function* readChapter(
  rows: readonly ProgressRow[],
  chapter: ChapterPages | undefined,
): Generator<ForeignReading> {
  if (!chapter) return
  const isOnly = chapter.files.length === 1
  let before = 0
  for (const file of chapter.files) {
    const pageCount = isOnly ? chapter.pageCount : (file.pageCount ?? 0)
    const part = { ...file, before, pageCount, isOnly, total: chapter.pageCount }
    for (const row of rows) {
      const reading = readPart(row, part)
      if (reading) yield reading
    }
    before += pageCount
  }
}

interface Part {
  foreignId: string
  isEpub: boolean
  /** Whether the chapter has no other file. */
  isOnly: boolean
  /** Number of pages in the files before this one. */
  before: number
  pageCount: number
  /** Number of pages in the chapter. */
  total: number
}

/**
 * Reads the progress in one file of a chapter. "Pages read" is the number of the open page in the
 * chapter, starting at 0. At the end, it is the number of pages. It is also 0 after a person marked
 * a chapter as unread.
 */
function readPart(row: ProgressRow, part: Part): ForeignReading | undefined {
  const [personId, pagesRead] = [asId(row.AppUserId), asInteger(row.PagesRead)]
  const at = readTime(row.LastModifiedUtc, row.LastModified)
  if (personId === null || pagesRead === null || pagesRead <= 0 || at === null) return undefined
  const created = readTime(row.CreatedUtc, row.Created)
  const startedAt = created !== null && created < at ? created : null
  const bookId = part.foreignId
  const common = { foreignId: `${personId}/${bookId}`, personId, bookId, device: null }
  if (isFinished(pagesRead, part)) {
    return { ...common, completions: [{ startedAt, completedAt: at }], position: null }
  }
  const place = readPlace(pagesRead - part.before, part)
  if (!place) return undefined
  return { ...common, completions: [], position: { ...place, locator: null, startedAt, at } }
}

const isFinished = (pagesRead: number, { total, pageCount, before }: Part) =>
  (total > 0 && pagesRead >= total) || (pageCount > 0 && pagesRead - before >= pageCount)

/** Reads the position in a file. "Pages" of e-books are the documents that they consist of. */
function readPlace(open: number, { isEpub, isOnly, pageCount }: Part) {
  // A later file counts as started from its second page on, because its first page is open when the
  // previous file has been read.
  if (open <= 0 || (!isOnly && pageCount === 0)) return undefined
  if (isEpub) return { page: null, fraction: pageCount > 0 ? open / pageCount : 0 }
  const fraction = pageCount > 0 ? Math.min((open + 1) / pageCount, 1) : null
  return { page: open + 1, fraction }
}

/**
 * Reads a time. Rows of older versions only contain a time in the time zone of the server, which is
 * assumed to be that of this machine.
 */
const readTime = (utc: ProgressRow['CreatedUtc'], local: ProgressRow['Created']): Date | null =>
  asInstant(utc) ?? asLocalInstant(local)

/** Counts earlier readings. They are not imported, because Kavita stores only their number. */
export function countEarlierReadings(db: ForeignDatabase, chapters: KavitaChapters): number {
  let count = 0
  for (const row of db.rows('AppUserProgresses', ['ChapterId', 'PagesRead', 'TotalReads'])) {
    const chapter = chapters.get(asId(row.ChapterId) ?? '')
    const isRead = chapter && (asInteger(row.PagesRead) ?? 0) >= chapter.pageCount
    count += Math.max((asInteger(row.TotalReads) ?? 0) - (isRead ? 1 : 0), 0)
  }
  return count
}
