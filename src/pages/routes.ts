import { Elysia } from 'elysia'
import type { Context } from '../context'
import { ByIdParams, list } from '../http/shapes'
import { guard } from '../users/guard'
import { PageParams, PageQuery, PageView } from './model'
import { getPage, getPageThumbnail, listPages } from './service'

const picture = { schema: { type: 'string', format: 'binary' } } as const
const unchanged = { 304: { description: 'Not changed since' } }
const pageAnswers = {
  200: { description: 'The page', content: { 'image/*': picture } },
  ...unchanged,
}
const thumbnailAnswers = {
  200: { description: 'The page, small', content: { 'image/webp': picture } },
  ...unchanged,
}

/** The pages of books as pictures. */
export const pageRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Pages'] })
    .use(guard(ctx))
    .get('/:id/pages', ({ viewer, params }) => listPages(ctx, viewer, params.id), {
      can: 'pages:read',
      params: ByIdParams,
      response: list(PageView),
      detail: {
        summary: 'List the pages of a book',
        description: 'Ids are made from book and page number, so they stay the same.',
      },
    })
    .get(
      '/:id/pages/:number',
      ({ viewer, params, query, request }) =>
        getPage(ctx, viewer, params.id, { number: Number(params.number), query, request }),
      {
        can: 'pages:read',
        params: PageParams,
        query: PageQuery,
        detail: {
          summary: 'Get a page',
          description:
            'Numbered from 1. As it lies in the file, unless a size, form or quality is asked for; ' +
            'sizes are rounded up to the next of a few, and pages are never enlarged. A resized page ' +
            'is JPEG unless `format` says otherwise. Strong ETag; reading a page is not counted.',
          responses: pageAnswers,
        },
      },
    )
    .get(
      '/:id/pages/:number/thumbnail',
      ({ viewer, params, request }) =>
        getPageThumbnail(ctx, viewer, params.id, { number: Number(params.number), request }),
      {
        can: 'pages:read',
        params: PageParams,
        detail: {
          summary: 'Get a small picture of a page',
          description: 'WebP, at most 320 pixels wide and 640 high.',
          responses: thumbnailAnswers,
        },
      },
    )
