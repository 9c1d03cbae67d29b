import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { paged } from '../../platform/http/pagination'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { created, noContent } from '../../platform/http/responses/statuses'
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
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listWantToRead(ctx, viewer, query)),
      {
        can: 'progress:read',
        query: WantToReadQuery,
        response: WantToReadList,
        detail: {
          summary: 'List the entries in your want-to-read list',
          description: 'Entries are listed in the custom order unless `sort` is given.',
        },
      },
    )
    .post(
      '/want-to-read',
      async ({ viewer, body, set }) => {
        const { entry, isNew } = await addToWantToRead(ctx, viewer, body)
        return isNew ? created(set, entry) : entry
      },
      {
        can: 'progress:write',
        body: WantToReadAdd,
        response: { 200: WantToReadView, 201: WantToReadView },
        detail: {
          summary: 'Add a series or book to your want-to-read list',
          description: `Returns 200 if the entry is already in the list. The list can have at most ${maxWanted.toLocaleString('en')} entries.`,
        },
      },
    )
    .post('/want-to-read/bulk', ({ viewer, body }) => addAllToWantToRead(ctx, viewer, body), {
      can: 'progress:write',
      body: WantToReadBulk,
      response: WantToReadBulkView,
      detail: {
        summary: 'Add many series or books to your want-to-read list',
        description: 'Adds all of the items or none.',
      },
    })
    .use(changeRoutes(ctx))

const done = { can: 'progress:write', response: { 204: unknown() } } as const

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Want to read'] })
    .use(guard(ctx))
    .put(
      '/want-to-read',
      ({ viewer, body, set }) => noContent(set, reorderWantToRead(ctx, viewer, body.entryIds)),
      {
        ...done,
        body: WantToReadOrder,
        detail: {
          summary: 'Reorder your want-to-read list',
          description: 'Requires the IDs of all entries.',
        },
      },
    )
    .put(
      '/want-to-read/:id/place',
      ({ viewer, params, body, set }) =>
        noContent(set, moveInWantToRead(ctx, viewer, { id: params.id, place: body.place })),
      {
        ...done,
        params: ByIdParams,
        body: WantToReadPlace,
        detail: {
          summary: 'Move an entry to another position',
          description: '`id` is the ID of the entry. The order of the other entries is kept.',
        },
      },
    )
    .use(removalRoutes(ctx))

const removalRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Want to read'] })
    .use(guard(ctx))
    .delete(
      '/want-to-read/series/:id',
      ({ viewer, params, set }) =>
        noContent(set, removeFromWantToRead(ctx, viewer, { seriesId: params.id, bookId: null })),
      {
        ...done,
        params: ByIdParams,
        detail: {
          summary: 'Remove a series from your want-to-read list',
          description: 'Succeeds even if the series is not in the list.',
        },
      },
    )
    .delete(
      '/want-to-read/books/:id',
      ({ viewer, params, set }) =>
        noContent(set, removeFromWantToRead(ctx, viewer, { seriesId: null, bookId: params.id })),
      {
        ...done,
        params: ByIdParams,
        detail: {
          summary: 'Remove a book from your want-to-read list',
          description: 'Succeeds even if the book is not in the list.',
        },
      },
    )
