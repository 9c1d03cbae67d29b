import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { ListsQuery } from '../item-lists/model'
import { SeriesView } from '../series/model'
import { CollectionSeriesQuery, CollectionView } from './model'
import {
  getCollection,
  listCollections,
  listCollectionSeries,
  listCollectionsOfSeries,
} from './service'

export const collectionRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(readRoutes(ctx)).use(membershipRoutes(ctx))

const readRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Collections'] })
    .use(guard(ctx))
    .get(
      '/collections',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listCollections(ctx, viewer, query)),
      {
        can: 'collections:read',
        query: ListsQuery,
        response: PageOf(CollectionView),
        detail: {
          summary: 'List collections',
          description:
            'Lists your own collections, those shared with you and those shared with everybody, by name. Collections of other users in which you cannot see any series are left out.',
        },
      },
    )
    .get('/collections/:id', ({ viewer, params }) => getCollection(ctx, viewer, params.id), {
      can: 'collections:read',
      params: ByIdParams,
      response: CollectionView,
      detail: { summary: 'Get a collection' },
    })
    .get(
      '/collections/:id/series',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listCollectionSeries(ctx, viewer, params.id, query)),
      {
        can: ['collections:read', 'series:read'],
        params: ByIdParams,
        query: CollectionSeriesQuery,
        response: PageOf(SeriesView),
        detail: {
          summary: 'List the series in a collection',
          description: "Uses the collection's order unless `sort` is given.",
        },
      },
    )

const membershipRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Collections'] })
    .use(guard(ctx))
    .get(
      '/series/:id/collections',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listCollectionsOfSeries(ctx, viewer, params.id, query)),
      {
        can: ['collections:read', 'series:read'],
        params: ByIdParams,
        query: ListsQuery,
        response: PageOf(CollectionView),
        detail: { summary: 'List the collections that contain a series' },
      },
    )
