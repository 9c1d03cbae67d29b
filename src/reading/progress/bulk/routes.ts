import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { guard } from '../../../accounts/permissions/guard'
import { ByIdParams } from '../../../platform/http/shapes'
import { undoMark } from './undo-marks'
import { markBooks, markManySeries } from './service'
import { BooksToMark, BulkMarkedView, SeriesToMark, UndoneMarkView } from '../model'

const words = { read: 'completed', unread: 'unread' } as const
const each = 'At most 500 items. `problems` lists those that could not be changed.'

export const bulkReadingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(markRoutes(ctx, 'read')).use(markRoutes(ctx, 'unread')).use(undoRoutes(ctx))

const undoRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading'] })
    .use(guard(ctx))
    .post('/progress/marks/:id/undo', ({ viewer, params }) => undoMark(ctx, viewer, params.id), {
      can: 'progress:write',
      params: ByIdParams,
      response: UndoneMarkView,
      detail: {
        summary: 'Undo marking many books',
        description:
          'Restores positions, dates and completions of the books of `undoId`, as they were before. Books that were read or marked again since are left as they are. Possible once, within an hour, unless much else was marked since.',
      },
    })

const markRoutes = (ctx: Context, word: keyof typeof words) =>
  new Elysia({ tags: ['Reading'] })
    .use(guard(ctx))
    .post(
      `/books/bulk/${word}`,
      ({ viewer, body: { bookIds } }) => markBooks(ctx, viewer, { bookIds, state: words[word] }),
      {
        can: 'progress:write',
        body: BooksToMark,
        response: BulkMarkedView,
        detail: { summary: `Mark many books as ${word}`, description: each },
      },
    )
    .post(
      `/series/bulk/${word}`,
      ({ viewer, body: { seriesIds } }) =>
        markManySeries(ctx, viewer, { seriesIds, state: words[word] }),
      {
        can: 'progress:write',
        body: SeriesToMark,
        response: BulkMarkedView,
        detail: {
          summary: `Mark many series as ${word}`,
          description: `Marks all books of each series. ${each}`,
        },
      },
    )
