import { avg, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import { externalRatings } from '../../metadata/schema'
import { updateSeries } from '../queries'

/** The average of what other sites say, to one hundredth; null when none says anything. */
export async function refreshRating(tx: Tx, seriesId: string): Promise<void> {
  const [row] = await tx
    .select({ rating: avg(externalRatings.rating).mapWith(Number) })
    .from(externalRatings)
    .where(eq(externalRatings.seriesId, seriesId))
  const rating = row?.rating ?? null
  await updateSeries(tx, seriesId, {
    rating: rating === null ? null : Math.round(rating * 100) / 100,
  })
}
