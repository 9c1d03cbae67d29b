import { type AnyElysia, Elysia } from 'elysia'
import { createThumbnailContent } from '../../../artwork/thumbnails/content/thumbnail-content'
import { getSeriesThumbnail } from '../../../artwork/covers/shown-cover'
import { getIdentity, getSeries } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import { readSmallObject } from '../../../platform/http/body'
import { sendContent } from '../../../platform/http/responses/content'
import { downloadSeries } from '../../../reading/pages/archive-download'
import { handle, options } from '../access/komga-call'
import { buildSeriesDtos } from '../dto/series-dto'
import { searchBooksByQuery } from '../lists/book-search'
import {
  groupSeriesByCondition,
  groupSeriesByQuery,
  listNewestSeries,
  searchSeriesByCondition,
  searchSeriesByQuery,
} from '../lists/series-search'

export const komgaSeriesRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(lists(ctx)).use(one(ctx))

const lists = (ctx: Context) =>
  new Elysia()
    .get('/api/v1/series', handle(ctx, 'series:read', searchSeriesByQuery), options)
    .post(
      '/api/v1/series/list',
      handle(ctx, 'series:read', async (call) =>
        searchSeriesByCondition(call, await readSmallObject(call.request)),
      ),
      options,
    )
    .get(
      '/api/v1/series/alphabetical-groups',
      handle(ctx, 'series:read', groupSeriesByQuery),
      options,
    )
    .post(
      '/api/v1/series/list/alphabetical-groups',
      handle(ctx, 'series:read', async (call) =>
        groupSeriesByCondition(call, await readSmallObject(call.request)),
      ),
      options,
    )
    .get(
      '/api/v1/series/new',
      handle(ctx, 'series:read', (call) => listNewestSeries(call, 'date_added')),
      options,
    )
    .get(
      '/api/v1/series/updated',
      handle(ctx, 'series:read', (call) => listNewestSeries(call, 'date_updated')),
      options,
    )
    .get(
      '/api/v1/series/latest',
      handle(ctx, 'series:read', (call) => listNewestSeries(call, 'date_updated')),
      options,
    )

const one = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/series/:id',
      handle(ctx, 'series:read', async ({ viewer }, { id = '' }) => {
        const [dto] = await buildSeriesDtos(ctx, viewer, [await getSeries(ctx, viewer, id)])
        return dto
      }),
      options,
    )
    .get(
      '/api/v1/series/:id/books',
      handle(ctx, ['series:read', 'books:read'], async (call, { id = '' }) => {
        await getIdentity(ctx.db, call.viewer, id)
        return searchBooksByQuery(call, id)
      }),
      options,
    )
    .get(
      '/api/v1/series/:id/thumbnail',
      handle(ctx, 'series:read', async ({ viewer, request }, { id = '' }) => {
        const thumbnail = await getSeriesThumbnail(ctx, viewer, id)
        return sendContent(request, createThumbnailContent(ctx, thumbnail, { format: 'jpeg' }))
      }),
      options,
    )
    .get(
      '/api/v1/series/:id/file',
      handle(ctx, ['books:read', 'pages:read'], ({ viewer, request }, { id = '' }) =>
        sendContent(request, downloadSeries(ctx, viewer, id)),
      ),
      options,
    )
