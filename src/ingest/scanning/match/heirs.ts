/**
 * Other libraries that may hold what this scan missed: a book that means something to somebody goes on
 * where an equal file is, and only a scan of that library can bring it there.
 */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { findLibrariesWith, findLostSince } from './bereft-queries'
import { enqueueLater, enqueueScan } from '../orders'
import { breathe, type Run } from '../run'
import { findTreasuredWithSeries } from './treasure'

const booksAtOnce = 500

export async function findHeirs({ ctx, scan, library, progress, signal }: Run): Promise<string[]> {
  const heirs = new Set<string>()
  if (progress.missing === 0) return []
  const since = scan.startedAt ?? scan.createdAt
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const page = { since, after, limit: booksAtOnce }
    const lost = await findLostSince(ctx.heavy, library.id, page)
    const treasured = await findTreasuredWithSeries(ctx.db, lost)
    const contents = lost.flatMap(({ n, content }) => (treasured.has(n) && content) || [])
    for (const id of await findLibrariesWith(ctx.heavy, library.id, contents)) heirs.add(id)
    if (lost.length < booksAtOnce) return [...heirs]
    after = lost.at(-1)!.n
    await breathe()
  }
}

/** In the transaction that ends the scan. One that runs there already may have passed by. */
export async function scanHeirs(ctx: Context, tx: Tx, libraryIds: readonly string[]) {
  for (const libraryId of libraryIds) {
    const order = { libraryId, mode: 'normal', trigger: 'watch', mustFollow: true } as const
    if (!(await enqueueScan(ctx, tx, order))) await enqueueLater(ctx, tx, order)
  }
}
