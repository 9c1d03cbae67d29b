import { Elysia } from 'elysia'
import { BookView } from '../../catalog/books/model'
import type { Context } from '../../context'
import { createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import {
  PurgeBody,
  PurgePage,
  PurgesQuery,
  PurgeView,
  RestoredView,
  TrashedBookPage,
  TrashedBooksQuery,
  TrashedSeriesPage,
  TrashedSeriesQuery,
} from './model'
import { getPurge, listPurges, purgeBook, purgeLibrary, purgeSeries } from './purge'
import {
  listBooksInTrash,
  listSeriesInTrash,
  restoreBook,
  restoreSeries,
  trashBook,
  trashSeries,
} from './service'

export const trashRoutes = (ctx: Context) =>
  new Elysia()
    .use(listRoutes(ctx))
    .use(bookRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(purgeRoutes(ctx))
    .use(recordRoutes(ctx))

const nothingLost =
  'Nothing is lost: it can be restored, with all that was said of it and read in it.'
const done = { responses: { 204: { description: 'Done' } } }
const forGood =
  'The name must be typed. A copy of the database is made first (SQLite). What was read is kept, and comes back when a book of the same content is found again. Files are never deleted.'

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/trash', tags: ['Trash'] })
    .use(guard(ctx))

    .get(
      '/books',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage(
          { request, set },
          paging,
          await listBooksInTrash(ctx, viewer, query, paging),
        )
      },
      {
        can: 'books:delete',
        query: TrashedBooksQuery,
        response: TrashedBookPage,
        detail: {
          summary: 'List books in the trash',
          description: 'The newest first. `missing`: their files are gone; `removed`: by a person.',
        },
      },
    )

    .get(
      '/series',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage(
          { request, set },
          paging,
          await listSeriesInTrash(ctx, viewer, query, paging),
        )
      },
      {
        can: 'series:delete',
        query: TrashedSeriesQuery,
        response: TrashedSeriesPage,
        detail: {
          summary: 'List series in the trash',
          description: 'Those of which all books are there. The newest first.',
        },
      },
    )

const bookRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Trash'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      async ({ viewer, params, set }) => {
        await trashBook(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'books:delete',
        params: ByIdParams,
        detail: {
          summary: 'Put a book into the trash',
          description: `${nothingLost} Its file stays, and no scan brings the book back.`,
          ...done,
        },
      },
    )

    .post('/:id/restore', ({ viewer, params }) => restoreBook(ctx, viewer, params.id), {
      can: 'books:delete',
      params: ByIdParams,
      response: BookView,
      detail: {
        summary: 'Restore a book from the trash',
        description: '409 when its file is missing: then it comes back with the file.',
      },
    })

const seriesRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series', tags: ['Trash'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      async ({ viewer, params, set }) => {
        await trashSeries(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'series:delete',
        params: ByIdParams,
        detail: {
          summary: 'Put a series into the trash',
          description: `With all its books. ${nothingLost}`,
          ...done,
        },
      },
    )

    .post('/:id/restore', ({ viewer, params }) => restoreSeries(ctx, viewer, params.id), {
      can: 'series:delete',
      params: ByIdParams,
      response: RestoredView,
      detail: {
        summary: 'Restore a series from the trash',
        description: 'All its books whose files are there. 409 when there is none.',
      },
    })

const purgeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Trash'] })
    .use(guard(ctx))

    .post(
      '/books/:id/purge',
      async ({ viewer, params, body, status }) =>
        status(202, await purgeBook(ctx, viewer, params.id, body.name)),
      {
        can: 'books:delete',
        params: ByIdParams,
        body: PurgeBody,
        response: { 202: PurgeView },
        detail: { summary: 'Delete a book in the trash for good', description: forGood },
      },
    )

    .post(
      '/series/:id/purge',
      async ({ viewer, params, body, status }) =>
        status(202, await purgeSeries(ctx, viewer, params.id, body.name)),
      {
        can: 'series:delete',
        params: ByIdParams,
        body: PurgeBody,
        response: { 202: PurgeView },
        detail: {
          summary: 'Delete for good what is in the trash of a series',
          description: `Its books in the trash, and the series itself when it is there. ${forGood}`,
        },
      },
    )

    .post(
      '/libraries/:id/purge',
      async ({ viewer, params, body, status }) =>
        status(202, await purgeLibrary(ctx, viewer, params.id, body.name)),
      {
        can: 'libraries:delete',
        params: ByIdParams,
        body: PurgeBody,
        response: { 202: PurgeView },
        detail: {
          summary: 'Delete for good what is in the trash of a library',
          description: `Where the library itself is in the trash, all of it. ${forGood}`,
        },
      },
    )

const recordRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/purges', tags: ['Trash'] })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage({ request, set }, paging, await listPurges(ctx, viewer, paging))
      },
      {
        can: 'books:delete',
        query: PurgesQuery,
        response: PurgePage,
        detail: {
          summary: 'List what was deleted for good',
          description: 'The newest first. Kept for 90 days.',
        },
      },
    )

    .get('/:id', ({ viewer, params }) => getPurge(ctx, viewer, params.id), {
      can: 'books:delete',
      params: ByIdParams,
      response: PurgeView,
      detail: { summary: 'Get a purge', description: 'How far it is, or how it ended.' },
    })
