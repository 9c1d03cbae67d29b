import type { Tx } from '../../../platform/db/store'
import { findReadSeries } from '../../../reading/progress/touched'
import { dropMade } from '../../../catalog/series/scanned/rekey'
import { findTreasuredSeries } from '../match/treasure'

/** Of these series those that were made since then, have no books, and mean nothing to anybody; answers them. */
export async function dropUntold(tx: Tx, ids: readonly string[], since: Date): Promise<string[]> {
  const kept = await findTreasuredSeries(tx, ids)
  for (const id of await findReadSeries(tx, ids)) kept.add(id)
  const untold = ids.filter((id) => !kept.has(id))
  return dropMade(tx, untold, since)
}
