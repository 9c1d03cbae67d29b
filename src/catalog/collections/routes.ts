import type { Context } from '../../context'
import { listReadRoutes, type ReadableList } from '../item-lists/routes/read-routes'
import { SeriesView } from '../series/model'
import { CollectionSeriesQuery } from './model'
import {
  getCollection,
  listCollections,
  listCollectionSeries,
  listCollectionsOfSeries,
  routedCollections,
} from './service'

const readableCollections: ReadableList = {
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

export const collectionRoutes = (ctx: Context) => listReadRoutes(ctx, readableCollections)
