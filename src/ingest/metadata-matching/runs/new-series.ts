/** Matches new series and books after a scan, in libraries where this is turned on. */
import type { Context } from '../../../context'
import { scanProgress } from '../../scanning/model'
import { matchingLogMessages } from '../messages'
import { matchLibraryJob } from '../model'
import { findLibraryMatching, listLibrariesToMatch } from '../queries'
import { findAskedBooks } from './run-books'
import { buildRunKey, findLastRunTime, hasRunningRun, insertRun } from './run-queries'
import { hasWantedBooks, listWantedSeriesIds } from './wanted-queries'
import { listLibraryProviders } from '../provider-access'

/** Returns a function that stops the matching. */
export function startMatchingNewSeries(ctx: Context): () => void {
  const unsubscribes = [
    ctx.bus.subscribe(scanProgress, async ({ libraryId, status }) => {
      if (status === 'completed') await matchNewSeries(ctx, libraryId)
    }),
    ctx.bus.subscribeToGaps(async () => {
      for (const id of await listLibrariesToMatch(ctx.db)) await matchNewSeries(ctx, id)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/**
 * Starts a run if there are new series or books. All server processes may call this after a scan,
 * but only the first call starts a run.
 */
export async function matchNewSeries(ctx: Context, libraryId: string): Promise<void> {
  const settings = await findLibraryMatching(ctx.db, libraryId)
  if (!settings?.matchNew) return
  const since = (await findLastRunTime(ctx.db, libraryId)) ?? settings.createdAt
  const isBookNew = await hasNewBooks(ctx, libraryId, since)
  await ctx.write(async (tx) => {
    if (await hasRunningRun(tx, libraryId)) return
    const createdAfter = (await findLastRunTime(tx, libraryId)) ?? settings.createdAt
    const wanted = { libraryId, provider: null, createdAfter }
    const [first] = await listWantedSeriesIds(tx, wanted, { afterId: undefined, limit: 1 })
    const isCurrent = createdAfter.getTime() === since.getTime()
    if (first === undefined && !(isBookNew && isCurrent)) return
    const runId = await insertRun(tx, { ...wanted, createdAt: ctx.clock.now() })
    await ctx.queue.enqueue(tx, matchLibraryJob, { runId }, { key: buildRunKey(runId) })
    ctx.log.info({ runId, libraryId }, matchingLogMessages.run_started())
  })
}

async function hasNewBooks(ctx: Context, libraryId: string, createdAfter: Date) {
  const asked = await findAskedBooks(ctx.db, libraryId, await listLibraryProviders(ctx, libraryId))
  const wanted = { libraryId, provider: null, createdAfter }
  return asked !== undefined && hasWantedBooks(ctx.heavy, { ...wanted, ...asked })
}
