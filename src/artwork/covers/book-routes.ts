import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from '../../accounts/permissions/guard'
import { noContent } from '../../platform/http/responses/statuses'
import {
  deleteBookCover,
  getBookCoverFile,
  listBookCovers,
  resetBookCover,
  selectBookCover,
  uploadBookCover,
  usePageOfBook,
} from './book-covers'
import { itemCoverRoutes, type RoutedCovers } from './item-cover-routes'
import { BookCoverList, BookCoverView, OwnerParams, PageAsCover } from './model'

export const bookCoverRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(itemCoverRoutes(ctx, bookCovers)).use(choiceRoutes(ctx))

const bookCovers: RoutedCovers = {
  path: '/books/:id',
  noun: 'book',
  read: 'books:read',
  write: 'books:write',
  View: BookCoverView,
  List: BookCoverList,
  listNote:
    'Lists uploaded covers and copied pages. None is selected while the default cover is shown.',
  uploadNote: 'The cover is selected and locked.',
  list: listBookCovers,
  upload: uploadBookCover,
  select: selectBookCover,
  remove: deleteBookCover,
  getFile: getBookCoverFile,
}

const choiceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id', tags: ['Covers'] })
    .use(guard(ctx))
    .post(
      '/cover/page',
      ({ viewer, params, body }) => usePageOfBook(ctx, viewer, params.id, body.page),
      {
        can: ['books:write', 'pages:read'],
        params: OwnerParams,
        body: PageAsCover,
        response: BookCoverView,
        detail: {
          summary: 'Use a page of a book as its cover',
          operationId: 'usePageAsBookCover',
          description:
            'Stores and selects a copy of the page, so the cover stays the same when the file changes.',
        },
      },
    )
    .delete(
      '/covers/selected',
      ({ viewer, params, set }) => noContent(set, resetBookCover(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: OwnerParams,
        detail: {
          summary: 'Reset the cover of a book to its default',
          operationId: 'resetBookCover',
          description: 'Uploaded covers stay available.',
          responses: { 204: { description: 'No content' } },
        },
      },
    )
