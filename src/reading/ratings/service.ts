/** Each user's ratings, private notes and favorites. The stored rating is never rounded. */
import type { Viewer } from '../../accounts/permissions/model'
import { getVisibleBook } from '../../catalog/books/service'
import { getIdentity } from '../../catalog/series/service'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { type Found, parsePaging } from '../../platform/http/pagination'
import {
  type AverageRating,
  ratingsUpdated,
  type RatingsQuery,
  type RatingUpdate,
  type RatingView,
  type UserDataUpdate,
  type UserDataView,
} from './model'
import {
  deleteRating,
  findAverage,
  findRatingRow,
  listRatingRows,
  findOwnRating,
  type RatedItem,
  type RatingRow,
  storeRating,
} from './queries'

/**
 * Returns the ID of the series and, for a book, that of the book. Throws a `Refusal` for items that
 * the viewer cannot see.
 */
async function getItem(ctx: Context, viewer: Viewer, { kind, id }: RatedItem) {
  if (kind === 'series') {
    await getIdentity(ctx.db, viewer, id)
    return { seriesId: id, bookId: null }
  }
  const { seriesId } = await getVisibleBook(ctx, viewer, id)
  return { seriesId, bookId: id }
}

export async function getUserData(
  ctx: Context,
  viewer: Viewer,
  item: RatedItem,
): Promise<UserDataView> {
  await getItem(ctx, viewer, item)
  const row = await findRatingRow(ctx.db, viewer.userId, item)
  return {
    rating: row?.rating ?? null,
    note: row?.note ?? null,
    favorite: row?.favorite ?? false,
    updatedAt: row?.updatedAt ?? null,
    ...(await findAverage(ctx.db, viewer, item)),
  }
}

export async function updateUserData(
  ctx: Context,
  viewer: Viewer,
  item: RatedItem,
  changes: UserDataUpdate,
): Promise<UserDataView> {
  await storeChanges(ctx, viewer, item, changes)
  return getUserData(ctx, viewer, item)
}

/** Returns undefined if the user has not rated the item. */
export async function findRating(
  ctx: Context,
  viewer: Viewer,
  item: RatedItem,
): Promise<RatingView | undefined> {
  await getItem(ctx, viewer, item)
  return findOwnRating(ctx.db, viewer, item)
}

export async function setRating(
  ctx: Context,
  viewer: Viewer,
  item: RatedItem,
  { rating, notes }: RatingUpdate,
): Promise<RatingView> {
  const changes = notes === undefined ? { rating } : { rating, note: notes }
  await storeChanges(ctx, viewer, item, changes)
  return (await findRating(ctx, viewer, item))!
}

/** Removes the rating. The note and the favorite are kept. */
export const removeRating = (ctx: Context, viewer: Viewer, item: RatedItem) =>
  storeChanges(ctx, viewer, item, { rating: null })

export async function getAverage(
  ctx: Context,
  viewer: Viewer,
  item: RatedItem,
): Promise<AverageRating> {
  await getItem(ctx, viewer, item)
  return findAverage(ctx.db, viewer, item)
}

export const listOwnRatings = (
  ctx: Context,
  viewer: Viewer,
  query: RatingsQuery,
): Promise<Found<RatingView>> =>
  listRatingRows(ctx.heavy, viewer, { ...parsePaging(query), itemType: query.itemType })

async function storeChanges(ctx: Context, viewer: Viewer, item: RatedItem, given: UserDataUpdate) {
  const { seriesId } = await getItem(ctx, viewer, item)
  await ctx.writeForUser(viewer.userId, (tx) =>
    storeUserData(ctx, tx, viewer, { item, seriesId, given }),
  )
}

interface UserDataChange {
  item: RatedItem
  /** ID of the series that the item is or belongs to. */
  seriesId: string
  given: UserDataUpdate
}

/** Stores changes. The caller must check that the viewer can see the item. */
export async function storeUserData(
  ctx: Context,
  tx: Tx,
  { userId }: Viewer,
  { item, seriesId, given }: UserDataChange,
) {
  const owner =
    item.kind === 'series'
      ? { seriesId: item.id, bookId: null }
      : { seriesId: null, bookId: item.id }
  const known = await findRatingRow(tx, userId, item)
  const values = applyChanges(known, given)
  const isEmpty = values.rating === null && values.note === null && !values.favorite
  if (!isEmpty) {
    await storeRating(tx, known, { ...owner, ...values, userId, updatedAt: ctx.clock.now() })
  } else if (known) await deleteRating(tx, known.id)
  const event = { userId, seriesId, ...(item.kind === 'book' && { bookId: item.id }) }
  tx.afterCommit(() => ctx.bus.publish(ratingsUpdated, event))
}

const keep = <Value>(value: Value | undefined, before: Value) =>
  value === undefined ? before : value

function applyChanges(known: RatingRow | undefined, given: UserDataUpdate) {
  return {
    rating: keep(given.rating, known?.rating ?? null),
    note: keep(given.note, known?.note ?? null)?.trim() || null,
    favorite: keep(given.favorite, known?.favorite ?? false),
  }
}
