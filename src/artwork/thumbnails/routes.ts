import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { answersDirectly } from '../../platform/http/requests/direct-answers'
import { guard } from '../../accounts/permissions/guard'
import { sendContent } from '../../platform/http/responses/content'
import { getBookThumbnailContent } from './content/thumbnail-content'
import { orphanRoutes } from './orphans/orphan-routes'
import { BookParams, pictureAnswers, ThumbnailQuery } from './model'
import { recreateThumbnailRoutes } from './recreate/recreate-routes'

export const thumbnailRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Thumbnails'] })
    .use(guard(ctx))
    .use(orphanRoutes(ctx))
    .use(recreateThumbnailRoutes(ctx))

    .get(
      '/books/:id/thumbnail',
      ({ viewer, params, query, request }) =>
        sendContent(request, getBookThumbnailContent(ctx, viewer, params.id, query)),
      {
        can: 'books:read',
        params: BookParams,
        query: ThumbnailQuery,
        detail: {
          [answersDirectly]: true,
          summary: 'Get the thumbnail of a book',
          description:
            'Returns an uncacheable placeholder until the thumbnail exists, and the full-size thumbnail until a version with the given `width` exists.',
          responses: pictureAnswers,
        },
      },
    )
