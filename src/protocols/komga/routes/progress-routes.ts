import { Elysia } from 'elysia'
import { listBooksOfSeries } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { readSmallObject } from '../../../platform/http/body'
import { markBooks, markSeriesRead, markSeriesUnread } from '../../../reading/progress/bulk/service'
import { markRead, markUnread, setProgress } from '../../../reading/progress/service'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { getNumberSort, hasNumber } from '../dto/book-dto'
import { komgaMessages } from '../messages'

const write = ['books:read', 'progress:write'] as const

export const komgaProgressRoutes = (ctx: Context) =>
  new Elysia()
    .patch('/api/v1/books/:id/read-progress', handle(ctx, write, updateProgress), options)
    .delete(
      '/api/v1/books/:id/read-progress',
      handle(ctx, write, async ({ viewer, request }, { id = '' }) => {
        await markUnread(ctx, viewer, id, getDevice(request))
        return undefined
      }),
      options,
    )
    .post(
      '/api/v1/series/:id/read-progress',
      handle(ctx, write, async ({ viewer, request }, { id = '' }) => {
        await markSeriesRead(ctx, viewer, id, getDevice(request))
        return undefined
      }),
      options,
    )
    .delete(
      '/api/v1/series/:id/read-progress',
      handle(ctx, write, async ({ viewer, request }, { id = '' }) => {
        await markSeriesUnread(ctx, viewer, id, getDevice(request))
        return undefined
      }),
      options,
    )
    .get(
      '/api/v2/series/:id/read-progress/tachiyomi',
      handle(ctx, ['books:read', 'progress:read'], summarizeProgress),
      options,
    )
    .put('/api/v2/series/:id/read-progress/tachiyomi', handle(ctx, write, markUpTo), options)

/**
 * Returns the user agent, which identifies the app, because only some apps send the name of the
 * device.
 */
const getDevice = ({ headers }: Request) => headers.get('user-agent')?.slice(0, 200) || undefined

async function updateProgress({ ctx, viewer, request }: KomgaCall, params: Record<string, string>) {
  const { id = '' } = params
  const { page, completed } = ((await readSmallObject(request)) ?? {}) as Record<string, unknown>
  if (completed === true) {
    await markRead(ctx, viewer, id, getDevice(request))
    return undefined
  }
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > 1_000_000) {
    throw invalid(komgaMessages.progress_invalid())
  }
  const device = getDevice(request)
  await setProgress(ctx, viewer, id, {
    currentPage: page,
    ...(completed === false && { completed }),
    ...(device && { device }),
  })
  return undefined
}

const maxBooks = '10000'

const listAllBooks = async ({ ctx, viewer }: KomgaCall, seriesId: string) =>
  (await listBooksOfSeries(ctx, viewer, seriesId, { pageSize: maxBooks })).data

/**
 * Counts the books for trackers, which store one number per series. Books outside the numbered run
 * are only counted.
 */
async function summarizeProgress(call: KomgaCall, { id = '' }: Record<string, string>) {
  const books = await listAllBooks(call, id)
  const isRead = (book: (typeof books)[number]) => book.readProgress?.completed === true
  const read = books.filter(isRead).length
  const begun = books.filter((book) => book.readProgress && !isRead(book)).length
  const numbered = books.filter(hasNumber)
  const firstUnread = numbered.findIndex((book) => !isRead(book))
  const continuous = firstUnread === -1 ? numbered : numbered.slice(0, firstUnread)
  return {
    booksCount: books.length,
    booksReadCount: read,
    booksUnreadCount: books.length - read - begun,
    booksInProgressCount: begun,
    lastReadContinuousNumberSort: continuous.map(getNumberSort).at(-1) ?? 0,
    maxNumberSort: Math.max(0, ...numbered.map(getNumberSort)),
  }
}

/** Marks every numbered book up to a number as read. No book becomes unread. */
async function markUpTo(call: KomgaCall, { id = '' }: Record<string, string>) {
  const { ctx, viewer, request } = call
  const body = ((await readSmallObject(request)) ?? {}) as Record<string, unknown>
  const last = body['lastBookNumberSortRead']
  if (typeof last !== 'number') throw invalid(komgaMessages.progress_invalid())
  const books = await listAllBooks(call, id)
  const unread = books.filter(
    (book) =>
      hasNumber(book) && getNumberSort(book) <= last && book.readProgress?.completed !== true,
  )
  const bookIds = unread.map((book) => book.id)
  const device = getDevice(request)
  await markBooks(ctx, viewer, { bookIds, state: 'completed', ...(device && { device }) })
  return undefined
}
