/** Creates missing thumbnails on request, or all of them again. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { requireLibrary } from '../../../catalog/libraries/service'
import { bookMessages } from '../../../catalog/books/messages'
import { seriesMessages } from '../../../catalog/series/messages'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Tx } from '../../../platform/db/store'
import { makeThumbnails, type ThumbnailsBody, type ThumbnailTasks } from '../model'
import { type BookFilter, deleteThumbnails, listVisibleBooks } from '../queries'

const booksPerSlice = 200

export async function recreateLibraryThumbnails(ctx: Context, viewer: Viewer, libraryId: string) {
  await requireLibrary(ctx, viewer, libraryId)
  const taskId = await ctx.write((tx) =>
    ctx.queue.enqueue(
      tx,
      makeThumbnails,
      { libraryId, all: true },
      { key: `all-thumbs:${libraryId}`, priority: -10, again: true },
    ),
  )
  return { taskId: taskId ?? null }
}

/** Throws a `Refusal` if the viewer cannot see the book. */
export async function createBookThumbnails(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  options: Pick<ThumbnailsBody, 'force'>,
): Promise<ThumbnailTasks> {
  const tasks = await createThumbnails(ctx, viewer, { ...options, bookIds: [bookId] })
  if (tasks.bookCount === 0) throw notFound(bookMessages.not_found())
  return tasks
}

/** Throws a `Refusal` if the viewer cannot see any book of the series. */
export async function createSeriesThumbnails(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  options: Pick<ThumbnailsBody, 'force'>,
): Promise<ThumbnailTasks> {
  const tasks = await createThumbnails(ctx, viewer, { ...options, seriesIds: [seriesId] })
  if (tasks.bookCount === 0) throw notFound(seriesMessages.not_found())
  return tasks
}

export async function createLibrarySeriesThumbnails(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  options: Pick<ThumbnailsBody, 'force'>,
): Promise<ThumbnailTasks> {
  await requireLibrary(ctx, viewer, libraryId)
  return createThumbnails(ctx, viewer, { ...options, libraryId })
}

/** Skips books that the viewer cannot see. With `force`, existing thumbnails are created again. */
export async function createThumbnails(
  ctx: Context,
  viewer: Viewer,
  { force, ...filter }: ThumbnailsBody,
): Promise<ThumbnailTasks> {
  const libraryIds = new Set<string>()
  let bookCount = 0
  for (let after = 0; ;) {
    const page = { after, limit: booksPerSlice }
    const slice = await listVisibleBooks(ctx.heavy, viewer, removeNulls(filter), page)
    if (slice.length === 0) break
    const ids = slice.map(({ id }) => id)
    if (force) await ctx.write((tx) => deleteThumbnails(tx, ids))
    for (const { libraryId } of slice) libraryIds.add(libraryId)
    bookCount += ids.length
    after = slice.at(-1)!.n
  }
  const taskIds: string[] = []
  for (const libraryId of libraryIds) {
    const id = await ctx.write((tx) => enqueueRequested(ctx, tx, libraryId))
    if (id) taskIds.push(id)
  }
  return { bookCount, taskId: taskIds[0] ?? null, taskIds }
}

/** Uses a high priority, because a user is waiting for these thumbnails. */
const enqueueRequested = (ctx: Context, tx: Tx, libraryId: string) =>
  ctx.queue.enqueue(
    tx,
    makeThumbnails,
    { libraryId },
    { key: `requested-thumbs:${libraryId}`, priority: 10, again: true },
  )

const removeNulls = (filter: Omit<ThumbnailsBody, 'force'>): BookFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null))
