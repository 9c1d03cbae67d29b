import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import {
  BookThumbnailsBody,
  ForceBody,
  JobAnswer,
  LibraryParams,
  SeriesThumbnailsBody,
  ThumbnailsBody,
  ThumbnailsOfSeriesBody,
  ThumbnailTasks,
} from '../model'
import {
  createBookThumbnails,
  createLibrarySeriesThumbnails,
  createSeriesThumbnails,
  createThumbnails,
  recreateLibraryThumbnails,
} from './recreate'

export const recreateThumbnailRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(libraryRoutes(ctx)).use(itemRoutes(ctx)).use(bulkRoutes(ctx)).use(seriesRoutes(ctx))

const response = { 202: ThumbnailTasks }
const skipped = 'Books that you cannot see are skipped.'
const router = (ctx: Context) => new Elysia({ tags: ['Thumbnails'] }).use(guard(ctx))

const libraryRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/libraries/:id/books/thumbnails/generate',
      async ({ viewer, params, status }) =>
        status(202, await recreateLibraryThumbnails(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: LibraryParams,
        response: { 202: JobAnswer },
        detail: { summary: 'Regenerate all thumbnails in a library' },
      },
    )

    .post(
      '/libraries/:id/series/thumbnails/generate',
      async ({ viewer, params, body, status }) =>
        status(202, await createLibrarySeriesThumbnails(ctx, viewer, params.id, body)),
      {
        can: 'books:write',
        params: LibraryParams,
        body: ForceBody,
        response,
        detail: { summary: 'Create the thumbnails of all series in a library' },
      },
    )

const itemRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/books/:id/thumbnail/generate',
      async ({ viewer, params, body, status }) =>
        status(202, await createBookThumbnails(ctx, viewer, params.id, body)),
      {
        can: 'books:write',
        params: ByIdParams,
        body: ForceBody,
        response,
        detail: { summary: 'Create the thumbnail of a book' },
      },
    )

    .post(
      '/series/:id/thumbnail/generate',
      async ({ viewer, params, body, status }) =>
        status(202, await createSeriesThumbnails(ctx, viewer, params.id, body)),
      {
        can: 'books:write',
        params: ByIdParams,
        body: ForceBody,
        response,
        detail: { summary: 'Create the thumbnails of a series' },
      },
    )

const bulkRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/books/thumbnails/generate',
      async ({ viewer, body, status }) => status(202, await createThumbnails(ctx, viewer, body)),
      {
        can: 'books:write',
        body: ThumbnailsBody,
        response,
        detail: {
          summary: 'Create thumbnails',
          description: `For the books that match all given members, or for all books. ${skipped}`,
        },
      },
    )

    .post(
      '/books/bulk/thumbnails/generate',
      async ({ viewer, body, status }) => status(202, await createThumbnails(ctx, viewer, body)),
      {
        can: 'books:write',
        body: BookThumbnailsBody,
        response,
        detail: { summary: 'Create the thumbnails of several books', description: skipped },
      },
    )

/** Covers that were uploaded or come from a provider keep their thumbnails. */
const seriesRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/series/thumbnails/generate',
      async ({ viewer, body, status }) => status(202, await createThumbnails(ctx, viewer, body)),
      {
        can: 'books:write',
        body: ThumbnailsOfSeriesBody,
        response,
        detail: {
          summary: 'Create the thumbnails of the books of series',
          description: `For the series that match all given members, or for all series. ${skipped}`,
        },
      },
    )

    .post(
      '/series/bulk/thumbnails/generate',
      async ({ viewer, body, status }) => status(202, await createThumbnails(ctx, viewer, body)),
      {
        can: 'books:write',
        body: SeriesThumbnailsBody,
        response,
        detail: { summary: 'Create the thumbnails of several series', description: skipped },
      },
    )

    .post(
      '/series/bulk/thumbnails/books/generate',
      async ({ viewer, body, status }) => status(202, await createThumbnails(ctx, viewer, body)),
      {
        can: 'books:write',
        body: SeriesThumbnailsBody,
        response,
        detail: {
          summary: 'Create the thumbnails of the books in several series',
          description: skipped,
        },
      },
    )
