/** Progress for clients that only request pages and do not report the user's position. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { findReadingPosition } from '../queries'
import { recordReading } from '../service'

/**
 * Minimum time before the last page counts as read. Clients prefetch pages, but nobody reads the
 * last two pages faster than this.
 */
const minLastPageMs = 10_000

/**
 * Moves the position forward to a page that was requested and sent. The last page completes the
 * book only if it is requested some time after the preceding position, so that loading all pages at
 * once does not complete it.
 */
export async function recordStreamedPage(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { page, device }: { page: number; device?: string | undefined },
) {
  if (!viewer.permissions.has('progress:write')) return
  const book = await findReadingPosition(ctx.db, { userId: viewer.userId, bookId })
  if (!book) return
  const before = book.progress?.started ? book.progress : undefined
  const isLast = page >= book.pageCount
  if (before && changesNothing(before, page, isLast)) return
  const sinceMs = before ? ctx.clock.now().getTime() - before.updatedAt.getTime() : 0
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'inferred',
    page,
    completed: isLast && sinceMs >= minLastPageMs,
    device,
  })
}

/**
 * Returns whether the page has no effect. In a completed book, only page 1 has an effect. In
 * others, only the last page and pages after the current position do.
 */
const changesNothing = (
  before: { completed: boolean; page: number },
  page: number,
  isLast: boolean,
) => (before.completed ? page > 1 : page <= before.page && !isLast)
