/**
 * Phase 4: moves books whose files are missing to the trash. Rows of files that were never read are
 * deleted instead.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { findMovedAway } from '../../../catalog/books/scanned/book-moves'
import { markBooksMissing } from '../../../catalog/books/scanned/store-books'
import { deleteBooks } from '../../../catalog/books/scanned/trash-books'
import { refreshSeriesProgressAndSearch } from '../../../reading/progress/refresh-series-and-progress'
import { recordBooks } from '../journal/journal'
import { findUnreadBooks } from '../relocate/unread-books'
import { findSeriesIdsByBooks } from '../queries'
import { requireUnchangedRoot, type Run, type RootScan } from '../run'

const rowsPerSlice = 50

/**
 * Checks each file again, because the walk may have run hours ago. Marks no further books as
 * missing if the root has changed.
 */
export async function trashMissingBooks(
  run: Run,
  { root, missing, walkOptions, summary }: RootScan,
) {
  const { ctx, scan, walker, progress, signal } = run
  if (!summary) return
  for (const slice of splitIntoSlices(missing, rowsPerSlice)) {
    const paths = slice.map(({ path }) => path)
    const options = { ...walkOptions, mounts: summary.mounts }
    const missingPaths = new Set(await walker.findMissingFiles(options, summary.device, paths))
    signal.throwIfAborted()
    const gone = slice.filter(({ path }) => missingPaths.has(path))
    if (gone.length === 0) continue
    await ctx.writeBulk(async (tx) => {
      await requireUnchangedRoot(tx, root)
      const places = gone.map(({ n, path }) => ({ n, rootId: root.id, path }))
      const movedAway = await findMovedAway(tx, places)
      const ns = gone.map(({ n }) => n).filter((n) => !movedAway.has(n))
      const seriesIds = await findSeriesIdsByBooks(tx, ns)
      const unread = await findUnreadBooks(tx, ns)
      const known = ns.filter((n) => !unread.has(n))
      await progress.addCounts(tx, { missing: known.length })
      await markBooksMissing(tx, known, ctx.clock.now())
      await recordBooks(tx, scan, 'missing', known)
      await deleteBooks(tx, [...unread])
      await refreshSeriesProgressAndSearch(tx, seriesIds)
    })
    await progress.reportThrottled()
  }
}
