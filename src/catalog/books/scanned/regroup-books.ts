/** Moves books to another series, with all related data. */
import { eq } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { findOrCreateSeries, type SeriesDraft } from '../../series/scanned/store-series'
import { series } from '../../series/schema'
import { books } from '../schema'

export interface WantedSeries {
  n: number
  draft: SeriesDraft
}

/** Moves each book to its series. Returns the series that lost books, gained books and were created. */
export async function regroupBooks(
  tx: Tx,
  libraryId: string,
  wanted: readonly WantedSeries[],
  now: Date,
) {
  const rows = await tx
    .select({ n: books.n, seriesId: books.seriesId, groupKey: series.groupKey })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      inNumbers(
        books.n,
        wanted.map(({ n }) => n),
      ),
    )
  const rowOf = new Map(rows.map((row) => [row.n, row]))
  const moves = wanted.filter(({ n, draft }) => {
    const row = rowOf.get(n)
    return row !== undefined && row.groupKey !== draft.groupKey
  })
  if (moves.length === 0) return { left: [], joined: [], added: [] }
  const placed = await findOrCreateSeries(
    tx,
    libraryId,
    moves.map(({ draft }) => draft),
  )
  const byTarget = Map.groupBy(moves, ({ draft }) => placed.get(draft.groupKey)!.id)
  for (const [seriesId, group] of byTarget) {
    const ns = group.map(({ n }) => n)
    await tx.update(books).set({ seriesId, updatedAt: now }).where(inNumbers(books.n, ns))
  }
  const added = [...placed.values()].filter(({ isNew }) => isNew).map(({ id }) => id)
  const left = [...new Set(moves.map(({ n }) => rowOf.get(n)!.seriesId))]
  return { left, joined: [...byTarget.keys()], added }
}
