/**
 * Repairs reading times that are in the future because of a wrong clock. The event log does not
 * change.
 */
import { gt, or } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { progressLogMessages } from '../messages'
import { bookCompletions, bookProgress, seriesCompletions, seriesProgress } from '../schema'

/** Tolerance, because the clocks of machines that share a database may differ. */
const toleranceMs = 24 * 3_600_000
/** Release date of this version. If the server's clock is earlier, the clock itself is wrong. */
const earliestTime = new Date('2026-11-01T00:00:00Z')

/**
 * Sets times in the future to the current time. Otherwise, they would be shown and sorted first
 * until that time comes.
 */
export async function correctFutureTimes(ctx: Context) {
  const now = ctx.clock.now()
  if (now < earliestTime) return
  const limit = new Date(now.getTime() + toleranceMs)
  if (!(await hasTimesAfter(ctx, limit))) return
  await ctx.write(async (tx) => {
    await moveCompletions(tx, limit, now)
    await moveProgress(tx, limit, now)
  })
  ctx.log.warn(progressLogMessages.future_times())
}

/**
 * Returns whether any time is later than the limit. Columns that are not checked never contain
 * later times than those that are. Uses `heavy`, because the tables can be large.
 */
async function hasTimesAfter({ heavy }: Context, limit: Date) {
  const [progress] = await heavy
    .select({ at: bookProgress.positionAt })
    .from(bookProgress)
    .where(or(gt(bookProgress.positionAt, limit), gt(bookProgress.updatedAt, limit)))
    .limit(1)
  const [completion] = await heavy
    .select({ at: bookCompletions.completedAt })
    .from(bookCompletions)
    .where(gt(bookCompletions.completedAt, limit))
    .limit(1)
  return progress !== undefined || completion !== undefined
}

async function moveCompletions(tx: Tx, limit: Date, now: Date) {
  const { startedAt, completedAt } = bookCompletions
  await tx.update(bookCompletions).set({ startedAt: now }).where(gt(startedAt, limit))
  await tx.update(bookCompletions).set({ completedAt: now }).where(gt(completedAt, limit))
  const ofSeries = gt(seriesCompletions.completedAt, limit)
  await tx.update(seriesCompletions).set({ completedAt: now }).where(ofSeries)
}

async function moveProgress(tx: Tx, limit: Date, now: Date) {
  for (const column of ['startedAt', 'lastCompletedAt', 'positionAt', 'updatedAt'] as const) {
    await tx
      .update(bookProgress)
      .set({ [column]: now })
      .where(gt(bookProgress[column], limit))
  }
  for (const column of ['lastReadAt', 'lastCompletedAt', 'updatedAt'] as const) {
    await tx
      .update(seriesProgress)
      .set({ [column]: now })
      .where(gt(seriesProgress[column], limit))
  }
}
