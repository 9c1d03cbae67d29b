/** Recomputes series and their reading progress from their current books. */
import type { Tx } from '../../platform/db/store'
import { refreshBookOrder } from '../../catalog/books/refresh-book-order'
import { refreshSeriesCounters } from '../../catalog/series/scanned/series-counters'
import { refreshSearchText } from '../../catalog/series/search-text'
import { refreshSeriesProgress } from './series/series-progress'

/** Call this in the transaction that changes the books. */
export async function refreshSeriesAndProgress(tx: Tx, seriesIds: readonly string[]) {
  await refreshBookOrder(tx, seriesIds)
  await refreshSeriesCounters(tx, seriesIds)
  await refreshSeriesProgress(tx, seriesIds)
}

/**
 * Like `refreshSeriesAndProgress`, but also updates the search text. Call this if books were added
 * or removed.
 */
export async function refreshSeriesProgressAndSearch(tx: Tx, seriesIds: readonly string[]) {
  await refreshSeriesAndProgress(tx, seriesIds)
  await refreshSearchText(tx, seriesIds)
}
