/**
 * Routes that analyze series and books again or move them to the trash. Files are never deleted.
 */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { analyzeBook, analyzeSeries } from '../../../ingest/scanning/reanalyze/reanalyze'
import { trashBook, trashSeries } from '../../../ingest/trash/service'
import { handle, options } from '../access/komga-call'
import { acceptedResponse } from '../responses'

export function komgaItemAdminRoutes(ctx: Context) {
  const app = new Elysia()
  for (const action of ['analyze', 'metadata/refresh'] as const) {
    app
      .post(
        `/api/v1/series/:id/${action}`,
        handle(ctx, 'books:write', async ({ viewer }, { id = '' }) => {
          await analyzeSeries(ctx, viewer, id)
          return acceptedResponse()
        }),
        options,
      )
      .post(
        `/api/v1/books/:id/${action}`,
        handle(ctx, 'books:write', async ({ viewer }, { id = '' }) => {
          await analyzeBook(ctx, viewer, id)
          return acceptedResponse()
        }),
        options,
      )
  }
  return app
    .delete(
      '/api/v1/series/:id/file',
      handle(ctx, 'series:delete', async ({ viewer }, { id = '' }) => {
        await trashSeries(ctx, viewer, id)
        return acceptedResponse()
      }),
      options,
    )
    .delete(
      '/api/v1/books/:id/file',
      handle(ctx, 'books:delete', async ({ viewer }, { id = '' }) => {
        await trashBook(ctx, viewer, id)
        return acceptedResponse()
      }),
      options,
    )
}
