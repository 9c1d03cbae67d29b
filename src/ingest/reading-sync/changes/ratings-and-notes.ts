/** Ratings and notes that a pull stores here, and their undo. */
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { ratings } from '../../../reading/ratings/schema'
import { storeUserData } from '../../../reading/ratings/service'
import type { WorkPlan } from '../plan-sync'
import type { Base } from '../rules/model'
import type { PulledOpinion } from '../schema'

/** Builds the part of a pull that changes the rating or the notes. */
export function buildPulledOpinion({
  pull: { score, notes },
  ratedSeriesId,
  seriesIds,
  hereBefore,
}: WorkPlan): PulledOpinion | undefined {
  const seriesId = ratedSeriesId ?? seriesIds[0]
  if (seriesId === undefined || (score === undefined && notes === undefined)) return undefined
  const before = { score: hereBefore.score ?? null, notes: hereBefore.notes ?? null }
  return {
    seriesId,
    ...(score !== undefined && { score }),
    ...(notes !== undefined && { notes }),
    before,
  }
}

/**
 * Stores the values that the user approved, unless they changed in the meantime on either side.
 * Returns the stored values.
 */
export async function pullOpinion(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { plan, seen }: { plan: WorkPlan; seen: PulledOpinion | undefined },
): Promise<PulledOpinion | undefined> {
  const planned = buildPulledOpinion(plan)
  if (!planned || !seen) return undefined
  const { seriesId, before } = planned
  const now = await findOpinion(tx, viewer, seriesId)
  const isScore = planned.score !== undefined && planned.score === seen.score
  const isNotes = planned.notes !== undefined && planned.notes === seen.notes
  const stored = {
    seriesId,
    before,
    ...(isScore && now.score === before.score && { score: planned.score! }),
    ...(isNotes && now.notes === before.notes && { notes: planned.notes! }),
  }
  return (await storeOpinion(ctx, tx, viewer, stored)) ? stored : undefined
}

/**
 * Restores the rating and the notes from before a pull, except values that have changed since.
 * Returns false if any value has changed.
 */
export async function withdrawOpinion(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { seriesId, score, notes, before }: PulledOpinion,
): Promise<boolean> {
  const now = await findOpinion(tx, viewer, seriesId)
  const isScore = score !== undefined && now.score === score
  const isNotes = notes !== undefined && now.notes === notes
  await storeOpinion(ctx, tx, viewer, {
    seriesId,
    ...(isScore && { score: before.score }),
    ...(isNotes && { notes: before.notes }),
  })
  return isScore === (score !== undefined) && isNotes === (notes !== undefined)
}

/** Builds the known values after a pull, or after its undo. */
export const buildKnownOpinion = (
  { score, notes }: PulledOpinion,
  here: { score?: number | null; notes?: string | null },
): Pick<Base, 'score' | 'notes'> => ({
  ...(score !== undefined && { score: { here: here.score ?? null, there: score } }),
  ...(notes !== undefined && { notes: { here: here.notes ?? null, there: notes } }),
})

async function findOpinion(tx: Tx, { userId }: Viewer, seriesId: string) {
  const [row] = await tx
    .select({ score: ratings.rating, notes: ratings.note })
    .from(ratings)
    .where(and(eq(ratings.userId, userId), eq(ratings.seriesId, seriesId)))
  return row ?? { score: null, notes: null }
}

/** Stores the rating and the notes. Returns false if there is nothing to store. */
async function storeOpinion(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  opinion: { seriesId: string; score?: number | null; notes?: string | null },
): Promise<boolean> {
  const { seriesId, score, notes } = opinion
  if (score === undefined && notes === undefined) return false
  const given = {
    ...(score !== undefined && { rating: score }),
    ...(notes !== undefined && { note: notes }),
  }
  await storeUserData(ctx, tx, viewer, { item: { kind: 'series', id: seriesId }, seriesId, given })
  return true
}
