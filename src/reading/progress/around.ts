/** What is known of series, and of how far people are in them, follows from their present books. */
import { giveWay } from '../../platform/db/yield'
import type { Tx } from '../../platform/db/store'
import { refreshSeries } from '../../catalog/series/scanned/refresh'
import { refreshSearch } from '../../catalog/series/search-text'
import { refreshSeriesProgress } from './refresh'

/** In the transaction that changed the books. */
export async function refreshAround(tx: Tx, seriesIds: readonly string[]) {
  await refreshSeries(tx, seriesIds)
  await giveWay()
  await refreshSeriesProgress(tx, seriesIds)
  await giveWay()
}

/** The same, and the words by which the series are found: for books that came or went. */
export async function refreshAllAround(tx: Tx, seriesIds: readonly string[]) {
  await refreshAround(tx, seriesIds)
  await refreshSearch(tx, seriesIds)
}
