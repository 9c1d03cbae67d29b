/** A user's want-to-read list: series and books in custom order. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import { type Found, parsePaging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import {
  maxWanted,
  type WantToReadAdd,
  type WantToReadBulk,
  type WantToReadSort,
  type WantToReadView,
  wantToReadUpdated,
} from './model'
import { findPosition, insertWanted, listPositions, moveWanted, storeOrder } from './positions'
import {
  countWanted,
  deleteWanted,
  findVisibleItems,
  findWantedItems,
  getKey,
  listWantedItems,
  type WantedItem,
} from './queries'
import { seriesMessages } from '../../catalog/series/messages'
import { bookMessages } from '../../catalog/books/messages'
import { wantToReadMessages } from './messages'
import { invalidBody } from '../../platform/http/validation'

export async function listWantToRead(
  ctx: Context,
  viewer: Viewer,
  query: { page?: string; pageSize?: string; sort?: WantToReadSort },
): Promise<Found<WantToReadView>> {
  return listWantedItems(ctx.heavy, viewer, { ...parsePaging(query), sort: query.sort ?? 'custom' })
}

/** Appends items. Existing entries keep their positions. */
export async function addToWantToRead(
  ctx: Context,
  viewer: Viewer,
  { seriesId, bookId }: WantToReadAdd,
): Promise<{ entry: WantToReadView; isNew: boolean }> {
  const item = { seriesId: seriesId ?? null, bookId: bookId ?? null }
  if ((item.seriesId === null) === (item.bookId === null)) {
    const message = wantToReadMessages.series_or_book()
    throw invalid(wantToReadMessages.one_target(), [{ path: 'seriesId', message }])
  }
  const { added } = await insertItems(ctx, viewer, [item])
  const [entry] = (await listWantedItems(ctx.db, viewer, { ...onlyOne, item })).data
  if (!entry) throw notFound(wantToReadMessages.not_found())
  return { entry, isNew: added > 0 }
}

const onlyOne = { page: 1, pageSize: 1, offset: 0, sort: 'custom' } as const

export async function addAllToWantToRead(
  ctx: Context,
  viewer: Viewer,
  { seriesIds = [], bookIds = [] }: WantToReadBulk,
) {
  const ofSeries = [...new Set(seriesIds)].map((seriesId) => ({ seriesId, bookId: null }))
  const ofBooks = [...new Set(bookIds)].map((bookId) => ({ seriesId: null, bookId }))
  return insertItems(ctx, viewer, [...ofSeries, ...ofBooks])
}

async function insertItems(ctx: Context, viewer: Viewer, items: WantedItem[]) {
  return ctx.writeForUser(viewer.userId, async (tx) => {
    const wantable = await findVisibleItems(tx, viewer, items)
    const unknown = items.find((item) => !wantable.has(getKey(item)))
    if (unknown)
      throw notFound(
        unknown.seriesId === null ? bookMessages.not_found() : seriesMessages.not_found(),
      )
    const present = await findWantedItems(tx, viewer.userId, items)
    const fresh = items.filter((item) => !present.has(getKey(item)))
    if (fresh.length > 0) await appendItems(ctx, tx, viewer, fresh)
    return { added: fresh.length, alreadyPresent: items.length - fresh.length }
  })
}

async function appendItems(ctx: Context, tx: Tx, viewer: Viewer, fresh: WantedItem[]) {
  if ((await countWanted(tx, viewer.userId)) + fresh.length > maxWanted) {
    throw new Refusal('conflict', wantToReadMessages.full({ max: maxWanted }))
  }
  await insertWanted(tx, viewer.userId, fresh, ctx.clock.now())
  tx.afterCommit(() => publishUpdate(ctx, viewer))
}

/** Stores a new order, which must contain each visible entry exactly once. */
export async function reorderWantToRead(ctx: Context, viewer: Viewer, entryIds: string[]) {
  await ctx.writeForUser(viewer.userId, async (tx) => {
    const { visible, hidden } = await listPositions(tx, viewer)
    const given = new Set(entryIds)
    const isWhole = given.size === visible.length && visible.every((id) => given.has(id))
    if (!isWhole || given.size !== entryIds.length) {
      const message = wantToReadMessages.incomplete_order()
      throw invalidBody('entryIds', message)
    }
    await storeOrder(tx, viewer.userId, [...entryIds, ...hidden])
    tx.afterCommit(() => publishUpdate(ctx, viewer))
  })
}

/** Moves an entry to `place`, counted from 1 among visible entries. */
export async function moveInWantToRead(
  ctx: Context,
  viewer: Viewer,
  { id, place }: { id: string; place: number },
) {
  await ctx.writeForUser(viewer.userId, async (tx) => {
    const from = await findPosition(tx, viewer, id)
    if (from === null) throw notFound(wantToReadMessages.not_found())
    const to = await getPosition(tx, viewer, place)
    if (to === from) return
    await moveWanted(tx, viewer.userId, { id, from, to })
    tx.afterCommit(() => publishUpdate(ctx, viewer))
  })
}

async function getPosition(tx: Tx, viewer: Viewer, place: number): Promise<number> {
  const { data, total } = await listWantedItems(tx, viewer, { ...onlyOne, offset: place - 1 })
  if (data[0]) return data[0].position
  const message = wantToReadMessages.place_range({ max: total })
  throw invalidBody('place', message)
}

/**
 * Removes an item from the list. Succeeds even if the item is not in the list. Entries that are
 * hidden from the viewer are kept.
 */
export async function removeFromWantToRead(ctx: Context, viewer: Viewer, item: WantedItem) {
  await ctx.writeForUser(viewer.userId, async (tx) => {
    const isVisible = (await findVisibleItems(tx, viewer, [item])).size > 0
    if (!isVisible) return
    const isDeleted = await deleteWanted(tx, viewer.userId, item)
    if (isDeleted) tx.afterCommit(() => publishUpdate(ctx, viewer))
  })
}

const publishUpdate = (ctx: Context, { userId }: Viewer) =>
  ctx.bus.publish(wantToReadUpdated, { userId })
