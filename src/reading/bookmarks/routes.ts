import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { created, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  AllBookmarksQuery,
  BookmarkCreation,
  BookmarkParams,
  BookmarkPatch,
  Bookmarks,
  BookmarksQuery,
  BookmarkView,
} from './model'
import {
  addBookmark,
  listOwnBookmarks,
  listBookBookmarks,
  updateBookmark,
  removeBookmark,
} from './service'

export const bookmarkRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Bookmarks'] })
    .use(guard(ctx))
    .get(
      '/bookmarks',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listOwnBookmarks(ctx, viewer, query)),
      {
        can: 'progress:read',
        query: AllBookmarksQuery,
        response: Bookmarks,
        detail: {
          summary: 'List your bookmarks',
          description: 'Lists bookmarks in all books, newest first. `search` filters by note.',
        },
      },
    )
    .get(
      '/books/:id/bookmarks',
      ({ viewer, params, query, request, set }) =>
        paged(
          { query, request, set },
          listBookBookmarks(ctx, viewer, params.id, parsePaging(query)),
        ),
      {
        can: 'progress:read',
        params: ByIdParams,
        query: BookmarksQuery,
        response: Bookmarks,
        detail: {
          summary: 'List your bookmarks in a book',
          description: 'Bookmarks are listed by their position in the book.',
        },
      },
    )
    .use(changeRoutes(ctx))

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/bookmarks', tags: ['Bookmarks'] })
    .use(guard(ctx))
    .post(
      '',
      async ({ viewer, params, body, set }) => {
        const { bookmark, isNew } = await addBookmark(ctx, viewer, params.id, body)
        return isNew ? created(set, bookmark) : bookmark
      },
      {
        can: 'progress:write',
        params: ByIdParams,
        body: BookmarkCreation,
        response: { 200: BookmarkView, 201: BookmarkView },
        detail: {
          summary: 'Add a bookmark',
          description:
            'Returns 200 if the page already has a bookmark; a given note replaces the existing one.',
        },
      },
    )
    .patch(
      '/:bookmarkId',
      ({ viewer, params, body }) =>
        updateBookmark(ctx, viewer, { bookId: params.id, id: params.bookmarkId }, body),
      {
        can: 'progress:write',
        params: BookmarkParams,
        body: BookmarkPatch,
        response: BookmarkView,
        detail: { summary: 'Update the note of a bookmark', description: 'null removes the note.' },
      },
    )
    .delete(
      '/:bookmarkId',
      ({ viewer, params, set }) =>
        noContent(set, removeBookmark(ctx, viewer, params.id, params.bookmarkId)),
      {
        can: 'progress:write',
        params: BookmarkParams,
        detail: {
          summary: 'Delete a bookmark',
          description: 'Also deletes the note.',
          responses: { 204: { description: 'Deleted' } },
        },
      },
    )
