/**
 * Finds other libraries with copies of books whose files this scan did not find, and enqueues scans
 * of them. Only a scan of such a library can move a book with user data to its copy.
 */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { listLibrariesWithContents, listBooksMissingSince } from './orphan-queries'
import { enqueueFollowUpScan, enqueueScan } from '../lifecycle/enqueue'
import { type Run } from '../run'
import { findBooksWithUserDataOrSeries } from './books-with-user-data'

const booksPerPage = 500

export async function findLibrariesWithCopies({
  ctx,
  scan,
  library,
  progress,
  signal,
}: Run): Promise<string[]> {
  const libraryIds = new Set<string>()
  if (progress.missing === 0) return []
  const since = scan.startedAt ?? scan.createdAt
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const page = { since, after, limit: booksPerPage }
    const missing = await listBooksMissingSince(ctx.heavy, library.id, page)
    const withUserData = await findBooksWithUserDataOrSeries(ctx.db, missing)
    const contents = missing.flatMap(({ n, content }) => (withUserData.has(n) && content) || [])
    for (const id of await listLibrariesWithContents(ctx.heavy, library.id, contents))
      libraryIds.add(id)
    if (missing.length < booksPerPage) return [...libraryIds]
    after = missing.at(-1)!.n
  }
}

/**
 * Runs in the transaction that ends the scan. A running scan may already have passed the copies, so
 * a follow-up scan is enqueued.
 */
export async function enqueueScansOfLibraries(ctx: Context, tx: Tx, libraryIds: readonly string[]) {
  for (const libraryId of libraryIds) {
    const order = { libraryId, mode: 'normal', trigger: 'watch', mustFollow: true } as const
    if (!(await enqueueScan(ctx, tx, order))) await enqueueFollowUpScan(ctx, tx, order)
  }
}
