import { Elysia } from 'elysia'
import type { Context } from '../context'
import { isUnchanged } from '../http/conditional'
import { answerThumbnail, answerWithout } from '../thumbnails/answer'
import { pictureAnswers } from '../thumbnails/model'
import { guard } from '../users/guard'
import {
  CoverList,
  CoverParams,
  CoverSource,
  CoverView,
  PictureQuery,
  SelectedSource,
  SeriesParams,
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
} from './service'

export const coverRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Covers'] })
    .use(guard(ctx))
    .use(choices(ctx))
    .use(pictures(ctx))

    .get('/covers', ({ viewer, params }) => listSeriesCovers(ctx, viewer, params.id), {
      can: 'series:read',
      params: SeriesParams,
      response: CoverList,
      detail: {
        summary: 'List the covers of a series',
        description: 'Those that people and plugins gave, and the pictures that lie in its folder.',
      },
    })

    .post('/cover', ({ viewer, params, body }) => uploadCover(ctx, viewer, params.id, body.file), {
      can: 'series:write',
      params: SeriesParams,
      body: UploadForm,
      response: CoverView,
      detail: {
        summary: 'Upload a cover',
        operationId: 'uploadSeriesCover',
        description: 'JPEG, PNG, WebP, GIF or AVIF. It is selected and locked against plugins.',
      },
    })

    .delete(
      '/covers/:coverId',
      async ({ viewer, params, set }) => {
        await deleteSeriesCover(ctx, viewer, params.id, params.coverId)
        set.status = 204
      },
      {
        can: 'series:write',
        params: CoverParams,
        detail: { summary: 'Delete a cover', responses: { 204: { description: 'Done' } } },
      },
    )

/** Which of the covers is shown. */
const choices = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))

    .patch(
      '/cover/source',
      ({ viewer, params, body }) => selectCoverSource(ctx, viewer, params.id, body.source),
      {
        can: 'series:write',
        params: SeriesParams,
        body: CoverSource,
        response: SelectedSource,
        detail: { summary: 'Select which cover a series shows' },
      },
    )

    .put(
      '/covers/:coverId/select',
      ({ viewer, params }) => selectSeriesCover(ctx, viewer, params.id, params.coverId),
      {
        can: 'series:write',
        params: CoverParams,
        response: CoverView,
        detail: { summary: 'Select one cover of a series', operationId: 'selectSeriesCover' },
      },
    )

    .delete(
      '/covers/selected',
      async ({ viewer, params, set }) => {
        await selectCoverSource(ctx, viewer, params.id, 'first_book')
        set.status = 204
      },
      {
        can: 'series:write',
        params: SeriesParams,
        detail: {
          summary: 'Show the first book again',
          operationId: 'resetSeriesCover',
          responses: { 204: { description: 'Done' } },
        },
      },
    )

const pictures = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))

    .get(
      '/thumbnail',
      async ({ viewer, params, query, request }) => {
        const { row, remake } = await getSeriesThumbnail(ctx, viewer, params.id)
        const answer = await answerThumbnail(ctx, request, row)
        if (!answer) remake()
        return answer ?? answerWithout(query)
      },
      {
        can: 'series:read',
        params: SeriesParams,
        query: PictureQuery,
        detail: { summary: 'Get the thumbnail of a series', responses: pictureAnswers },
      },
    )

    .get(
      '/covers/:coverId/image',
      async ({ viewer, params, request }) => {
        const cover = await getCoverFile(ctx, viewer, params.id, params.coverId)
        const headers = {
          etag: cover.etag,
          'cache-control': 'private, max-age=86400',
          'content-type': cover.mediaType,
        }
        if (isUnchanged(request, headers.etag)) return new Response(null, { status: 304, headers })
        return new Response(cover.file, { headers })
      },
      {
        can: 'series:read',
        params: CoverParams,
        detail: { summary: 'Get a cover as it was uploaded', responses: pictureAnswers },
      },
    )
