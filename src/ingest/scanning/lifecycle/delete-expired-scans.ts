/** Deletes old scan records and their changes. */
import type { Context } from '../../../context'
import { deleteEmptyScans, deleteOldScans } from '../queries'
import { deleteOldChanges } from '../journal/change-queries'

const retentionDays = 90

const changesPerSlice = 500

/** Retention of scans that were started by file watching and found no changes or problems. */
const emptyRetentionDays = 1

const dayMs = 86_400_000

export async function deleteExpiredScans(ctx: Context) {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * dayMs)
  const old = daysAgo(retentionDays)
  while (
    (await ctx.writeBulk((tx) => deleteOldChanges(tx, old, changesPerSlice))) === changesPerSlice
  );
  await ctx.writeBulk(async (tx) => {
    await deleteOldScans(tx, old)
    await deleteEmptyScans(tx, daysAgo(emptyRetentionDays))
  })
}
