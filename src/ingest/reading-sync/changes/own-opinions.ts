/** The user's ratings and notes, which are synced only if the user agreed. */
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { ratings } from '../../../reading/ratings/schema'
import type { Agreement } from '../../connections/services/list-service'
import type { OwnWork } from '../own-works'
import type { Opinion } from '../rules/model'

const seriesAtOnce = 500

/** Loads the opinion of each work: the latest one, if several of its series have one. */
export async function loadOpinions(
  db: Db,
  viewer: Viewer,
  works: readonly OwnWork[],
  agreed: Agreement,
): Promise<void> {
  if (!agreed.scores && !agreed.notes) return
  const bySeries = new Map(works.flatMap((work) => work.series.map(({ id }) => [id, work])))
  for (const work of works) work.opinion = pickAgreed({ score: null, notes: null }, agreed)
  for (const slice of splitIntoSlices([...bySeries.keys()], seriesAtOnce)) {
    for (const { seriesId, ...opinion } of await listOpinions(db, viewer, slice)) {
      const work = bySeries.get(seriesId!)!
      // Opinions are sorted newest first, so only the first one of each work is used.
      if (work.ratedSeriesId !== undefined) continue
      work.ratedSeriesId = seriesId!
      work.opinion = pickAgreed(opinion, agreed)
    }
  }
}

const pickAgreed = ({ score = null, notes = null }: Opinion, agreed: Agreement): Opinion => ({
  ...(agreed.scores && { score }),
  ...(agreed.notes && { notes }),
})

const listOpinions = (db: Db, { userId }: Viewer, seriesIds: readonly string[]) =>
  db
    .select({ seriesId: ratings.seriesId, score: ratings.rating, notes: ratings.note })
    .from(ratings)
    .where(
      and(
        eq(ratings.userId, userId),
        inIds(ratings.seriesId, seriesIds),
        or(isNotNull(ratings.rating), isNotNull(ratings.note)),
      ),
    )
    .orderBy(desc(ratings.updatedAt), desc(ratings.id))
