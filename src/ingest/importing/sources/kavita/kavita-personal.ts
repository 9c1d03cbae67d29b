/** Ratings, reviews, want-to-read lists and bookmarks of Kavita. */
import type { ForeignBookmark, ForeignPersonal, ForeignRating } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asId, asInstant, asInteger, asReal, asText } from '../values/foreign-values'
import type { ChapterPages, KavitaChapters } from './kavita-chapters'

export function* readKavitaPersonal(
  db: ForeignDatabase,
  chapters: KavitaChapters,
): Generator<ForeignPersonal> {
  for (const row of db.rows('AppUserRating', ratingColumns, order)) {
    const seriesId = asId(row.SeriesId)
    const rating = seriesId === null ? undefined : readRating(row)
    if (rating) yield { ...rating, item: { kind: 'series', foreignId: seriesId! } }
  }
  for (const row of db.rows('AppUserChapterRating', ratingColumns, order)) {
    const bookId = findOnlyFile(row, chapters)
    const rating = bookId === undefined ? undefined : readRating(row)
    if (rating) {
      const foreignId = `chapter/${rating.foreignId}`
      yield { ...rating, foreignId, item: { kind: 'book', foreignId: bookId! } }
    }
  }
  yield* readWanted(db)
  for (const row of db.rows('AppUserBookmark', bookmarkColumns, order)) {
    const bookmark = readBookmark(row, chapters)
    if (bookmark) yield bookmark
  }
}

const order = { orderBy: ['AppUserId', 'Id'] }
const ratingColumns = [
  'Id',
  'AppUserId',
  'SeriesId',
  'ChapterId',
  'Rating',
  'HasBeenRated',
  'Review',
  'LastModifiedUtc',
] as const

type RatingRow = ForeignRow<(typeof ratingColumns)[number]>

const maxStars = 5

/** Returns undefined for a row with neither stars nor a review. */
function readRating(row: RatingRow): Omit<ForeignRating, 'item'> | undefined {
  const [foreignId, personId] = [asId(row.Id), asId(row.AppUserId)]
  if (foreignId === null || personId === null) return undefined
  const stars = asReal(row.Rating) ?? 0
  // Older versions do not store whether a rating was given.
  const isRated = stars > 0 && (row.HasBeenRated === null || asBoolean(row.HasBeenRated))
  const rating = isRated
    ? Math.max(1, Math.round((Math.min(stars, maxStars) / maxStars) * 100))
    : null
  const note = asText(row.Review)?.trim() || null
  if (rating === null && note === null) return undefined
  return { kind: 'rating', foreignId, personId, rating, note, at: asInstant(row.LastModifiedUtc) }
}

/**
 * Finds the only file of a chapter. A rating of a chapter with several files does not belong to a
 * single file.
 */
function findOnlyFile(
  { ChapterId }: Pick<RatingRow, 'ChapterId'>,
  chapters: KavitaChapters,
): string | undefined {
  const [file, ...others] = chapters.get(asId(ChapterId) ?? '')?.files ?? []
  return others.length === 0 ? file?.foreignId : undefined
}

/**
 * Yields want-to-read marks. Older versions store the mark in a column of the series, for one
 * person only.
 */
function* readWanted(db: ForeignDatabase): Generator<ForeignPersonal> {
  const rows = db.has('AppUserWantToRead')
    ? db.rows('AppUserWantToRead', ['AppUserId', 'SeriesId'], order)
    : listOldWanted(db)
  for (const row of rows) {
    const [personId, seriesId] = [asId(row.AppUserId), asId(row.SeriesId)]
    if (personId === null || seriesId === null) continue
    const foreignId = `${personId}/${seriesId}`
    const item = { kind: 'series', foreignId: seriesId } as const
    yield { kind: 'wanted', foreignId, personId, item, at: null }
  }
}

function* listOldWanted(db: ForeignDatabase): Generator<ForeignRow<'AppUserId' | 'SeriesId'>> {
  for (const { Id, AppUserId } of db.rows('Series', ['Id', 'AppUserId'], order)) {
    yield { SeriesId: Id, AppUserId }
  }
}

const bookmarkColumns = ['Id', 'AppUserId', 'ChapterId', 'Page', 'CreatedUtc'] as const

/** Reads a bookmark. Page numbers start at 0 and continue through the files of a chapter. */
function readBookmark(
  row: ForeignRow<(typeof bookmarkColumns)[number]>,
  chapters: KavitaChapters,
): ForeignBookmark | undefined {
  const [foreignId, personId] = [asId(row.Id), asId(row.AppUserId)]
  const page = asInteger(row.Page)
  const place = page === null ? undefined : findPage(page, chapters.get(asId(row.ChapterId) ?? ''))
  if (foreignId === null || personId === null || !place) return undefined
  return {
    kind: 'bookmark',
    foreignId,
    personId,
    item: { kind: 'book', foreignId: place.bookId },
    page: place.page,
    locator: null,
    fraction: null,
    note: null,
    at: asInstant(row.CreatedUtc),
  }
}

/**
 * Returns undefined for a page outside the chapter, and for a place in an e-book, whose "pages" are
 * the documents it consists of.
 */
function findPage(page: number, chapter: ChapterPages | undefined) {
  const isOnly = chapter?.files.length === 1
  let before = 0
  for (const { foreignId, pageCount, isEpub } of chapter?.files ?? []) {
    const count = isOnly ? Number.POSITIVE_INFINITY : (pageCount ?? 0)
    if (page >= before && page < before + count) {
      return isEpub ? undefined : { bookId: foreignId, page: page - before + 1 }
    }
    before += count
  }
  return undefined
}

/** Counts ratings and bookmarks that are not imported. */
export function countOtherPersonal(db: ForeignDatabase, chapters: KavitaChapters) {
  const counts = { ratings: 0, bookmarks: 0 }
  for (const row of db.rows('AppUserChapterRating', ratingColumns)) {
    if (readRating(row) && findOnlyFile(row, chapters) === undefined) counts.ratings++
  }
  for (const row of db.rows('AppUserBookmark', bookmarkColumns)) {
    if (!readBookmark(row, chapters)) counts.bookmarks++
  }
  return counts
}
