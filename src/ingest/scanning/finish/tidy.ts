/**
 * Phase 4: books whose files are gone go to the trash, with everything that hangs on them; rows of files
 * that nobody ever came to read are no books yet, and go altogether.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { trashMissing } from '../../../catalog/books/scanned/intake'
import { deleteBooks } from '../../../catalog/books/scanned/trash'
import { refreshAllAround } from '../../../reading/progress/around'
import { recordBooks } from '../journal/journal'
import { findNeverRead } from '../relocate/never-read'
import { seriesOfBooks } from '../queries'
import { breathe, requireRoot, type Run, type Seen } from '../run'

const rowsAtOnce = 50

/**
 * The walk may be hours ago. Each file is looked for once more, and the root must be whole before and
 * after that: else nothing of the slice is marked.
 */
export async function tidy(run: Run, { root, missing, order, end }: Seen) {
  const { ctx, scan, walker, progress, signal } = run
  if (!end) return
  for (const slice of splitIntoSlices(missing, rowsAtOnce)) {
    const paths = slice.map(({ path }) => path)
    const place = { ...order, mounts: end.mounts }
    const gone = new Set(await walker.findGone(place, end.device, paths))
    signal.throwIfAborted()
    const ns = slice.filter(({ path }) => gone.has(path)).map(({ n }) => n)
    if (ns.length === 0) continue
    await ctx.writeBulk(async (tx) => {
      await requireRoot(tx, root)
      const seriesIds = await seriesOfBooks(tx, ns)
      const unread = await findNeverRead(tx, ns)
      const known = ns.filter((n) => !unread.has(n))
      await progress.count(tx, { missing: known.length })
      await trashMissing(tx, known, ctx.now())
      await recordBooks(tx, scan, 'missing', known)
      await deleteBooks(tx, [...unread])
      await refreshAllAround(tx, seriesIds)
    })
    await progress.tellSometimes()
    await breathe()
  }
}
