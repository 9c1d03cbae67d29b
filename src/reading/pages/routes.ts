import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams, list } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { PageParams, PageQuery, PageView } from './model'
import { downloadSeries } from './series-download'
import { getPage, getPageThumbnail, listPages } from './service'

const binary = { schema: { type: 'string', format: 'binary' } } as const
const unchanged = { 304: { description: 'Not changed since' } }
const pageAnswers = {
  200: { description: 'The page', content: { 'image/*': binary } },
  ...unchanged,
}
const thumbnailAnswers = {
  200: { description: 'The page, small', content: { 'image/webp': binary } },
  ...unchanged,
}

const zipAnswers = {
  200: { description: 'The archive', content: { 'application/zip': binary } },
}

export const pageRoutes = (ctx: Context) => new Elysia().use(pagesOfBook(ctx)).use(wholeSeries(ctx))

const wholeSeries = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))
    .get(
      '/series/:id/download',
      ({ viewer, params, request }) => downloadSeries(ctx, viewer, params.id, request),
      {
        can: 'books:read',
        params: ByIdParams,
        detail: {
          summary: 'Download a series',
          description:
            'The files of its books in one ZIP, in order, under their names. Made while it is sent, ' +
            'so it can be neither resumed nor asked for in parts.',
          responses: zipAnswers,
        },
      },
    )

/** The pages of books as pictures. */
const pagesOfBook = (ctx: Context) =>
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
