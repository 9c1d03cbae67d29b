import { type AnyElysia, Elysia } from 'elysia'
import { getBookThumbnailContent } from '../../../artwork/thumbnails/content/thumbnail-content'
import { getFile } from '../../../catalog/books/files/download'
import { bookMessages } from '../../../catalog/books/messages'
import { getAdjacentBooks, getBookView } from '../../../catalog/books/service'
import type { Viewer } from '../../../accounts/permissions/model'
import { canSeeLibrary } from '../../../accounts/permissions/permission-rules'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { readSmallObject } from '../../../platform/http/body'
import { sendContent } from '../../../platform/http/responses/content'
import { listShelf, type ShelfName } from '../../../reading/progress/shelves/service'
import { handle, isPossibleId, type KomgaCall, options } from '../access/komga-call'
import { buildBookDtos } from '../dto/book-dto'
import { searchBooksByCondition, searchBooksByQuery } from '../lists/book-search'
import { createKomgaPage, readPaging, toPageQuery } from '../lists/komga-paging'
import { readList } from '../lists/list-parameters'

export const komgaBookRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(listRoutes(ctx)).use(itemRoutes(ctx)).use(fileRoutes(ctx))

const listRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/books',
      handle(ctx, 'books:read', (call) => searchBooksByQuery(call)),
      options,
    )
    .post(
      '/api/v1/books/list',
      handle(ctx, 'books:read', async (call) =>
        searchBooksByCondition(call, await readSmallObject(call.request)),
      ),
      options,
    )
    .get(
      '/api/v1/books/latest',
      handle(ctx, 'books:read', (call) => listShelfPage(call, 'recently-added')),
      options,
    )
    .get(
      '/api/v1/books/ondeck',
      handle(ctx, 'books:read', (call) => listShelfPage(call, 'on-deck')),
      options,
    )

async function listShelfPage({ ctx, viewer, query }: KomgaCall, shelf: ShelfName) {
  const paging = readPaging(query)
  const limited = limitLibraries(viewer, readList(query, 'library_id'))
  const found = await listShelf(ctx, limited, shelf, toPageQuery(paging))
  const data = await buildBookDtos(ctx, viewer, found.data)
  return createKomgaPage(paging, { data, total: found.total })
}

/** Limits the viewer to the given libraries. IDs from another server match no library. */
function limitLibraries(viewer: Viewer, wanted: readonly string[]): Viewer {
  if (wanted.length === 0) return viewer
  const libraryIds = wanted.filter((id) => isPossibleId(id) && canSeeLibrary(viewer, id))
  return { ...viewer, libraryIds }
}

const itemRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/books/:id',
      handle(ctx, 'books:read', async ({ viewer }, { id = '' }) => {
        const [dto] = await buildBookDtos(ctx, viewer, [await getBookView(ctx, viewer, id)])
        return dto
      }),
      options,
    )
    .get(
      '/api/v1/books/:id/next',
      handle(ctx, 'books:read', (call, { id = '' }) => getNeighbor(call, id, 'next')),
      options,
    )
    .get(
      '/api/v1/books/:id/previous',
      handle(ctx, 'books:read', (call, { id = '' }) => getNeighbor(call, id, 'prev')),
      options,
    )

async function getNeighbor({ ctx, viewer }: KomgaCall, id: string, side: 'next' | 'prev') {
  const neighbor = (await getAdjacentBooks(ctx, viewer, id))[side]
  if (!neighbor) throw notFound(bookMessages.not_found())
  const [dto] = await buildBookDtos(ctx, viewer, [neighbor])
  return dto
}

const fileRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/books/:id/thumbnail',
      handle(ctx, 'books:read', ({ viewer, request }, { id = '' }) =>
        sendContent(request, getBookThumbnailContent(ctx, viewer, id, { format: 'jpeg' })),
      ),
      options,
    )
    .get(
      '/api/v1/books/:id/file',
      handle(ctx, ['books:read', 'pages:read'], ({ viewer, request }, { id = '' }) =>
        sendContent(request, getFile(ctx, viewer, id)),
      ),
      options,
    )
    .get(
      '/api/v1/books/:id/file/*',
      handle(ctx, ['books:read', 'pages:read'], ({ viewer, request }, { id = '' }) =>
        sendContent(request, getFile(ctx, viewer, id)),
      ),
      options,
    )
