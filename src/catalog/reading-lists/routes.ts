import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, PageOf, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'

import { NoContent, type Viewer } from '../../accounts/permissions/model'
import { guard } from '../../accounts/permissions/guard'
import { ListCreation, ListEntryParams, ListPatch, ListsQuery } from '../item-lists/model'
import { createList, deleteList, type ListView, updateList } from '../item-lists/service'
import { AdjacentBooksView, BookView } from '../books/model'
import { ReadingListBooksQuery, ReadingListProgressView, ReadingListView } from './model'
import {
  buildReadingListViews,
  readingListKind,
  getAdjacentInList,
  getReadingList,
  getReadingListProgress,
  listReadingLists,
  listReadingListBooks,
  listReadingListsOfBook,
} from './service'

export const readingListRoutes = (ctx: Context): AnyElysia =>
  new Elysia().use(readRoutes(ctx)).use(progressRoutes(ctx)).use(changeRoutes(ctx))

const readRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/readlists',
      async ({ viewer, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listReadingLists(ctx, viewer, query),
        ),
      {
        can: 'readlists:read',
        query: ListsQuery,
        response: PageOf(ReadingListView),
        detail: {
          summary: 'List reading lists',
          description:
            'Yours, those shared with you and those for everybody, by name. A reading list of others in which you can see nothing is left out.',
        },
      },
    )
    .get('/readlists/:id', ({ viewer, params }) => getReadingList(ctx, viewer, params.id), {
      can: 'readlists:read',
      params: ByIdParams,
      response: ReadingListView,
      detail: { summary: 'Get a reading list' },
    })
    .get(
      '/readlists/:id/books',
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listReadingListBooks(ctx, viewer, params.id, query),
        ),
      {
        can: ['readlists:read', 'books:read'],
        params: ByIdParams,
        query: ReadingListBooksQuery,
        response: PageOf(BookView),
        detail: {
          summary: 'List the books of a reading list',
          description: 'In the order of the list unless `sort` is given.',
        },
      },
    )
    .get(
      '/books/:id/readlists',
      async ({ viewer, params, query, request, set }) =>
        createPage(
          { request, set },
          parsePaging(query),
          await listReadingListsOfBook(ctx, viewer, params.id, query),
        ),
      {
        can: ['readlists:read', 'books:read'],
        params: ByIdParams,
        query: ListsQuery,
        response: PageOf(ReadingListView),
        detail: { summary: 'List the reading lists of a book' },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .post(
      '/readlists',
      async ({ viewer, body, set }) => {
        set.status = 201
        return buildView(ctx, viewer, await createList(ctx, viewer, readingListKind, body))
      },
      {
        can: 'readlists:write',
        body: ListCreation,
        response: { 201: ReadingListView },
        detail: {
          summary: 'Create a reading list',
          description: 'Private unless `sharing` is given. Sharing requires `lists:publish`.',
        },
      },
    )
    .patch(
      '/readlists/:id',
      async ({ viewer, params, body }) => {
        const change = { id: params.id, patch: body }
        return buildView(ctx, viewer, await updateList(ctx, viewer, readingListKind, change))
      },
      {
        can: 'readlists:write',
        params: ByIdParams,
        body: ListPatch,
        response: ReadingListView,
        detail: {
          summary: 'Update a reading list',
          description: 'Only for its owner. Omitted members keep their value.',
        },
      },
    )
    .delete(
      '/readlists/:id',
      async ({ viewer, params, set }) => {
        await deleteList(ctx, viewer, readingListKind, params.id)
        set.status = 204
      },
      {
        can: 'readlists:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a reading list',
          description: 'The books stay. Requires to be its owner, or `lists:publish`.',
        },
      },
    )

async function buildView(ctx: Context, viewer: Viewer, list: ListView) {
  const [view] = await buildReadingListViews(ctx, viewer, [list])
  return view!
}

const progressRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/readlists/:id/progress',
      ({ viewer, params }) => getReadingListProgress(ctx, viewer, params.id),
      {
        can: ['readlists:read', 'books:read', 'progress:read'],
        params: ByIdParams,
        response: ReadingListProgressView,
        detail: {
          summary: 'Get your progress in a reading list',
          description: 'Books read, and the first unread one in the order of the list.',
        },
      },
    )
    .get(
      '/readlists/:id/books/:itemId/adjacent',
      ({ viewer, params }) =>
        getAdjacentInList(ctx, viewer, { id: params.id, bookId: params.itemId }),
      {
        can: ['readlists:read', 'books:read'],
        params: ListEntryParams,
        response: AdjacentBooksView,
        detail: {
          summary: 'Get the books before and after a book of a reading list',
          description: 'In the order of the list, among the books that you can see.',
        },
      },
    )
