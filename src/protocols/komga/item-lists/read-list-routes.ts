import { type AnyElysia, Elysia } from 'elysia'
import { getListThumbnailContent } from '../../../artwork/covers/lists/list-thumbnail'
import { picturedReadingLists } from '../../../artwork/covers/lists/pictured-lists'
import { bookMessages } from '../../../catalog/books/messages'
import { deleteList } from '../../../catalog/item-lists/service'
import {
  getAdjacentInList,
  getReadingList,
  listReadingListBooks,
  listReadingLists,
  listReadingListsOfBook,
  listReadStates,
  readingListKind,
} from '../../../catalog/reading-lists/service'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { invalid, notFound } from '../../../errors'
import { readSmallObject } from '../../../platform/http/body'
import { downloadReadingList } from '../../../reading/pages/archive-download'
import { markBooks } from '../../../reading/progress/bulk/service'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { buildBookDtos } from '../dto/book-dto'
import { listBooksOfReadList } from '../lists/book-search'
import { createKomgaPage, readPaging, toPageQuery } from '../lists/komga-paging'
import { readParameter } from '../lists/list-parameters'
import { komgaMessages } from '../messages'
import { buildReadListDtos } from './list-dto'
import { createKomgaList, updateKomgaList } from './list-writes'
import { isPlainQuery } from './plain-query'

const path = '/api/v1/readlists'
const one = `${path}/:id` as const
const read = ['readlists:read', 'books:read'] as const

export const komgaReadListRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(readRoutes(ctx)).use(neighborRoutes(ctx)).use(writeRoutes(ctx)).use(progressRoutes(ctx))

const readRoutes = (ctx: Context) =>
  new Elysia()
    .get(path, handle(ctx, 'readlists:read', listAll), options)
    .get(
      one,
      handle(ctx, 'readlists:read', (call, { id = '' }) => getOne(call, id)),
      options,
    )
    .get(`${one}/books`, handle(ctx, read, listBooks), options)
    .get(
      `${one}/file`,
      handle(ctx, [...read, 'pages:read'], ({ viewer, request }, { id = '' }) =>
        sendContent(request, downloadReadingList(ctx, viewer, id)),
      ),
      options,
    )
    .get(
      '/api/v1/books/:id/readlists',
      handle(ctx, read, async ({ viewer }, { id = '' }) => {
        const found = await listReadingListsOfBook(ctx, viewer, id, { pageSize: '1000' })
        return buildReadListDtos(ctx, viewer, found.data)
      }),
      options,
    )
    .get(
      `${one}/thumbnail`,
      handle(ctx, 'readlists:read', ({ viewer, request }, { id = '' }) =>
        sendContent(
          request,
          getListThumbnailContent(ctx, viewer, picturedReadingLists, {
            id,
            query: { format: 'jpeg' },
          }),
        ),
      ),
      options,
    )

function neighborRoutes(ctx: Context) {
  const app = new Elysia()
  for (const [word, side] of [
    ['next', 'next'],
    ['previous', 'prev'],
  ] as const) {
    app.get(
      `${one}/books/:bookId/${word}`,
      handle(ctx, read, async ({ viewer }, { id = '', bookId = '' }) => {
        const neighbor = (await getAdjacentInList(ctx, viewer, { id, bookId }))[side]
        if (!neighbor) throw notFound(bookMessages.not_found())
        const [dto] = await buildBookDtos(ctx, viewer, [neighbor])
        return dto
      }),
      options,
    )
  }
  return app
}

const writeRoutes = (ctx: Context) =>
  new Elysia()
    .post(
      path,
      handle(ctx, 'readlists:write', async (call) =>
        getOne(call, await createKomgaList(call, readingListKind, 'bookIds')),
      ),
      options,
    )
    .patch(
      one,
      handle(ctx, 'readlists:write', async (call, { id = '' }) => {
        await updateKomgaList(call, readingListKind, { id, member: 'bookIds' })
        return undefined
      }),
      options,
    )
    .delete(
      one,
      handle(ctx, 'readlists:delete', async ({ viewer }, { id = '' }) => {
        await deleteList(ctx, viewer, readingListKind, { id })
        return undefined
      }),
      options,
    )

const progressRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      `${one}/read-progress/tachiyomi`,
      handle(ctx, [...read, 'progress:read'], summarizeList),
      options,
    )
    .put(
      `${one}/read-progress/tachiyomi`,
      handle(ctx, [...read, 'progress:write'], markFirst),
      options,
    )

async function listAll({ ctx, viewer, query }: KomgaCall) {
  const paging = readPaging(query)
  const search = readParameter(query, 'search')?.slice(0, 200)
  const asked = { ...toPageQuery(paging), ...(search && { search }) }
  const { data, total } = await listReadingLists(ctx, viewer, asked)
  return createKomgaPage(paging, { data: await buildReadListDtos(ctx, viewer, data), total })
}

async function getOne({ ctx, viewer }: KomgaCall, id: string) {
  const [dto] = await buildReadListDtos(ctx, viewer, [await getReadingList(ctx, viewer, id)])
  return dto
}

async function listBooks(call: KomgaCall, { id = '' }: Record<string, string>) {
  const { ctx, viewer, query } = call
  const paging = readPaging(query)
  if (!isPlainQuery(query)) return listBooksOfReadList(call, await getReadingList(ctx, viewer, id))
  const { data, total } = await listReadingListBooks(ctx, viewer, id, toPageQuery(paging))
  return createKomgaPage(paging, { data: await buildBookDtos(ctx, viewer, data), total })
}

/** Counts the books for trackers, which store how many were read from the start of a list. */
async function summarizeList({ ctx, viewer }: KomgaCall, { id = '' }: Record<string, string>) {
  const books = await listReadStates(ctx, viewer, id)
  const readCount = books.filter(({ isRead }) => isRead).length
  const begun = books.filter(({ isBegun, isRead }) => isBegun && !isRead).length
  const firstUnread = books.findIndex(({ isRead }) => !isRead)
  return {
    booksCount: books.length,
    booksReadCount: readCount,
    booksUnreadCount: books.length - readCount - begun,
    booksInProgressCount: begun,
    lastReadContinuousIndex: firstUnread === -1 ? books.length : firstUnread,
  }
}

/** Marks the first books as read. No book becomes unread. */
async function markFirst(call: KomgaCall, { id = '' }: Record<string, string>) {
  const { ctx, viewer, request } = call
  const { lastBookRead } = ((await readSmallObject(request)) ?? {}) as Record<string, unknown>
  if (typeof lastBookRead !== 'number') throw invalid(komgaMessages.progress_invalid())
  const books = (await listReadStates(ctx, viewer, id)).slice(0, Math.max(0, lastBookRead))
  const unread = books.filter(({ isRead }) => !isRead)
  await markBooks(ctx, viewer, { bookIds: unread.map(({ bookId }) => bookId), state: 'completed' })
  return undefined
}
