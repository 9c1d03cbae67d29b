/** Files of which a person wants no book: listed, and taken back one by one. */
import { takeOutOfTrash } from '../../../catalog/books/scanned/trash'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import type { Found, Paging } from '../../../platform/http/pagination'
import { recountLibrary } from '../../../catalog/libraries/counts'
import { requireLibrary } from '../../../catalog/libraries/service'
import { refreshAllAround } from '../../../reading/progress/around'
import type { Viewer } from '../../../accounts/permissions/model'
import type { IgnoredFileView } from './change-model'
import { deleteIgnored, deleteIgnoredOf, findIgnored, listIgnoredRows } from '../undo/undo-queries'
import { scanMessages } from '../messages'
import { bookCreated } from '../../../catalog/books/model'

export async function listIgnored(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  paging: Paging,
): Promise<Found<IgnoredFileView>> {
  await requireLibrary(ctx, viewer, libraryId)
  return listIgnoredRows(ctx.db, libraryId, paging)
}

/** The book comes back at once; where it was deleted for good, the next scan finds the file. */
export async function stopIgnoring(
  ctx: Context,
  viewer: Viewer,
  { id: libraryId, ignoredId }: { id: string; ignoredId: string },
) {
  await requireLibrary(ctx, viewer, libraryId)
  const { bookId, seriesId } = await ctx.write(async (tx) => {
    const mark = await findIgnored(tx, libraryId, ignoredId)
    if (!mark) throw notFound(scanMessages.ignored_file_not_found())
    await deleteIgnored(tx, ignoredId)
    if (mark.bookN !== null && mark.seriesId !== null) {
      await takeOutOfTrash(tx, [mark.bookN], ctx.now())
      await refreshAllAround(tx, [mark.seriesId])
    }
    return mark
  })
  if (bookId !== null && seriesId !== null) {
    ctx.bus.publish(bookCreated, { libraryId, seriesId, bookId })
    await recountLibrary(ctx, libraryId)
  }
}

/** In the transaction that takes these books out of the trash. */
export const wantAgain = (tx: Tx, ns: readonly number[]) => deleteIgnoredOf(tx, ns)
