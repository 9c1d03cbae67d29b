import { type AnyElysia, Elysia } from 'elysia'
import { BookView } from '../../catalog/books/model'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  ContinueBody,
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
import { preservedRoutes } from './preserved/routes'
import { getPurge, listPurges, purgeBook, purgeLibrary, purgeSeries } from './purge'
import { continueBook, separateContinuedBook } from './continue-books'
import {
  listBooksInTrash,
  listSeriesInTrash,
  restoreBook,
  restoreSeries,
  trashBook,
  trashSeries,
} from './service'

export const trashRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(listRoutes(ctx))
    .use(bookRoutes(ctx))
    .use(copyRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(purgeRoutes(ctx))
    .use(recordRoutes(ctx))
    .use(preservedRoutes(ctx))

const restorableNote = 'Restoring brings back all metadata and reading progress.'
const done = { responses: { 204: { description: 'No content' } } }
const purgeNote =
  'Requires the name as confirmation. Backs up the database first (SQLite). What users have read and rated is kept, and restored if a book with the same content is found again. Within 90 days, bookmarks, highlights, edits with locks, covers and places in lists are restored as well. Files are never deleted.'

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/trash', tags: ['Trash'] })
    .use(guard(ctx))

    .get(
      '/books',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listBooksInTrash(ctx, viewer, query, parsePaging(query))),
      {
        can: 'books:delete',
        query: TrashedBooksQuery,
        response: TrashedBookPage,
        detail: {
          summary: 'List books in the trash',
          description:
            'Newest first. `missing`: the file is missing; `removed`: a user removed the book. A book whose file is missing and that a copy continues has left the trash: it is listed only with `reason=continued`, and returns when its file is found.',
        },
      },
    )

    .get(
      '/series',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listSeriesInTrash(ctx, viewer, query, parsePaging(query))),
      {
        can: 'series:delete',
        query: TrashedSeriesQuery,
        response: TrashedSeriesPage,
        detail: {
          summary: 'List series in the trash',
          description: 'Lists series whose books are all in the trash, newest first.',
        },
      },
    )

const bookRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Trash'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, trashBook(ctx, viewer, params.id)),
      {
        can: 'books:delete',
        params: ByIdParams,
        detail: {
          summary: 'Move a book to the trash',
          description: `${restorableNote} The file is kept, and scans do not restore the book.`,
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
        description:
          '409 if the file is missing; the book is then restored when the file returns. If a copy continues the book, the message names it, and `POST /books/{id}/separate` separates the two.',
      },
    })

const copyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Trash'] })
    .use(guard(ctx))

    .post(
      '/:id/continue',
      ({ viewer, params, body, set }) =>
        noContent(set, continueBook(ctx, viewer, params.id, body.bookId)),
      {
        can: 'books:write',
        params: ByIdParams,
        body: ContinueBody,
        detail: {
          summary: 'Copy user data from another book',
          description:
            'Copies all user data from another book with the same content: reading progress, bookmarks, list entries, settings, edits and covers. The other book keeps its data. Nothing is counted twice. 409 if the contents differ.',
          ...done,
        },
      },
    )

    .post(
      '/:id/separate',
      ({ viewer, params, set }) => noContent(set, separateContinuedBook(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        detail: {
          summary: 'Separate a trashed book from its copy',
          description:
            'Takes the user data of a book in the trash back from the copy that continues it. The trashed book keeps everything, and the copy keeps what users have changed in it since. Nothing continues the book again unless a user decides so (`POST /books/{id}/continue`). 409 if nothing continues the book.',
          ...done,
        },
      },
    )

const seriesRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series', tags: ['Trash'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, trashSeries(ctx, viewer, params.id)),
      {
        can: 'series:delete',
        params: ByIdParams,
        detail: {
          summary: 'Move a series to the trash',
          description: `Includes all books of the series. ${restorableNote}`,
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
        description:
          'Restores all books whose files exist. 409 if no files exist. If copies continue the books, the message names their series.',
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
        detail: { summary: 'Permanently delete a book in the trash', description: purgeNote },
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
          summary: 'Permanently delete trashed books in a series',
          description: `Also deletes the series itself if it is in the trash. ${purgeNote}`,
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
          summary: 'Permanently delete everything in the trash of a library',
          description: `If the library itself is in the trash, the library is deleted as well. ${purgeNote}`,
        },
      },
    )

const recordRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/purges', tags: ['Trash'] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listPurges(ctx, viewer, parsePaging(query))),
      {
        can: 'books:delete',
        query: PurgesQuery,
        response: PurgePage,
        detail: {
          summary: 'List purges',
          description: 'Newest first. Purges are kept for 90 days.',
        },
      },
    )

    .get('/:id', ({ viewer, params }) => getPurge(ctx, viewer, params.id), {
      can: 'books:delete',
      params: ByIdParams,
      response: PurgeView,
      detail: {
        summary: 'Get a purge',
        description: 'Returns the progress or result of the purge.',
      },
    })
