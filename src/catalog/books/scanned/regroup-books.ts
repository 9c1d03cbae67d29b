/** Moves books to a different series, with all related data. */
import { eq } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { findOrCreateSeries, type SeriesDraft } from '../../series/scanned/store-series'
import { series } from '../../series/schema'
import { books } from '../schema'
import { assignSeries, scannedSeriesId } from './assign-scanned-series'

export interface WantedSeries {
  n: number
  draft: SeriesDraft
}

/**
 * Moves each book to its series. Returns the series that lost books, those that gained books, and
 * those that were created.
 */
export async function regroupBooks(
  tx: Tx,
  libraryId: string,
  wanted: readonly WantedSeries[],
  now: Date,
) {
  const rows = await tx
    .select({ n: books.n, seriesId: books.seriesId, groupKey: series.groupKey })
    .from(books)
    .innerJoin(series, eq(series.id, scannedSeriesId))
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
  const assigned = await assignSeries(
    tx,
    moves.map(({ n, draft }) => ({ n, seriesId: placed.get(draft.groupKey)!.id })),
    now,
  )
  const found = [...placed.values()]
  const added = found.filter(({ isNew }) => isNew).map(({ id }) => id)
  const left = [...new Set(moves.map(({ n }) => rowOf.get(n)!.seriesId))]
  return { left, joined: [...new Set([...found.map(({ id }) => id), ...assigned.values()])], added }
}
