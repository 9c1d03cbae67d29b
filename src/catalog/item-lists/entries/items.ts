/** The entries of collections and reading lists. */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import type { TSchema } from '../../../platform/http/shapes'
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import { listVisibleIds, moveVisible, type PlacedItem, reorderVisible } from './item-order'
import {
  countEntries,
  deleteItems,
  findIdsOfLists,
  findItemIds,
  findPlacedItems,
  findPresent,
  insertEntries,
  storePositions,
} from './entry-queries'
import type { ListKind } from '../list-kind'
import type { ListView } from '../service'
import { getListFor, type ListVersion, requireListRight } from '../list-rights'
import { type ListRow, updateListRow } from '../list-queries'
import { listMessages } from '../messages'
import { maxItems } from '../model'
import { publishUpdate } from '../publish-update'
import { listSmartItems } from '../smart/smart-lists'
import { findOpenSmartLists } from '../smart/smart-queries'
import { invalidBody } from '../../../platform/http/validation'

/** Properties of a list kind that the routes need. */
export interface RoutedList {
  kind: ListKind
  /** For example `/collections`. */
  path: string
  /** Last segment of the entries' path, such as `series`. */
  entries: string
  /** Request member that contains the entry IDs, such as `seriesIds`. */
  member: string
  tag: string
  /** Used in descriptions, for example `a collection`. */
  noun: string
  write: Permission
  remove: Permission
  View: TSchema
  buildView(this: void, ctx: Context, viewer: Viewer, list: ListView): Promise<unknown>
}

/** Lists visible entries in manual order. The caller must have checked that the list is visible. */
export const listItemIds = (
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  page: { listId: string; limit: number; offset: number },
) => findItemIds(ctx.heavy, viewer, kind, page)

/** Maximum total number of entries in all smart lists of a request. */
const maxMapped = 200_000

/**
 * Returns the visible entries of several lists that the viewer can see. Manually ordered lists keep
 * their order; others are sorted.
 */
export async function mapItemIds(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  listIds: readonly string[],
): Promise<Map<string, string[]>> {
  const mapped = await findIdsOfLists(ctx.heavy, viewer, kind, listIds)
  const smart = await findOpenSmartLists(
    ctx.db,
    viewer,
    kind.tables,
    inIds(kind.tables.lists.id, listIds),
  )
  let rest = maxMapped
  for (const { id, ...list } of smart) {
    if (rest <= 0) break
    const limit = Math.min(rest, maxItems)
    const ids = await listSmartItems(ctx, viewer, kind, { ...list, limit })
    mapped.set(id, ids)
    rest -= ids.length
  }
  return mapped
}

interface Items extends ListVersion {
  id: string
  itemIds: readonly string[]
}

export async function addItems(ctx: Context, viewer: Viewer, kind: ListKind, items: Items) {
  await requireListRight(ctx, viewer, kind, { id: items.id, right: 'canEdit' })
  await ctx.write((tx) => appendItems(ctx, tx, viewer, { kind, ...items }))
}

/**
 * Appends the items that are not in the list yet. Appends none if one of them is hidden or if the
 * list would have too many entries.
 */
export async function appendItems(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { kind, id, itemIds, unchangedSince }: Items & { kind: ListKind },
) {
  const ids = [...new Set(itemIds)]
  const { list } = await getListFor(tx, viewer, kind, { id, right: 'canEdit', unchangedSince })
  await refuseHidden(tx, viewer, kind, ids)
  const present = await findPresent(tx, kind.tables, id, ids)
  const fresh = ids.filter((itemId) => !present.has(itemId))
  if (fresh.length === 0) return
  refuseOverfull((await countEntries(tx, kind.tables, id)) + fresh.length)
  await insertEntries(tx, kind.tables, { listId: id, ids: fresh, now: ctx.clock.now() })
  await recordChange(ctx, tx, kind, list)
}

async function refuseHidden(tx: Tx, viewer: Viewer, kind: ListKind, ids: readonly string[]) {
  const visible = new Set(await kind.findVisibleItems(tx, viewer, ids))
  if (ids.some((itemId) => !visible.has(itemId))) throw notFound(kind.itemNotFound())
}

function refuseOverfull(count: number) {
  if (count > maxItems) throw new Refusal('conflict', listMessages.full({ max: maxItems }))
}

/** Removes items. Ignores items that are not in the list. */
export async function removeItems(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { id, itemIds, unchangedSince }: Items,
) {
  await requireListRight(ctx, viewer, kind, { id, right: 'canEdit' })
  await ctx.write(async (tx) => {
    const { list } = await getListFor(tx, viewer, kind, { id, right: 'canEdit', unchangedSince })
    const removed = await deleteItems(tx, viewer, kind, { listId: id, ids: itemIds })
    if (removed > 0) await recordChange(ctx, tx, kind, list)
  })
}

/** Replaces the visible entries and their order; all or nothing. */
export async function replaceItems(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  { kind, id, itemIds }: Items & { kind: ListKind },
) {
  const order = [...new Set(itemIds)]
  const { list } = await getListFor(tx, viewer, kind, { id, right: 'canEdit' })
  await refuseHidden(tx, viewer, kind, order)
  const old = await findPlacedItems(tx, viewer, kind, id)
  const kept = new Set(order)
  const gone = listVisibleIds(old).filter((one) => !kept.has(one))
  const present = new Set(old.map((item) => item.id))
  const fresh = order.filter((one) => !present.has(one))
  refuseOverfull(old.length - gone.length + fresh.length)
  await deleteItems(tx, viewer, kind, { listId: id, ids: gone })
  await insertEntries(tx, kind.tables, { listId: id, ids: fresh, now: ctx.clock.now() })
  const before = await findPlacedItems(tx, viewer, kind, id)
  const ids = reorderVisible(before, order)!
  await storePositions(tx, kind.tables, { listId: id, before, ids })
  await recordChange(ctx, tx, kind, list)
}

/** Reorders the visible entries. Each one must occur exactly once in `itemIds`. */
export async function reorderItems(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { itemIds, member, ...list }: Items & { member: string },
) {
  await changeOrder(ctx, viewer, kind, { ...list, reorder: () => itemIds, member })
}

/** `place` is the position among the visible entries, starting at 1. */
export async function moveItem(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { itemId, place, ...list }: ListVersion & { id: string; itemId: string; place: number },
) {
  const reorder = (items: readonly PlacedItem[]) => {
    const visible = listVisibleIds(items)
    if (!visible.includes(itemId)) throw notFound(kind.itemNotFound())
    if (place > visible.length) {
      const message = listMessages.place_range({ max: visible.length })
      throw invalidBody('place', message)
    }
    return moveVisible(visible, itemId, place)
  }
  await changeOrder(ctx, viewer, kind, { ...list, reorder, member: 'place' })
}

interface OrderChange extends ListVersion {
  id: string
  reorder: (items: readonly PlacedItem[]) => readonly string[]
  /** The request member to report if the order is incomplete. */
  member: string
}

async function changeOrder(
  ctx: Context,
  viewer: Viewer,
  kind: ListKind,
  { id, reorder, member, unchangedSince }: OrderChange,
) {
  await requireListRight(ctx, viewer, kind, { id, right: 'canEdit' })
  await ctx.write(async (tx) => {
    const { list } = await getListFor(tx, viewer, kind, { id, right: 'canEdit', unchangedSince })
    const before = await findPlacedItems(tx, viewer, kind, id)
    const ids = reorderVisible(before, reorder(before))
    if (!ids) {
      const message = listMessages.incomplete_order()
      throw invalidBody(member, message)
    }
    await storePositions(tx, kind.tables, { listId: id, before, ids })
    await recordChange(ctx, tx, kind, list)
  })
}

/** Records and publishes a change. Call this in the transaction that changes entries or images. */
export async function recordChange(ctx: Context, tx: Tx, kind: ListKind, list: ListRow['list']) {
  await updateListRow(tx, kind.tables, list.id, { updatedAt: ctx.clock.now() })
  await publishUpdate(ctx, tx, kind, list)
}
