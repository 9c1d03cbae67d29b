/** Collections: lists of series. Code shared with reading lists is in `item-lists`. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { inIds } from '../../platform/db/sql'
import { type Found, parsePaging } from '../../platform/http/pagination'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from '../item-lists/list-kind'
import { completeCondition } from '../item-lists/smart/named-lists'
import { type RoutedList, listItemIds } from '../item-lists/entries/items'
import type { ReadableList } from '../item-lists/readable-list'
import { getList, listLists, type ListView } from '../item-lists/service'
import { isOrderByHand, type ListsQuery } from '../item-lists/model'
import { isSeriesVisibleTo, seriesVisibleInOrder } from '../libraries/series-visibility'
import { seriesMessages } from '../series/messages'
import { SeriesView } from '../series/model'
import { series } from '../series/schema'
import type { SeriesCondition } from '../series/lists/model'
import { allSeriesCondition } from '../series/lists/series-condition'
import {
  getIdentity,
  listIdsOfMatchingSeries,
  listMatchingSeries,
  listSeriesByIds,
} from '../series/service'
import { collectionMessages } from './messages'
import {
  CollectionSeriesQuery,
  collectionSortKeys,
  collectionsUpdated,
  CollectionView,
} from './model'
import { collectionSeries, collectionTables } from './schema'

export const collectionKind: ListKind = {
  tables: collectionTables,
  isItemVisible: (viewer) => sql`exists (select 1 from ${series}
    where ${and(eq(series.id, collectionSeries.itemId), isSeriesVisibleTo(viewer))})`,
  async findVisibleItems(db, viewer, ids) {
    const rows = await db
      .select({ id: series.id })
      .from(series)
      .where(and(inIds(series.id, ids), isSeriesVisibleTo(viewer)))
    return rows.map(({ id }) => id)
  },
  itemId: series.id,
  selectVisible: (viewer) => sql`from ${series} where ${isSeriesVisibleTo(viewer)}`,
  selectAllVisible: (viewer) => sql`from ${series} where ${seriesVisibleInOrder(viewer)}`,
  compileTest: (viewer, condition) =>
    allSeriesCondition(viewer, completeCondition(condition) as SeriesCondition),
  listMatchingIds: (ctx, viewer, { condition, sort, limit }) =>
    listIdsOfMatchingSeries(ctx, viewer, {
      body: { condition: completeCondition(condition) as SeriesCondition },
      sort: sort ?? 'name',
      limit,
    }),
  listField: 'inCollection',
  sortKeys: collectionSortKeys,
  updated: collectionsUpdated,
  notFound: () => collectionMessages.not_found(),
  itemNotFound: () => seriesMessages.not_found(),
}

const buildCollectionView = ({
  itemCount,
  readCount: _readCount,
  storedCondition: _condition,
  storedUpdatedAt: _updatedAt,
  ...list
}: ListView): CollectionView => ({
  ...list,
  seriesCount: itemCount,
})

export async function listCollections(
  ctx: Context,
  viewer: Viewer,
  query: ListsQuery & { itemId?: string },
): Promise<Found<CollectionView>> {
  const { data, total } = await listLists(ctx, viewer, collectionKind, query)
  return { data: data.map(buildCollectionView), total }
}

export async function listCollectionsOfSeries(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  query: ListsQuery,
) {
  await getIdentity(ctx.db, viewer, seriesId)
  return listCollections(ctx, viewer, { ...query, itemId: seriesId })
}

export const getCollection = async (ctx: Context, viewer: Viewer, id: string) =>
  buildCollectionView(await getList(ctx, viewer, collectionKind, id))

/** Lists the series whose covers make up the image of the collection. */
export async function listFirstSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  count: number,
): Promise<string[]> {
  const { data } = await listCollectionSeries(ctx, viewer, id, { pageSize: String(count) })
  return data.map((one) => one.id)
}

/** Lists the series in collection order, unless `sort` is given. */
export async function listCollectionSeries(
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: CollectionSeriesQuery,
): Promise<Found<SeriesView>> {
  const list = await getList(ctx, viewer, collectionKind, id)
  const paging = parsePaging(query)
  const sort = query.sort ?? (list.ordered ? 'custom' : (list.sort ?? 'name'))
  if (list.automatic || !isOrderByHand(sort)) {
    const body = { condition: { inCollection: { operator: 'is' as const, value: id } } }
    return listMatchingSeries(ctx, viewer, {
      body,
      sort: isOrderByHand(sort) ? 'name' : sort,
      paging,
    })
  }
  const page = { listId: id, limit: paging.pageSize, offset: paging.offset }
  const ids = await listItemIds(ctx, viewer, collectionKind, page)
  return { data: await listSeriesByIds(ctx, viewer, ids), total: list.itemCount }
}

export const routedCollections: RoutedList = {
  kind: collectionKind,
  path: '/collections',
  entries: 'series',
  member: 'seriesIds',
  tag: 'Collections',
  noun: 'a collection',
  write: 'collections:write',
  View: CollectionView,
  remove: 'collections:delete',
  buildView: async (_ctx, _viewer, list) => buildCollectionView(list),
}

export const readableCollections: ReadableList = {
  routed: routedCollections,
  membershipPath: '/series/:id/collections',
  plural: 'collections',
  item: 'a series',
  read: 'collections:read',
  readItems: 'series:read',
  ItemView: SeriesView,
  ItemsQuery: CollectionSeriesQuery,
  list: listCollections,
  get: getCollection,
  listItems: listCollectionSeries,
  listByItem: listCollectionsOfSeries,
}
