import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { pickFields } from '../../platform/http/responses/item-fields'
import { type Found, type PagedRequest, PageOf, paged } from '../../platform/http/pagination'
import { ByIdParams, list } from '../../platform/http/shapes'
import { AlphabeticalGroup } from '../series/lists/model'
import { guard } from '../../accounts/permissions/guard'
import { listBookFacets, listBookGroups } from './lists/book-facets'
import { countNumberKinds } from './lists/number-kinds'
import { downloadTypes, getFile } from './files/download'
import { listBooksWithFindings } from './lists/books-with-findings'
import { getBookDetail, getFullBook, patchBook } from './metadata/service'
import {
  BookFacet,
  BookFacetsBody,
  BookGroupsQuery,
  BookListBody,
  BookMatchesQuery,
} from './lists/model'
import {
  AdjacentBooksView,
  BookDetailView,
  BookErrorsQuery,
  BookListQuery,
  BookPatch,
  BooksOfSeriesQuery,
  BooksWithinQuery,
  BookUpdateView,
  BookView,
  FullBookView,
  NumberKindCountView,
} from './model'
import {
  getAdjacentBooks,
  listBooks,
  listBooksMatching,
  listBooksOfLibrary,
  listBooksOfSeries,
} from './service'

const Books = PageOf(BookView)

/** Responds with a page of books. Omits members that the client did not request. */
async function respond(
  http: PagedRequest & { query: Pick<BookListQuery, 'fields'> },
  found: Promise<Found<BookView>>,
) {
  const page = await paged(http, found)
  return pickFields(http.request, page, { item: BookView, fields: http.query.fields })
}

const bytes = Object.fromEntries(
  downloadTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
)
const unchanged = { 304: { description: 'Not modified' } }
const downloadAnswers = {
  200: { description: 'The complete file', content: bytes },
  206: { description: 'The requested range', content: bytes },
  ...unchanged,
  416: { description: 'The range starts after the end of the file' },
}

/** Adds the book routes, except those for metadata. */
export const bookRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(allBooks(ctx))
    .use(booksByCondition(ctx))
    .use(booksWithin(ctx))
    .use(numberKindRoute(ctx))
    .use(oneBook(ctx))
    .use(insideBook(ctx))

const allBooks = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/books',
      ({ viewer, query, request, set }) =>
        respond({ query, request, set }, listBooks(ctx, viewer, query)),
      {
        can: 'books:read',
        query: BookListQuery,
        response: Books,
        detail: {
          summary: 'List books',
          description: 'Ordered by series unless `sort` is given. `full` is accepted and ignored.',
        },
      },
    )
    .get(
      '/books/errors',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listBooksWithFindings(ctx, viewer, query)),
      {
        can: 'books:read',
        query: BookErrorsQuery,
        response: Books,
        detail: {
          summary: 'List books with findings',
          description:
            '`code` filters by finding code. `findings` contains all findings for each book.',
        },
      },
    )

const booksByCondition = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .post(
      '/books/list',
      ({ viewer, query, body, request, set }) =>
        respond({ query, request, set }, listBooksMatching(ctx, viewer, { body, query })),
      {
        can: 'books:read',
        query: BookMatchesQuery,
        body: BookListBody,
        response: Books,
        detail: {
          summary: 'List books that match a condition',
          description:
            'The groups `allOf`, `anyOf` and `not` contain field conditions or other groups. Text is compared case-insensitively for ASCII letters.',
        },
      },
    )
    .post(
      '/books/list/alphabetical-groups',
      ({ viewer, query, body }) => listBookGroups(ctx, viewer, { body, sort: query.sort }),
      {
        can: 'books:read',
        query: BookGroupsQuery,
        body: BookListBody,
        response: list(AlphabeticalGroup),
        detail: {
          summary: 'Count matching books by first letter',
          description:
            'Uses the title of the series, or the title of the book if the list is sorted by `title`. `offset` is the number of books before the group, for jumping to a letter.',
        },
      },
    )
    .post('/books/list/facets', ({ viewer, body }) => listBookFacets(ctx, viewer, body), {
      can: 'books:read',
      body: BookFacetsBody,
      response: list(BookFacet),
      detail: {
        summary: 'Count the field values of matching books',
        description:
          'Returns the 100 most frequent values for each facet. Each facet is counted without the conditions on that facet.',
      },
    })

const booksWithin = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/series/:id/books',
      ({ viewer, params, query, request, set }) =>
        respond({ query, request, set }, listBooksOfSeries(ctx, viewer, params.id, query)),
      {
        can: 'books:read',
        params: ByIdParams,
        query: BooksOfSeriesQuery,
        response: Books,
        detail: {
          summary: 'List the books in a series',
          description: 'Returned in natural order unless `sort` is given.',
        },
      },
    )
    .get(
      '/libraries/:id/books',
      ({ viewer, params, query, request, set }) =>
        respond({ query, request, set }, listBooksOfLibrary(ctx, viewer, params.id, query)),
      {
        can: 'books:read',
        params: ByIdParams,
        query: BooksWithinQuery,
        response: Books,
        detail: {
          summary: 'List the books in a library',
          description: 'Ordered by series unless `sort` is given.',
        },
      },
    )

const numberKindRoute = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/series/:id/number-kinds',
      ({ viewer, params }) => countNumberKinds(ctx, viewer, params.id),
      {
        can: 'books:read',
        params: ByIdParams,
        response: list(NumberKindCountView),
        detail: {
          summary: 'Count the books in a series by what their numbers count',
          description:
            'Issues, chapters and volumes come first, followed by books without a number, collected editions, annuals and specials.',
        },
      },
    )

const oneBook = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Books'] })
    .use(guard(ctx))
    .get('/:id', ({ viewer, params }) => getBookDetail(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: BookDetailView,
      detail: {
        summary: 'Get a book',
        description: 'The same fields as in lists, plus metadata with people by role.',
      },
    })
    .get('/:id/full', ({ viewer, params }) => getFullBook(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: FullBookView,
      detail: {
        summary: 'Get a book with full metadata',
        description: 'Includes locks and your reading progress.',
      },
    })
    .patch('/:id', ({ viewer, params, body }) => patchBook(ctx, viewer, params.id, body), {
      can: 'books:write',
      params: ByIdParams,
      body: BookPatch,
      response: BookUpdateView,
      detail: {
        summary: 'Update the title or number of a book',
        description: 'Locks the changed fields. A null title restores the title from the file.',
      },
    })
    .get('/:id/adjacent', ({ viewer, params }) => getAdjacentBooks(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: AdjacentBooksView,
      detail: {
        summary: 'Get the previous and next book',
        description:
          'Uses the natural order of the series; null at either end. Also returns the position of the book.',
      },
    })

/** Routes for downloading book files. */
const insideBook = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/:id/file',
      ({ viewer, params, request }) => sendContent(request, getFile(ctx, viewer, params.id)),
      {
        can: ['books:read', 'pages:read'],
        params: ByIdParams,
        detail: {
          summary: 'Download the file of a book',
          description:
            'Supports single ranges, `If-Range` and `If-None-Match`. An image folder is streamed as a ZIP.',
          responses: downloadAnswers,
        },
      },
    )
