import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'

import { guard } from '../../accounts/permissions/guard'
import { ListEntryParams, ListsQuery } from '../item-lists/model'
import { AdjacentBooksView, BookView } from '../books/model'
import { ReadingListBooksQuery, ReadingListProgressView, ReadingListView } from './model'
import {
  getAdjacentInList,
  getReadingList,
  getReadingListProgress,
  listReadingLists,
  listReadingListBooks,
  listReadingListsOfBook,
} from './service'

export const readingListRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(readRoutes(ctx)).use(progressRoutes(ctx)).use(membershipRoutes(ctx))

const readRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/readlists',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listReadingLists(ctx, viewer, query)),
      {
        can: 'readlists:read',
        query: ListsQuery,
        response: PageOf(ReadingListView),
        detail: {
          summary: 'List reading lists',
          description:
            'Lists your own reading lists, those shared with you and those shared with everybody, by name. Reading lists of other users in which you cannot see any books are left out.',
        },
      },
    )
    .get('/readlists/:id', ({ viewer, params }) => getReadingList(ctx, viewer, params.id), {
      can: 'readlists:read',
      params: ByIdParams,
      response: ReadingListView,
      detail: { summary: 'Get a reading list' },
    })
    .get(
      '/readlists/:id/books',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listReadingListBooks(ctx, viewer, params.id, query)),
      {
        can: ['readlists:read', 'books:read'],
        params: ByIdParams,
        query: ReadingListBooksQuery,
        response: PageOf(BookView),
        detail: {
          summary: 'List the books in a reading list',
          description: "Uses the list's order unless `sort` is given.",
        },
      },
    )

const membershipRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/books/:id/readlists',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listReadingListsOfBook(ctx, viewer, params.id, query)),
      {
        can: ['readlists:read', 'books:read'],
        params: ByIdParams,
        query: ListsQuery,
        response: PageOf(ReadingListView),
        detail: { summary: 'List the reading lists that contain a book' },
      },
    )

const progressRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/readlists/:id/progress',
      ({ viewer, params }) => getReadingListProgress(ctx, viewer, params.id),
      {
        can: ['readlists:read', 'books:read', 'progress:read'],
        params: ByIdParams,
        response: ReadingListProgressView,
        detail: {
          summary: 'Get your progress in a reading list',
          description:
            'Returns the number of books you have read and the first unread one in list order.',
        },
      },
    )
    .get(
      '/readlists/:id/books/:itemId/adjacent',
      ({ viewer, params }) =>
        getAdjacentInList(ctx, viewer, { id: params.id, bookId: params.itemId }),
      {
        can: ['readlists:read', 'books:read'],
        params: ListEntryParams,
        response: AdjacentBooksView,
        detail: {
          summary: 'Get the books before and after a book in a reading list',
          description: 'Uses the order of the list, and only books that you can see.',
        },
      },
    )
