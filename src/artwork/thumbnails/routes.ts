import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from '../../accounts/permissions/guard'
import { answerThumbnail, answerWithout } from './answer'
import { cleanUpThumbnails } from './clean-up'
import {
  BookParams,
  CleanUpQuery,
  CleanUpResult,
  JobAnswer,
  LibraryParams,
  pictureAnswers,
  ThumbnailQuery,
} from './model'
import { getBookThumbnail, makeSoon, remakeLibraryThumbnails } from './service'

export const thumbnailRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Thumbnails'] })
    .use(guard(ctx))
    .use(maintenance(ctx))

    .get(
      '/books/:id/thumbnail',
      async ({ viewer, params, query, request }) => {
        const row = await getBookThumbnail(ctx, viewer, params.id)
        const answer = await answerThumbnail(ctx, request, row, query)
        if (!answer) makeSoon(ctx, params.id)
        return answer ?? answerWithout(query)
      },
      {
        can: 'books:read',
        params: BookParams,
        query: ThumbnailQuery,
        detail: {
          summary: 'Get the thumbnail of a book',
          description:
            'While it is not made yet, a placeholder that must not be kept. Of a `width` that is not made yet the larger picture comes.',
          responses: pictureAnswers,
        },
      },
    )

    .post(
      '/libraries/:id/books/thumbnails/generate',
      async ({ viewer, params, status }) =>
        status(202, await remakeLibraryThumbnails(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: LibraryParams,
        response: { 202: JobAnswer },
        detail: { summary: 'Make all thumbnails of a library anew' },
      },
    )

const maintenance = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))

    .post(
      '/maintenance/cleanup-thumbnails',
      ({ query }) => cleanUpThumbnails(ctx, query.dryRun === 'true'),
      {
        can: 'system:admin',
        query: CleanUpQuery,
        response: CleanUpResult,
        detail: {
          summary: 'Remove orphaned thumbnails',
          description:
            'Those whose book or cover is gone. With `dryRun=true` they are only counted.',
        },
      },
    )
