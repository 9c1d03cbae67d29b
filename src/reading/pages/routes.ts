import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { answersDirectly } from '../../platform/http/requests/direct-answers'
import { sendContent } from '../../platform/http/responses/content'
import { sendJson } from '../../platform/http/responses/shared-json'
import { ByIdParams, list } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { PageParams, PageQuery, PageView } from './model'
import { downloadSeries } from './archive-download'
import { getPage, getPageList, getPageThumbnail } from './service'

const binary = { schema: { type: 'string', format: 'binary' } } as const
const unchanged = { 304: { description: 'Not modified' } }
const pageAnswers = {
  200: { description: 'The page', content: { 'image/*': binary } },
  ...unchanged,
}
const thumbnailAnswers = {
  200: { description: 'The thumbnail of the page', content: { 'image/webp': binary } },
  ...unchanged,
}

const zipAnswers = {
  200: { description: 'The archive', content: { 'application/zip': binary } },
}

export const pageRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(pagesOfBook(ctx)).use(imagesOfPages(ctx)).use(wholeSeries(ctx))

const wholeSeries = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))
    .get(
      '/series/:id/download',
      ({ viewer, params, request }) => sendContent(request, downloadSeries(ctx, viewer, params.id)),
      {
        can: ['books:read', 'pages:read'],
        params: ByIdParams,
        detail: {
          summary: 'Download a series',
          description:
            'Returns a single ZIP file with the files of all books, in order. It is streamed, so ranges are not supported.',
          responses: zipAnswers,
        },
      },
    )

const pagesOfBook = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Pages'] }).use(guard(ctx)).get(
    '/:id/pages',
    async ({ viewer, params }) => {
      const pages = await getPageList(ctx, viewer, params.id)
      return typeof pages === 'string' ? (sendJson(pages) as unknown as PageView[]) : pages
    },
    {
      can: 'pages:read',
      params: ByIdParams,
      response: list(PageView),
      detail: {
        summary: 'List the pages of a book',
        description: 'Page IDs are derived from the book and the page number, so they are stable.',
      },
    },
  )

const imagesOfPages = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Pages'] })
    .use(guard(ctx))
    .get(
      '/:id/pages/:number',
      ({ viewer, params, query, request }) =>
        sendContent(
          request,
          getPage(ctx, viewer, params.id, { number: Number(params.number), query }),
        ),
      {
        can: 'pages:read',
        params: PageParams,
        query: PageQuery,
        detail: {
          [answersDirectly]: true,
          summary: 'Get a page',
          description:
            'Page numbers start at 1. Returns the original image unless a smaller size or a `format` is requested. Sizes and quality are rounded up to fixed steps, and images are never enlarged. Resized images are JPEG unless `format` is given. Sends a strong ETag. Does not update reading progress.',
          responses: pageAnswers,
        },
      },
    )
    .get(
      '/:id/pages/:number/thumbnail',
      ({ viewer, params, request }) =>
        sendContent(request, getPageThumbnail(ctx, viewer, params.id, Number(params.number))),
      {
        can: 'pages:read',
        params: PageParams,
        detail: {
          [answersDirectly]: true,
          summary: 'Get the thumbnail of a page',
          description:
            'Returns a WebP image of at most 320 by 640 pixels. Of a page that is more than twice as high as wide, it shows the top.',
          responses: thumbnailAnswers,
        },
      },
    )
