import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { ListEntryParams } from '../item-lists/model'
import { AdjacentBooksView } from '../books/model'
import { ReadingListProgressView } from './model'
import { getAdjacentInList, getReadingListProgress } from './service'

export const readingListRoutes = (ctx: Context) =>
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
