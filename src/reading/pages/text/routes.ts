import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { ByIdParams } from '../../../platform/http/shapes'
import { PageParams } from '../model'
import { getPageText } from '../service'
import { BookSearch, BookSearchQuery, PageText } from './model'
import { searchBook } from './page-texts'

/** Routes for the text of pages. */
export const pageTextRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(textOfPages(ctx)).use(search(ctx))

const options = { prefix: '/books', tags: ['Pages'] }

const textOfPages = (ctx: Context) =>
  new Elysia(options)
    .use(guard(ctx))
    .get(
      '/:id/pages/:number/text',
      ({ viewer, params, request }) =>
        sendContent(
          request,
          getPageText(ctx, viewer, params.id, Number(params.number)),
        ) as unknown as Promise<PageText>,
      {
        can: 'pages:read',
        params: PageParams,
        response: PageText,
        detail: {
          summary: 'Get the text of a page',
          description:
            'Returns the lines and links of a page of a PDF, or the lines of a page of a comic with a `.mokuro` file next to it, with their positions on the displayed page. The lists are empty for pages of other books and scans without text. Sends a strong ETag.',
        },
      },
    )

const search = (ctx: Context) =>
  new Elysia(options)
    .use(guard(ctx))
    .get(
      '/:id/search',
      ({ viewer, params, query, request }) =>
        searchBook(ctx, viewer, params.id, { query: query.query, recipient: request }),
      {
        can: 'pages:read',
        params: ByIdParams,
        query: BookSearchQuery,
        response: BookSearch,
        detail: {
          summary: 'Search the text of a PDF or comic',
          description:
            'Returns the first 500 matches in the order of the pages. Case, accents, ligatures and hyphens are ignored, and `ss` finds `ß`. Comics have text if a `.mokuro` file is next to them.',
        },
      },
    )
