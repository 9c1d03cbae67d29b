import { type AnyElysia, Elysia } from 'elysia'
import { BookView } from '../../catalog/books/model'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  ContinueBody,
  PurgePage,
  PurgesQuery,
  PurgeView,
  RestoredView,
  TrashedBookPage,
  TrashedBooksQuery,
  TrashedSeriesPage,
  TrashedSeriesQuery,
} from './model'
import {
  done,
  itemPurgeRoutes,
  itemTrashRoutes,
  type RoutedPurge,
  type RoutedTrash,
} from './item-trash-routes'
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
    .use(itemTrashRoutes(ctx, book))
    .use(copyRoutes(ctx))
    .use(itemTrashRoutes(ctx, series))
    .use(itemPurgeRoutes(ctx, book))
    .use(itemPurgeRoutes(ctx, series))
    .use(itemPurgeRoutes(ctx, library))
    .use(recordRoutes(ctx))
    .use(preservedRoutes(ctx))

const restorableNote = 'Restoring brings back all metadata and reading progress.'

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

const book: RoutedTrash = {
  path: '/books',
  noun: 'book',
  can: 'books:delete',
  trashNote: `${restorableNote} The file is kept, and scans do not restore the book.`,
  restoreNote:
    '409 if the file is missing; the book is then restored when the file returns. If a copy continues the book, the message names it, and `POST /books/{id}/separate` separates the two.',
  purgeSummary: 'Permanently delete a book in the trash',
  Restored: BookView,
  trash: trashBook,
  restore: restoreBook,
  purge: purgeBook,
}

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
            'Removes the user data of a trashed book from the copy that continues it. The trashed book keeps everything, and the copy keeps what users have changed in it since. Nothing continues the book again unless a user decides so (`POST /books/{id}/continue`). 409 if nothing continues the book.',
          ...done,
        },
      },
    )

const series: RoutedTrash = {
  path: '/series',
  noun: 'series',
  can: 'series:delete',
  trashNote: `Includes all books of the series. ${restorableNote}`,
  restoreNote:
    'Restores all books whose files exist. 409 if no files exist. If copies continue the books, the message names their series.',
  purgeSummary: 'Permanently delete trashed books in a series',
  purgeNote: 'Also deletes the series itself if it is in the trash.',
  Restored: RestoredView,
  trash: trashSeries,
  restore: restoreSeries,
  purge: purgeSeries,
}

const library: RoutedPurge = {
  path: '/libraries',
  can: 'libraries:delete',
  purgeSummary: 'Permanently delete everything in the trash of a library',
  purgeNote: 'If the library itself is in the trash, the library is deleted as well.',
  purge: purgeLibrary,
}

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
