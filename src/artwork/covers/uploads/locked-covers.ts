/** Covers that users locked in their current state, so that nothing replaces them. */
import { and, eq } from 'drizzle-orm'
import { lockBookCover } from '../../../catalog/books/metadata/service'
import { bookMetadata, books } from '../../../catalog/books/schema'
import { saveCoverChoice } from '../../../catalog/series/cover-choice'
import { series, seriesMetadata } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { isChoiceFree, type MergedOwners } from '../merge-covers'

type Kind = MergedOwners['kind']

/**
 * Lists which of these books or series have a locked cover. Omits series with a chosen cover, which
 * is locked when it is restored.
 */
export async function listLockedCovers(
  tx: Tx,
  kind: Kind,
  ids: readonly string[],
): Promise<{ id: string }[]> {
  const rows = kind === 'book' ? await listBookLocks(tx, ids) : await listSeriesLocks(tx, ids)
  return rows.filter(({ locks }) => locks.some(isLocked)).map(({ id }) => ({ id }))
}

const isLocked = (name: string) => name === 'cover' || name === 'coverLock'

const listBookLocks = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: books.id, locks: bookMetadata.locks })
    .from(books)
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(inIds(books.id, ids))

const listSeriesLocks = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: series.id, locks: seriesMetadata.locks })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(and(inIds(series.id, ids), eq(series.selectedCoverSource, 'first_book')))

/** Locks the current cover again, unless a cover has been chosen in the meantime. */
export async function lockCoverAgain(tx: Tx, owner: { kind: Kind; id: string }, now: Date) {
  if (!(await isChoiceFree(tx, owner))) return
  const { kind, id } = owner
  if (kind === 'series') return saveCoverChoice(tx, id, { lock: true }, now)
  const [book] = await tx.select({ n: books.n }).from(books).where(eq(books.id, id))
  await lockBookCover(tx, book!.n, true)
}
