/** Edits of many series: the rules are those for one, in edit.ts, and the answer tells of each. */
import type { Context } from '../../../context'
import { toEach } from '../../../platform/http/bulk'
import type { Viewer } from '../../../accounts/users/model'
import { announce, applyEdit, applyLocks, getStored, tidied } from '../metadata/edit'
import { updateSeries } from '../queries'
import type { BulkLocksBody, BulkMetadataBody } from './model'

/** Fields left out stay, null clears, and what changed to a value is locked. */
export async function editMany(
  ctx: Context,
  viewer: Viewer,
  { seriesIds, ...edit }: BulkMetadataBody,
) {
  const tidy = tidied(edit)
  return toEach(ctx, seriesIds, async (tx, id) =>
    applyEdit(ctx, tx, await getStored(tx, viewer, id), tidy),
  )
}

export async function lockMany(
  ctx: Context,
  viewer: Viewer,
  { seriesIds, ...wanted }: BulkLocksBody,
) {
  return toEach(ctx, seriesIds, async (tx, id) =>
    applyLocks(ctx, tx, await getStored(tx, viewer, id), wanted),
  )
}

export async function trackMany(
  ctx: Context,
  viewer: Viewer,
  { seriesIds, tracked }: { seriesIds: string[]; tracked: boolean },
) {
  return toEach(ctx, seriesIds, async (tx, id) => {
    const stored = await getStored(tx, viewer, id)
    if (stored.series.tracked === tracked) return false
    await updateSeries(tx, id, { tracked, updatedAt: ctx.now() })
    announce(ctx, tx, stored, { fieldsUpdated: ['tracked'] })
    return true
  })
}
