/** Progress of clients that only request pages and never say where their user is. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { getProgress, recordReading } from '../service'

/** Clients request pages ahead. Whoever reads the last two pages needs at least this long. */
const minLastPageMs = 10_000

/**
 * Moves the position forward to a requested page. The last page completes the book only if it is requested
 * some time after the position before it, so that loading all pages at once completes nothing.
 */
export async function recordStreamedPage(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { page, pageCount, device }: { page: number; pageCount: number; device?: string | undefined },
) {
  if (!viewer.permissions.has('progress:write')) return
  const before = await getProgress(ctx, viewer, bookId)
  const isLast = page >= pageCount
  // A page before the position changes nothing, unless a completed book is begun again.
  if (before && !before.completed && page <= before.currentPage && !isLast) return
  if (before?.completed && page > 1) return
  const sinceMs = before ? ctx.now().getTime() - before.updatedAt.getTime() : 0
  await recordReading(ctx, viewer, bookId, {
    kind: 'position',
    origin: 'inferred',
    page,
    completed: isLast && sinceMs >= minLastPageMs,
    device,
  })
}
