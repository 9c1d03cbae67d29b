/** Ratings and want-to-read lists of Codex. It has no bookmarks. */
import type { ForeignItem, ForeignPersonal } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInstant, asReal, asText, type Value } from '../values/foreign-values'

export function* readCodexPersonal(db: ForeignDatabase): Generator<ForeignPersonal> {
  yield* readRatings(db)
  yield* readWanted(db)
}

function* readRatings(db: ForeignDatabase): Generator<ForeignPersonal> {
  const columns = ['user_id', 'series_id', 'rating', 'notes', 'updated_at'] as const
  for (const row of db.rows('user_series_ratings', columns, { orderBy: ['user_id', 'id'] })) {
    const [personId, seriesId] = [asId(row.user_id), asId(row.series_id)]
    const rating = toRating(row.rating)
    const note = asText(row.notes)?.trim() || null
    if (personId === null || seriesId === null || (rating === null && note === null)) continue
    const item = { kind: 'series', foreignId: seriesId } as const
    const foreignId = `${personId}/${seriesId}`
    yield { kind: 'rating', foreignId, personId, item, rating, note, at: asInstant(row.updated_at) }
  }
}

function toRating(value: Value): number | null {
  const rating = Math.round(asReal(value) ?? 0)
  return rating < 1 ? null : Math.min(rating, 100)
}

function* readWanted(db: ForeignDatabase): Generator<ForeignPersonal> {
  const columns = ['user_id', 'series_id', 'book_id', 'added_at'] as const
  const orderBy = ['user_id', 'position', 'added_at']
  for (const row of db.rows('want_to_read', columns, { orderBy })) {
    const personId = asId(row.user_id)
    const item = toItem(asId(row.series_id), asId(row.book_id))
    if (personId === null || !item) continue
    const foreignId = `${personId}/${item.kind}/${item.foreignId}`
    yield { kind: 'wanted', foreignId, personId, item, at: asInstant(row.added_at) }
  }
}

function toItem(seriesId: string | null, bookId: string | null): ForeignItem | undefined {
  if (seriesId !== null) return { kind: 'series', foreignId: seriesId }
  return bookId === null ? undefined : { kind: 'book', foreignId: bookId }
}
