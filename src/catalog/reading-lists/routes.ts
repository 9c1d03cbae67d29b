import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { ListEntryParams } from '../item-lists/model'
import { listReadRoutes, type ReadableList } from '../item-lists/routes/read-routes'
import { AdjacentBooksView, BookView } from '../books/model'
import { ReadingListBooksQuery, ReadingListProgressView } from './model'
import {
  getAdjacentInList,
  getReadingList,
  getReadingListProgress,
  listReadingLists,
  listReadingListBooks,
  listReadingListsOfBook,
  routedReadingLists,
} from './service'

export const readingListRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(listReadRoutes(ctx, readableLists)).use(progressRoutes(ctx))

const readableLists: ReadableList = {
  routed: routedReadingLists,
  membershipPath: '/books/:id/readlists',
  plural: 'reading lists',
  item: 'a book',
  read: 'readlists:read',
  readItems: 'books:read',
  ItemView: BookView,
  ItemsQuery: ReadingListBooksQuery,
  list: listReadingLists,
  get: getReadingList,
  listItems: listReadingListBooks,
  listByItem: listReadingListsOfBook,
}

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
