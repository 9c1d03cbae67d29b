import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ReadProgressView } from '../../../catalog/books/model'
import { guard } from '../../../accounts/permissions/guard'
import { ByIdParams, unknown } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { HistoryView } from '../model'
import { getBookHistory, getSeriesHistory } from './completions'
import { CompletionParams, EventParams, Timeline, TimelineQuery } from './model'
import { clearBookHistory, clearSeriesHistory, removeCompletion, removeEvent } from './removal'
import { listTimeline, returnToEvent } from './timeline'

const read = { can: 'progress:read' } as const
const removal = { can: 'progress:write', response: { 204: unknown() } } as const

const createRoutes = (ctx: Context) => new Elysia({ tags: ['Reading'] }).use(guard(ctx))

export const historyRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get(
      '/books/:id/read-history',
      ({ viewer, params }) => getBookHistory(ctx, viewer, params.id),
      {
        ...read,
        params: ByIdParams,
        response: HistoryView,
        detail: { summary: 'List your completions of a book', description: 'Newest first.' },
      },
    )
    .get(
      '/series/:id/read-history',
      ({ viewer, params }) => getSeriesHistory(ctx, viewer, params.id),
      {
        ...read,
        params: ByIdParams,
        response: HistoryView,
        detail: {
          summary: 'List your completions of a series',
          description:
            'Newest first. `readCount` can decrease when books are added; the completions are kept.',
        },
      },
    )
    .use(timelineRoutes(ctx))
    .use(removalRoutes(ctx))

const timelineRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get('/user/read-history', ({ viewer, query }) => listTimeline(ctx, viewer, query), {
      ...read,
      query: TimelineQuery,
      response: Timeline,
      detail: {
        operationId: 'listReadingEvents',
        summary: 'List your reading events',
        description:
          'Lists all recorded positions, completions and resets for books that you can see, newest first.',
      },
    })
    .post(
      '/user/read-history/:eventId/return',
      ({ viewer, params }) => returnToEvent(ctx, viewer, params.eventId),
      {
        can: 'progress:write',
        params: EventParams,
        response: ReadProgressView,
        detail: {
          operationId: 'returnToReadingEvent',
          summary: 'Return to an earlier position',
          description:
            'Sets the position in the book to that of the event, even if it is before the current position.',
        },
      },
    )

const removalRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .delete(
      '/user/read-history/:eventId',
      ({ viewer, params, set }) => noContent(set, removeEvent(ctx, viewer, params.eventId)),
      {
        ...removal,
        params: EventParams,
        detail: {
          operationId: 'removeReadingEvent',
          summary: 'Remove a reading event',
          description: 'Also removes the completion recorded by the event. Your position is kept.',
        },
      },
    )
    .use(itemRemovalRoutes(ctx))

const itemRemovalRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .delete(
      '/books/:id/read-history',
      ({ viewer, params, set }) => noContent(set, clearBookHistory(ctx, viewer, params.id)),
      {
        ...removal,
        params: ByIdParams,
        detail: {
          operationId: 'clearBookReadHistory',
          summary: 'Clear your completions of a book',
          description: 'Your position and read status are kept.',
        },
      },
    )
    .delete(
      '/books/:id/read-history/:completionId',
      ({ viewer, params, set }) =>
        noContent(
          set,
          removeCompletion(ctx, viewer, { bookId: params.id, id: params.completionId }),
        ),
      {
        ...removal,
        params: CompletionParams,
        detail: {
          operationId: 'removeBookCompletion',
          summary: 'Remove a completion of a book',
          description: 'The read counts of the book and its series are updated.',
        },
      },
    )
    .delete(
      '/series/:id/read-history',
      ({ viewer, params, set }) => noContent(set, clearSeriesHistory(ctx, viewer, params.id)),
      {
        ...removal,
        params: ByIdParams,
        detail: {
          operationId: 'clearSeriesReadHistory',
          summary: 'Clear your completions of a series',
          description: 'Includes the entries of its books. Positions and read status are kept.',
        },
      },
    )
