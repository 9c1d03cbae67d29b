import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams, list } from '../../platform/http/shapes'
import { AlphabeticalGroup } from '../series/lists/model'
import { guard } from '../../accounts/permissions/guard'
import { listBookFacets, listBookGroups } from './lists/book-facets'
import { getFile } from './files/files'
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
  BooksWithinQuery,
  BookUpdateView,
  BookView,
  FullBookView,
} from './model'
import {
  getAdjacentBooks,
  listBooks,
  listBooksMatching,
  listBooksOfLibrary,
  listBooksOfSeries,
  listBooksWithFindings,
} from './service'

const Books = PageOf(BookView)

const bytes = (kind: string) =>
  ({ [kind]: { schema: { type: 'string', format: 'binary' } } }) as const
const unchanged = { 304: { description: 'Not changed since' } }
const downloadAnswers = {
  200: { description: 'The whole file', content: bytes('application/octet-stream') },
  206: { description: 'A part of the file', content: bytes('application/octet-stream') },
  ...unchanged,
  416: { description: 'The file is shorter than that' },
}

/** Everything about books but their metadata. */
export const bookRoutes = (ctx: Context) =>
  new Elysia()
    .use(allBooks(ctx))
    .use(booksByCondition(ctx))
    .use(booksWithin(ctx))
    .use(oneBook(ctx))
    .use(insideBook(ctx))

const allBooks = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/books',
      async ({ viewer, query, request, set }) =>
        createPage({ request, set }, parsePaging(query), await listBooks(ctx, viewer, query)),
      {
        can: 'books:read',
        query: BookListQuery,
        response: Books,
        detail: {
          summary: 'List books',
          description: 'Ordered by series unless `sort` says otherwise. `full` changes nothing.',
        },
      },
    )
    .get(
      '/books/errors',
      async ({ viewer, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listBooksWithFindings(ctx, viewer, query),
        ),
      {
        can: 'books:read',
        query: BookErrorsQuery,
        response: Books,
        detail: {
          summary: 'List books whose files have something wrong',
          description:
            '`code` keeps those with such a finding; `findings` says all of them in words.',
        },
      },
    )

const booksByCondition = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .post(
      '/books/list',
      async ({ viewer, query, body, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listBooksMatching(ctx, viewer, { body, query }),
        ),
      {
        can: 'books:read',
        query: BookMatchesQuery,
        body: BookListBody,
        response: Books,
        detail: {
          summary: 'List the books that meet a condition',
          description:
            'Groups `allOf`, `anyOf` and `not` around fields. Texts are compared without regard to the case of a to z.',
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
          summary: 'Count the books that meet a condition by first letter',
          description:
            'Of their series, or sorted by `title` of their titles. `offset` says where in that order each group begins, for jumps.',
        },
      },
    )
    .post('/books/list/facets', ({ viewer, body }) => listBookFacets(ctx, viewer, body), {
      can: 'books:read',
      body: BookFacetsBody,
      response: list(BookFacet),
      detail: {
        summary: 'Count the values of the books that meet a condition',
        description:
          'The hundred most frequent values of each facet. A facet is counted under all parts of the condition but those that speak of it alone.',
      },
    })

const booksWithin = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/series/:id/books',
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listBooksOfSeries(ctx, viewer, params.id, query),
        ),
      {
        can: 'books:read',
        params: ByIdParams,
        query: BooksWithinQuery,
        response: Books,
        detail: {
          summary: 'List the books of a series',
          description: 'In natural order unless `sort` says otherwise.',
        },
      },
    )
    .get(
      '/libraries/:id/books',
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listBooksOfLibrary(ctx, viewer, params.id, query),
        ),
      {
        can: 'books:read',
        params: ByIdParams,
        query: BooksWithinQuery,
        response: Books,
        detail: {
          summary: 'List the books of a library',
          description: 'Ordered by series unless `sort` says otherwise.',
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
        description: 'The book as in lists, and its metadata with people listed by role.',
      },
    })
    .get('/:id/full', ({ viewer, params }) => getFullBook(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: FullBookView,
      detail: {
        summary: 'Get a book with everything about it',
        description: 'Metadata with locks, and the reading of whoever asks.',
      },
    })
    .patch('/:id', ({ viewer, params, body }) => patchBook(ctx, viewer, params.id, body), {
      can: 'books:write',
      params: ByIdParams,
      body: BookPatch,
      response: BookUpdateView,
      detail: {
        summary: 'Change title or number of a book',
        description: 'Locks what it sets. A title of null is again the one that the file has.',
      },
    })
    .get('/:id/adjacent', ({ viewer, params }) => getAdjacentBooks(ctx, viewer, params.id), {
      can: 'books:read',
      params: ByIdParams,
      response: AdjacentBooksView,
      detail: {
        summary: 'Get the books before and after',
        description: 'Within the series, in natural order; null at its ends.',
      },
    })

/** The file of a book. */
const insideBook = (ctx: Context) =>
  new Elysia({ prefix: '/books', tags: ['Books'] })
    .use(guard(ctx))
    .get('/:id/file', ({ viewer, params, request }) => getFile(ctx, viewer, params.id, request), {
      can: 'books:read',
      params: ByIdParams,
      detail: {
        summary: 'Download the file of a book',
        description:
          'Single ranges, `If-Range` and `If-None-Match` are honoured. A folder of pictures is sent ' +
          'as a ZIP that is made meanwhile.',
        responses: downloadAnswers,
      },
    })
