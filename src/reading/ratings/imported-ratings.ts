/** Adds ratings and notes of other programs. What someone has here stays. */
import { and, eq, or } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { deleteRating, findRatingRow, type RatedItem, type RatingRow, storeRating } from './queries'
import { ratings } from './schema'

export interface ImportedRating {
  item: RatedItem
  /** 1 to 100; null for a note alone. */
  rating: number | null
  note: string | null
  at: Date
}

/** What an import set; null for what it left as it was. */
export type AddedRating = Pick<ImportedRating, 'rating' | 'note'>

export interface PlannedRating {
  imported: ImportedRating
  known: RatingRow | undefined
  added: AddedRating
  outcome: 'new' | 'same' | 'older'
}

/** `userId`: null for an account that does not exist yet. Each item is there once. */
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

async function loadRows(db: Db, userId: string, given: readonly ImportedRating[]) {
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
  for (const { outcome, ...one } of planned) {
    if (outcome === 'new') await storeRating(tx, one.known, buildRow(userId, one))
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

/** Removes what an import set and nobody changed. Returns false if someone changed it. */
export async function removeImportedRating(
  tx: Tx,
  { userId, item, added }: { userId: string; item: RatedItem; added: AddedRating },
): Promise<boolean> {
  const known = await findRatingRow(tx, userId, item)
  if (!known) return true
  const rating = known.rating === added.rating ? null : known.rating
  const note = known.note === added.note ? null : known.note
  if (rating === null && note === null && !known.favorite) await deleteRating(tx, known.id)
  else await storeRating(tx, known, { ...known, rating, note })
  const isRatingGone = added.rating === null || rating === null
  return isRatingGone && (added.note === null || note === null)
}
