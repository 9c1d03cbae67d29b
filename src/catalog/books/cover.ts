/** Whether a person chose the cover of a book, as far as the book's own row knows. The pictures belong to covers. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { bookMetadata } from './schema'

export async function lockBookCover(tx: Tx, n: number, isLocked: boolean) {
  const [row] = await tx
    .select({ locks: bookMetadata.locks })
    .from(bookMetadata)
    .where(eq(bookMetadata.n, n))
  if (!row || row.locks.includes('coverLock') === isLocked) return
  const others = row.locks.filter((name) => name !== 'coverLock')
  const locks = isLocked ? [...others, 'coverLock' as const] : others
  await tx.update(bookMetadata).set({ locks }).where(eq(bookMetadata.n, n))
}
