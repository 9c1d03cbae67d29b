import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import {
  maxWanted,
  WantToReadAdd,
  WantToReadBulk,
  WantToReadBulkView,
  WantToReadList,
  WantToReadOrder,
  WantToReadPlace,
  WantToReadQuery,
  WantToReadView,
} from './model'
import {
  listWantToRead,
  reorderWantToRead,
  moveInWantToRead,
  removeFromWantToRead,
  addAllToWantToRead,
  addToWantToRead,
} from './service'

export const wantToReadRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Want to read'] })
    .use(guard(ctx))
    .get(
      '/want-to-read',
      async ({ viewer, query, request, set }) =>
        createPage({ request, set }, parsePaging(query), await listWantToRead(ctx, viewer, query)),
      {
        can: 'progress:read',
        query: WantToReadQuery,
        response: WantToReadList,
        detail: { summary: 'List what you want to read', description: 'In your own order.' },
      },
    )
    .post(
      '/want-to-read',
      async ({ viewer, body, set }) => {
        const { entry, isNew } = await addToWantToRead(ctx, viewer, body)
        set.status = isNew ? 201 : 200
        return entry
      },
      {
        can: 'progress:write',
        body: WantToReadAdd,
        response: { 200: WantToReadView, 201: WantToReadView },
        detail: {
          summary: 'Add a series or a book to what you want to read',
          description: `200 when it is in the queue already. A queue takes at most ${maxWanted} entries.`,
        },
      },
    )
    .post('/want-to-read/bulk', ({ viewer, body }) => addAllToWantToRead(ctx, viewer, body), {
      can: 'progress:write',
      body: WantToReadBulk,
      response: WantToReadBulkView,
      detail: { summary: 'Add many to what you want to read', description: 'All or none.' },
    })
    .use(changeRoutes(ctx))

const done = { can: 'progress:write', response: { 204: unknown() } } as const

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Want to read'] })
    .use(guard(ctx))
    .put(
      '/want-to-read',
      async ({ viewer, body, set }) => {
        await reorderWantToRead(ctx, viewer, body.entryIds)
        set.status = 204
      },
      {
        ...done,
        body: WantToReadOrder,
        detail: {
          summary: 'Put what you want to read in order',
          description: 'Takes the ids of all entries.',
        },
      },
    )
    .put(
      '/want-to-read/:id/place',
      async ({ viewer, params, body, set }) => {
        await moveInWantToRead(ctx, viewer, { id: params.id, place: body.place })
        set.status = 204
      },
      {
        ...done,
        params: ByIdParams,
        body: WantToReadPlace,
        detail: {
          summary: 'Put one entry at another place',
          description: 'The others keep their order. `id` is that of the entry.',
        },
      },
    )
    .use(removalRoutes(ctx))

const removalRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Want to read'] })
    .use(guard(ctx))
    .delete(
      '/want-to-read/series/:id',
      async ({ viewer, params, set }) => {
        await removeFromWantToRead(ctx, viewer, { seriesId: params.id, bookId: null })
        set.status = 204
      },
      {
        ...done,
        params: ByIdParams,
        detail: {
          summary: 'Take a series off the queue',
          description: 'Done when it is not there.',
        },
      },
    )
    .delete(
      '/want-to-read/books/:id',
      async ({ viewer, params, set }) => {
        await removeFromWantToRead(ctx, viewer, { seriesId: null, bookId: params.id })
        set.status = 204
      },
      {
        ...done,
        params: ByIdParams,
        detail: { summary: 'Take a book off the queue', description: 'Done when it is not there.' },
      },
    )
