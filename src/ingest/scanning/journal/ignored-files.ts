/** Files that scans ignore because a user undid the scan that added them. */
import { restoreTrashedBooks } from '../../../catalog/books/scanned/trash-books'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound } from '../../../errors'
import type { Found, Paging } from '../../../platform/http/pagination'
import { recountLibrary } from '../../../catalog/libraries/recount-library'
import { requireLibrary } from '../../../catalog/libraries/service'
import { refreshSeriesProgressAndSearch } from '../../../reading/progress/refresh-series-and-progress'
import type { Viewer } from '../../../accounts/permissions/model'
import type { IgnoredFileView } from './change-model'
import {
  deleteIgnored,
  deleteIgnoredByBooks,
  findIgnored,
  listIgnoredRows,
} from '../undo/undo-queries'
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

/** Restores the book immediately. If the book was purged, the next scan adds the file again. */
export async function stopIgnoring(
  ctx: Context,
  viewer: Viewer,
  { id: libraryId, ignoredId }: { id: string; ignoredId: string },
) {
  await requireLibrary(ctx, viewer, libraryId)
  const { bookId, seriesId } = await ctx.write(async (tx) => {
    const ignoredFile = await findIgnored(tx, libraryId, ignoredId)
    if (!ignoredFile) throw notFound(scanMessages.ignored_file_not_found())
    await deleteIgnored(tx, ignoredId)
    if (ignoredFile.bookN !== null && ignoredFile.seriesId !== null) {
      await restoreTrashedBooks(tx, [ignoredFile.bookN], ctx.clock.now())
      await refreshSeriesProgressAndSearch(tx, [ignoredFile.seriesId])
    }
    return ignoredFile
  })
  if (bookId !== null && seriesId !== null) {
    ctx.bus.publish(bookCreated, { libraryId, seriesId, bookId })
    await recountLibrary(ctx, libraryId)
  }
}

/** Runs in the transaction that restores these books from the trash. */
export const forgetIgnoredFiles = (tx: Tx, ns: readonly number[]) => deleteIgnoredByBooks(tx, ns)
