/** Records of scans are forgotten after a while. */
import type { Context } from '../../../context'
import { deleteOldChanges } from '../journal/change-queries'
import { deleteEmptyScans, deleteOldScans } from '../queries'

const keptDays = 90
const changesAtOnce = 500
/** Scans that nobody asked for and that found nothing say nothing. */
const keptEmptyDays = 1
const dayMs = 86_400_000

export async function tidyScans(ctx: Context) {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  const old = daysAgo(keptDays)
  while ((await ctx.writeBulk((tx) => deleteOldChanges(tx, old, changesAtOnce))) === changesAtOnce);
  await ctx.writeBulk(async (tx) => {
    await deleteOldScans(tx, old)
    await deleteEmptyScans(tx, daysAgo(keptEmptyDays))
  })
}
