import { type AnyElysia, Elysia } from 'elysia'
import { ReadProgressView } from '../../catalog/books/model'
import type { Context } from '../../context'
import { paged, parsePaging } from '../../platform/http/pagination'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { markSeriesRead, markSeriesUnread } from './bulk/service'
import { bulkReadingRoutes } from './bulk/routes'
import {
  BookList,
  BookListQuery,
  BooksOfLibraryQuery,
  MarkedView,
  NextBookView,
  ProgressList,
  ProgressListQuery,
  ProgressUpdate,
} from './model'
import { getProgress, listProgress, markRead, markUnread, setHidden, setProgress } from './service'
import { noContent, orNoContent } from '../../platform/http/responses/statuses'
import { historyRoutes } from './history/routes'
import { getNextBook } from './shelves/next-book'
import { listShelf, listLibraryShelf, type ShelfName } from './shelves/service'

const nothing = unknown()
const orNothing = { 200: ReadProgressView, 204: nothing }
const read = { can: 'progress:read', params: ByIdParams } as const
const write = { can: 'progress:write', params: ByIdParams } as const

export const readingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(progressRoutes(ctx))
    .use(progressListRoutes(ctx))
    .use(markRoutes(ctx))
    .use(continueRoutes(ctx))
    .use(historyRoutes(ctx))
    .use(bulkReadingRoutes(ctx))
    .use(nextBookRoutes(ctx))
    .use(shelfRoutes(ctx, 'in-progress', 'List books in progress'))
    .use(shelfRoutes(ctx, 'on-deck', 'List books on deck'))
    .use(shelfRoutes(ctx, 'recently-read', 'List recently read books'))
    .use(shelfRoutes(ctx, 'recently-added', 'List recently added books'))

const createRoutes = (ctx: Context) => new Elysia({ tags: ['Reading'] }).use(guard(ctx))

const progressRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .get(
      '/books/:id/progress',
      ({ viewer, params, set }) => orNoContent(set, getProgress(ctx, viewer, params.id)),
      {
        ...read,
        response: orNothing,
        detail: {
          summary: 'Get your progress in a book',
          description: 'Returns 204 if the book was not started or is marked as unread.',
        },
      },
    )
    .put(
      '/books/:id/progress',
      ({ viewer, params, body, set }) =>
        orNoContent(set, setProgress(ctx, viewer, params.id, body)),
      {
        ...write,
        body: ProgressUpdate,
        response: orNothing,
        detail: {
          summary: 'Update your progress in a book',
          description:
            'Reaching the last page or 98% completes the book, unless `completed` is false. ' +
            'An event older than the current position is only added to the reading history.',
        },
      },
    )
    .delete(
      '/books/:id/progress',
      ({ viewer, params, set }) => noContent(set, markUnread(ctx, viewer, params.id)),
      {
        ...write,
        response: { 204: nothing },
        detail: {
          summary: 'Delete your progress in a book',
          description: 'Completions are kept. Reading again starts a new pass.',
        },
      },
    )

const progressListRoutes = (ctx: Context) =>
  createRoutes(ctx).get(
    '/progress',
    ({ viewer, query, request, set }) =>
      paged({ query, request, set }, listProgress(ctx, viewer, parsePaging(query))),
    {
      can: 'progress:read',
      query: ProgressListQuery,
      response: ProgressList,
      detail: {
        summary: 'List your progress',
        description: 'Lists started books, most recently read first.',
      },
    },
  )

const markRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .post(
      '/books/:id/read',
      ({ viewer, params, set }) => orNoContent(set, markRead(ctx, viewer, params.id)),
      {
        ...write,
        response: orNothing,
        detail: {
          summary: 'Mark a book as read',
          description: 'Does nothing if the book is already read.',
        },
      },
    )
    .post(
      '/books/:id/unread',
      ({ viewer, params, set }) => noContent(set, markUnread(ctx, viewer, params.id)),
      {
        ...write,
        response: { 204: nothing },
        detail: {
          summary: 'Mark a book as unread',
          description: 'Completions are kept. Reading again starts a new pass.',
        },
      },
    )
    .post('/series/:id/read', ({ viewer, params }) => markSeriesRead(ctx, viewer, params.id), {
      ...write,
      response: MarkedView,
      detail: {
        summary: 'Mark a series as read',
        description: 'Marks all books of the series in one transaction.',
      },
    })
    .post('/series/:id/unread', ({ viewer, params }) => markSeriesUnread(ctx, viewer, params.id), {
      ...write,
      response: MarkedView,
      detail: {
        summary: 'Mark a series as unread',
        description: 'Marks all books of the series in one transaction.',
      },
    })

const continueRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .delete(
      '/books/:id/continue-reading',
      ({ viewer, params, set }) => noContent(set, setHidden(ctx, viewer, params.id, true)),
      {
        ...write,
        response: { 204: nothing },
        detail: {
          summary: 'Hide a book from Continue reading',
          description:
            'Your progress is kept. The book returns to the books in progress when you read it again.',
        },
      },
    )
    .put(
      '/books/:id/continue-reading',
      ({ viewer, params, set }) => noContent(set, setHidden(ctx, viewer, params.id, false)),
      {
        ...write,
        response: { 204: nothing },
        detail: {
          summary: 'Show a hidden book in Continue reading again',
          description: 'Does nothing if the book is not hidden.',
        },
      },
    )

const nextBookRoutes = (ctx: Context) =>
  createRoutes(ctx).get(
    '/series/:id/next-book',
    ({ viewer, params }) => getNextBook(ctx, viewer, params.id),
    {
      can: 'books:read',
      params: ByIdParams,
      response: NextBookView,
      detail: {
        summary: 'Get the book with which to continue a series',
        description:
          'The most recently read book in progress. Otherwise, the first unread book after the furthest one read, among the issues, volumes or chapters before collected editions, annuals and specials. null if all books are read.',
      },
    },
  )

const shelfRoutes = (ctx: Context, name: ShelfName, summary: string) =>
  createRoutes(ctx)
    .get(
      `/books/${name}`,
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listShelf(ctx, viewer, name, query)),
      {
        can: 'books:read',
        query: BookListQuery,
        response: BookList,
        detail: {
          summary,
          description:
            'Includes books from all libraries that you can see, or from a single library.',
        },
      },
    )
    .get(
      `/libraries/:id/books/${name}`,
      ({ viewer, params, query, request, set }) => {
        const within = { ...query, libraryId: params.id }
        return paged({ query, request, set }, listLibraryShelf(ctx, viewer, name, within))
      },
      {
        can: 'books:read',
        params: ByIdParams,
        query: BooksOfLibraryQuery,
        response: BookList,
        detail: { summary: `${summary} in a library`, description: 'Most recent first.' },
      },
    )
