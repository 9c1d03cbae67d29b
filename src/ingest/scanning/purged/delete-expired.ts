import { removeUploads } from '../../../artwork/covers/uploads/restore-covers'
import type { Context } from '../../../context'
import { deleteExpiredItems } from '../../../reading/preserved/store'

/** The same as the retention of purge records. */
const retentionDays = 90
const dayMs = 86_400_000

/** Deletes the user data of purged books and series that did not return in time. */
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
