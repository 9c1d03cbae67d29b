import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { andThen } from '../../platform/lib/async/now-or-later'
import { answersDirectly } from '../../platform/http/requests/direct-answers'
import { guard } from '../../accounts/permissions/guard'
import { answerThumbnail, answerPlaceholder } from './responses/thumbnail-response'
import { orphanRoutes } from './orphans/orphan-routes'
import { BookParams, pictureAnswers, ThumbnailQuery } from './model'
import { recreateThumbnailRoutes } from './recreate/recreate-routes'
import { getBookThumbnail } from './service'
import { requestBookThumbnail } from './request-thumbnail'

export const thumbnailRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Thumbnails'] })
    .use(guard(ctx))
    .use(orphanRoutes(ctx))
    .use(recreateThumbnailRoutes(ctx))

    .get(
      '/books/:id/thumbnail',
      ({ viewer, params, query, request }) => {
        const found = andThen(getBookThumbnail(ctx, viewer, params.id), (row) =>
          answerThumbnail(ctx, request, row, query),
        )
        return andThen(found, (answer) => {
          if (!answer) requestBookThumbnail(ctx, params.id)
          return answer ?? answerPlaceholder(query)
        })
      },
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
