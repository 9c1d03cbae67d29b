import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { readKomgaBody } from '../access/body'
import { handle, options } from '../access/komga-call'
import { applyBookUpdate, applyBookUpdates, applySeriesUpdate } from './service'
import { BookUpdate, BookUpdates, SeriesUpdate } from './update-model'

export const komgaMetadataRoutes = (ctx: Context) =>
  new Elysia()
    .patch(
      '/api/v1/series/:id/metadata',
      handle(ctx, 'series:write', async ({ viewer, request }, { id = '' }) => {
        await applySeriesUpdate(ctx, viewer, id, await readKomgaBody(request, SeriesUpdate))
        return undefined
      }),
      options,
    )
    .patch(
      '/api/v1/books/metadata',
      handle(ctx, 'books:write', async ({ viewer, request }) => {
        await applyBookUpdates(ctx, viewer, await readKomgaBody(request, BookUpdates))
        return undefined
      }),
      options,
    )
    .patch(
      '/api/v1/books/:id/metadata',
      handle(ctx, 'books:write', async ({ viewer, request }, { id = '' }) => {
        await applyBookUpdate(ctx, viewer, id, await readKomgaBody(request, BookUpdate))
        return undefined
      }),
      options,
    )
