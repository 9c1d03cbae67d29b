/** Rescans a library after some files were still growing. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { scanAgainJob, type ScanOrder } from '../model'

/** Initial delay before a growing file is rescanned. Doubles up to the maximum. */
const growthWaitMs = 5_000

const maxGrowthWaitMs = 300_000

/** A growing file may be completed without another file system event. */
export async function enqueueGrowthRescan(
  ctx: Context,
  tx: Tx,
  { libraryId, round = 0 }: ScanOrder,
) {
  const waitMs = Math.min(growthWaitMs * 2 ** round, maxGrowthWaitMs)
  const payload: ScanOrder = { libraryId, mode: 'normal', trigger: 'watch', round: round + 1 }
  const runAt = new Date(ctx.clock.now().getTime() + waitMs)
  await ctx.queue.enqueue(tx, scanAgainJob, payload, { key: `scan-again:${libraryId}`, runAt })
}
