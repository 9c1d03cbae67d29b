import { removeUploads } from '../../../artwork/covers/uploads/restore-covers'
import type { Context } from '../../../context'
import { deleteExpiredItems } from '../../../reading/preserved/store'

/** As long as the record of a purge is kept. */
const retentionDays = 90
const dayMs = 86_400_000

/** Deletes what people made for purged books and series that did not return in time. */
export async function deleteExpiredUserData(ctx: Context) {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs)
  for (;;) {
    const expired = await ctx.writeBulk((tx) => deleteExpiredItems(tx, before))
    if (expired.length === 0) return
    const covers = expired.filter(({ kind }) => kind === 'cover')
    await removeUploads(
      ctx,
      covers.map(({ value }) => value['fileName'] as string),
    )
  }
}
