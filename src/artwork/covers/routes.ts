import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { createThumbnailContent } from '../thumbnails/content/thumbnail-content'
import { pictureAnswers, ThumbnailQuery } from '../thumbnails/model'
import { answersDirectly } from '../../platform/http/requests/direct-answers'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  CoverList,
  CoverParams,
  CoverSource,
  CoverView,
  PageOfBookAsCover,
  SelectedSource,
  OwnerParams,
  UploadForm,
} from './model'
import {
  deleteSeriesCover,
  getCoverFile,
  getSeriesThumbnail,
  listSeriesCovers,
  selectCoverSource,
  selectSeriesCover,
  uploadCover,
  usePageAsCover,
} from './service'

export const coverRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Covers'] })
    .use(guard(ctx))
    .use(choices(ctx))
    .use(pageAsCover(ctx))
    .use(pictures(ctx))

    .get('/covers', ({ viewer, params }) => listSeriesCovers(ctx, viewer, params.id), {
      can: 'series:read',
      params: OwnerParams,
      response: CoverList,
      detail: {
        summary: 'List the covers of a series',
        description:
          "Lists uploaded covers, covers from plugins, and images in the series' folder.",
      },
    })

    .post('/cover', ({ viewer, params, body }) => uploadCover(ctx, viewer, params.id, body), {
      can: 'series:write',
      params: OwnerParams,
      body: UploadForm,
      response: CoverView,
      detail: {
        summary: 'Upload a cover for a series',
        operationId: 'uploadSeriesCover',
        description:
          'Accepts JPEG, PNG, WebP, GIF or AVIF. The cover is selected and locked against changes by plugins.',
      },
    })

    .delete(
      '/covers/:coverId',
      ({ viewer, params, set }) =>
        noContent(set, deleteSeriesCover(ctx, viewer, params.id, params.coverId)),
      {
        can: 'series:write',
        params: CoverParams,
        detail: {
          summary: 'Delete a series cover',
          responses: { 204: { description: 'No content' } },
        },
      },
    )

/** Routes that select the cover to show. */
const choices = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))

    .patch(
      '/cover/source',
      ({ viewer, params, body }) => selectCoverSource(ctx, viewer, params.id, body.source),
      {
        can: 'series:write',
        params: OwnerParams,
        body: CoverSource,
        response: SelectedSource,
        detail: { summary: 'Select the cover source for a series' },
      },
    )

    .put(
      '/covers/:coverId/select',
      ({ viewer, params }) => selectSeriesCover(ctx, viewer, params.id, params.coverId),
      {
        can: 'series:write',
        params: CoverParams,
        response: CoverView,
        detail: { summary: 'Select a cover for a series', operationId: 'selectSeriesCover' },
      },
    )

    .delete(
      '/covers/selected',
      ({ viewer, params, set }) =>
        noContent(set, selectCoverSource(ctx, viewer, params.id, 'first_book')),
      {
        can: 'series:write',
        params: OwnerParams,
        detail: {
          summary: 'Reset the cover of a series to that of its first book',
          operationId: 'resetSeriesCover',
          responses: { 204: { description: 'No content' } },
        },
      },
    )

const pageAsCover = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .post(
      '/cover/page',
      ({ viewer, params, body }) => usePageAsCover(ctx, viewer, params.id, body),
      {
        can: ['series:write', 'pages:read'],
        params: OwnerParams,
        body: PageOfBookAsCover,
        response: CoverView,
        detail: {
          summary: 'Use a page of a book as the cover of its series',
          operationId: 'usePageAsSeriesCover',
          description: 'Stores a copy of the page as a custom cover, which is selected and locked.',
        },
      },
    )

const pictures = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))

    .get(
      '/thumbnail',
      async ({ viewer, params, query, request }) => {
        const thumbnail = await getSeriesThumbnail(ctx, viewer, params.id)
        return sendContent(request, createThumbnailContent(ctx, thumbnail, query))
      },
      {
        can: 'series:read',
        params: OwnerParams,
        query: ThumbnailQuery,
        detail: {
          [answersDirectly]: true,
          summary: 'Get the thumbnail of a series',
          responses: pictureAnswers,
        },
      },
    )

    .get(
      '/covers/:coverId/image',
      ({ viewer, params, request }) =>
        sendContent(request, getCoverFile(ctx, viewer, params.id, params.coverId)),
      {
        can: 'series:read',
        params: CoverParams,
        detail: {
          [alsoRefuses]: [409],
          summary: 'Get the original file of a series cover',
          responses: pictureAnswers,
        },
      },
    )
