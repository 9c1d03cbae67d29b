import type { Tx } from '../../../platform/db/store'
import { findSeriesWithProgress } from '../../../reading/progress/books-with-reading-data'
import { deleteNewSeriesWithoutBooks } from '../../../catalog/series/scanned/move-series'
import { findSeriesWithUserData } from '../match/books-with-user-data'

/**
 * Deletes series that were created after `since` and have neither books nor user data. Returns the
 * deleted IDs.
 */
export async function deleteEmptyNewSeries(
  tx: Tx,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const kept = await findSeriesWithUserData(tx, ids)
  for (const id of await findSeriesWithProgress(tx, ids)) kept.add(id)
  const unused = ids.filter((id) => !kept.has(id))
  return deleteNewSeriesWithoutBooks(tx, unused, since)
}
