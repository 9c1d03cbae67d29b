/** Creating smart lists, changing their conditions, and converting them to manual lists. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { invalidBody } from '../../../platform/http/validation'
import type { Tx } from '../../../platform/db/store'
import { insertEntries } from '../entries/entry-queries'
import type { ListKind, StoredCondition } from '../list-kind'
import type { ListRow } from '../list-queries'
import { listMessages } from '../messages'
import { type ListPatch, maxItems } from '../model'
import { checkCondition, listSmartItems, refuseNested, refuseTooMany } from './smart-lists'

export async function admitSmartList(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  condition: StoredCondition,
) {
  checkCondition(viewer, kind, condition)
  await refuseNested(tx, viewer, kind, condition)
  await refuseTooMany(tx, kind, viewer)
}

/**
 * Rejects invalid changes. A manual list cannot become a smart list, because it would lose its
 * entries.
 */
export async function checkConditionChange(
  tx: Tx,
  viewer: Viewer,
  kind: ListKind,
  { list, patch }: { list: ListRow['list']; patch: ListPatch },
) {
  const { condition, coverItemId } = patch
  if (list.condition !== null && coverItemId)
    throw invalidBody('coverItemId', listMessages.smart_cover())
  if (!condition) return
  if (list.condition === null) throw invalidBody('condition', listMessages.not_smart())
  checkCondition(viewer, kind, condition)
  await refuseNested(tx, viewer, kind, condition)
}

/**
 * Lists the current contents of a smart list that is being converted to a manual list. Otherwise,
 * returns undefined.
 */
export async function listPresent(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { list: { condition, sort }, patch }: { list: ListRow['list']; patch: ListPatch },
): Promise<string[] | undefined> {
  if (patch.condition !== null || !condition) return undefined
  const ids = await listSmartItems(ctx, viewer, kind, { condition, sort, limit: maxItems + 1 })
  if (ids.length > maxItems) throw new Refusal('conflict', listMessages.full({ max: maxItems }))
  return ids
}

/**
 * Stores the visible items as entries. Returns the column values that convert the list to a
 * manually ordered one.
 */
export async function fillByHand(
  ctx: Context,
  tx: Tx,
  { tables, findVisibleItems }: ListKind,
  { id, present, viewer }: { id: string; present: readonly string[]; viewer: Viewer },
) {
  const visible = new Set(await findVisibleItems(tx, viewer, present))
  const ids = present.filter((itemId) => visible.has(itemId))
  await insertEntries(tx, tables, { listId: id, ids, now: ctx.clock.now() })
  return { condition: null, ordered: true }
}
