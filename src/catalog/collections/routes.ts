import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, PageOf, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { NoContent } from '../../accounts/permissions/model'
import { guard } from '../../accounts/permissions/guard'
import { ListCreation, ListPatch, ListsQuery } from '../item-lists/model'
import { createList, deleteList, updateList } from '../item-lists/service'
import { SeriesView } from '../series/model'
import { CollectionSeriesQuery, CollectionView } from './model'
import {
  buildCollectionView,
  collectionKind,
  getCollection,
  listCollections,
  listCollectionSeries,
  listCollectionsOfSeries,
} from './service'

export const collectionRoutes = (ctx: Context): AnyElysia =>
  new Elysia().use(readRoutes(ctx)).use(changeRoutes(ctx))

const readRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Collections'] })
    .use(guard(ctx))
    .get(
      '/collections',
      async ({ viewer, query, request, set }) =>
        createPage({ request, set }, parsePaging(query), await listCollections(ctx, viewer, query)),
      {
        can: 'collections:read',
        query: ListsQuery,
        response: PageOf(CollectionView),
        detail: {
          summary: 'List collections',
          description:
            'Yours, those shared with you and those for everybody, by name. A collection of others in which you can see nothing is left out.',
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
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listCollectionSeries(ctx, viewer, params.id, query),
        ),
      {
        can: ['collections:read', 'series:read'],
        params: ByIdParams,
        query: CollectionSeriesQuery,
        response: PageOf(SeriesView),
        detail: {
          summary: 'List the series of a collection',
          description: 'In the order of the collection unless `sort` is given.',
        },
      },
    )
    .get(
      '/series/:id/collections',
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listCollectionsOfSeries(ctx, viewer, params.id, query),
        ),
      {
        can: ['collections:read', 'series:read'],
        params: ByIdParams,
        query: ListsQuery,
        response: PageOf(CollectionView),
        detail: { summary: 'List the collections of a series' },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Collections'] })
    .use(guard(ctx))
    .post(
      '/collections',
      async ({ viewer, body, set }) => {
        set.status = 201
        return buildCollectionView(await createList(ctx, viewer, collectionKind, body))
      },
      {
        can: 'collections:write',
        body: ListCreation,
        response: { 201: CollectionView },
        detail: {
          summary: 'Create a collection',
          description: 'Private unless `sharing` is given. Sharing requires `lists:publish`.',
        },
      },
    )
    .patch(
      '/collections/:id',
      async ({ viewer, params, body }) => {
        const change = { id: params.id, patch: body }
        return buildCollectionView(await updateList(ctx, viewer, collectionKind, change))
      },
      {
        can: 'collections:write',
        params: ByIdParams,
        body: ListPatch,
        response: CollectionView,
        detail: {
          summary: 'Update a collection',
          description: 'Only for its owner. Omitted members keep their value.',
        },
      },
    )
    .delete(
      '/collections/:id',
      async ({ viewer, params, set }) => {
        await deleteList(ctx, viewer, collectionKind, params.id)
        set.status = 204
      },
      {
        can: 'collections:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a collection',
          description: 'The series stay. Requires to be its owner, or `lists:publish`.',
        },
      },
    )
