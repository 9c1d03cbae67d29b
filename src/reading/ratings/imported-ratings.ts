/**
 * Adds and removes ratings and notes imported from other programs. Ratings and notes that existed
 * before are kept.
 */
import { and, eq, or } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { type RatedItem, type RatingRow, storeRating } from './queries'
import { ratings } from './schema'

export interface ImportedRating {
  item: RatedItem
  /** 1 to 100, or null for a note without a rating. */
  rating: number | null
  note: string | null
  at: Date
}

/** Values that an import set, or null for values that it left unchanged. */
type AddedRating = Pick<ImportedRating, 'rating' | 'note'>

export interface PlannedRating {
  imported: ImportedRating
  known: RatingRow | undefined
  added: AddedRating
  outcome: 'new' | 'same' | 'older'
}

/**
 * `userId` is null for an account that does not exist yet. `given` contains each item only once.
 */
export async function planImportedRatings(
  db: Db,
  userId: string | null,
  given: readonly ImportedRating[],
): Promise<PlannedRating[]> {
  const known = userId === null ? new Map<string, RatingRow>() : await loadRows(db, userId, given)
  return given.map((imported) => {
    const row = known.get(imported.item.id)
    const added = {
      rating: (row?.rating ?? null) === null ? imported.rating : null,
      note: (row?.note ?? null) === null ? imported.note : null,
    }
    return { imported, known: row, added, outcome: judge(imported, row, added) }
  })
}

async function loadRows(db: Db, userId: string, given: readonly Pick<ImportedRating, 'item'>[]) {
  const listIds = (kind: RatedItem['kind']) =>
    given.filter(({ item }) => item.kind === kind).map(({ item }) => item.id)
  const isGiven = or(
    inIds(ratings.seriesId, listIds('series')),
    inIds(ratings.bookId, listIds('book')),
  )
  const rows = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.userId, userId), isGiven))
  return new Map(rows.map((row) => [row.seriesId ?? row.bookId!, row]))
}

function judge(imported: ImportedRating, row: RatingRow | undefined, added: AddedRating) {
  if (added.rating !== null || added.note !== null) return 'new'
  const isSame = (['rating', 'note'] as const).every(
    (name) => imported[name] === null || imported[name] === row?.[name],
  )
  return isSame ? 'same' : 'older'
}

export async function storeImportedRatings(
  tx: Tx,
  userId: string,
  planned: readonly PlannedRating[],
) {
  const added = planned.filter(({ outcome }) => outcome === 'new')
  const rows = added.filter(({ known }) => !known).map((one) => buildRow(userId, one))
  if (rows.length > 0) {
    await tx.insert(ratings).values(rows.map((row) => ({ ...row, createdAt: row.updatedAt })))
  }
  for (const one of added) {
    if (one.known) await storeRating(tx, one.known, buildRow(userId, one))
  }
}

function buildRow(
  userId: string,
  { imported, known, added }: Omit<PlannedRating, 'outcome'>,
): Parameters<typeof storeRating>[2] {
  const { item, at } = imported
  const before = known ?? { rating: null, note: null, favorite: false, updatedAt: at }
  return {
    userId,
    seriesId: item.kind === 'series' ? item.id : null,
    bookId: item.kind === 'book' ? item.id : null,
    rating: added.rating ?? before.rating,
    note: added.note ?? before.note,
    favorite: before.favorite,
    updatedAt: before.updatedAt > at ? before.updatedAt : at,
  }
}

interface RemovedRating {
  item: RatedItem
  added: AddedRating
}

/**
 * Removes ratings that an import set, unless the user has changed them since. Returns how many were
 * kept for that reason.
 */
export async function removeImportedRatings(
  tx: Tx,
  userId: string,
  removed: readonly RemovedRating[],
): Promise<number> {
  const known = await loadRows(tx, userId, removed)
  const emptyIds: string[] = []
  let kept = 0
  for (const { item, added } of removed) {
    const row = known.get(item.id)
    if (!row) continue
    const rating = row.rating === added.rating ? null : row.rating
    const note = row.note === added.note ? null : row.note
    // The item may be listed twice, because an import may add a rating first and a note later.
    known.set(item.id, { ...row, rating, note })
    if (rating === null && note === null && !row.favorite) emptyIds.push(row.id)
    else await storeRating(tx, row, { ...row, rating, note })
    const isRatingGone = added.rating === null || rating === null
    if (!isRatingGone || (added.note !== null && note !== null)) kept++
  }
  await tx.delete(ratings).where(inIds(ratings.id, emptyIds))
  return kept
}
