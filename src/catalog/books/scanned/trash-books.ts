/** Books on their way into the trash, back from it, or out of the house. Everything is set-based. */
import { and, isNotNull, isNull } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { books } from '../schema'

/** By a person: the files may be there still. */
export async function trashBooks(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({ trashedAt: now, updatedAt: now })
    .where(and(inNumbers(books.n, ns), isNull(books.trashedAt)))
}

/** Only those whose files are there: the others come back with their files. */
export async function restoreTrashedBooks(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({ trashedAt: null, updatedAt: now })
    .where(and(inNumbers(books.n, ns), isNotNull(books.trashedAt), isNull(books.missingSince)))
}

/** For good, with everything that hangs on them. What must outlive them is to be kept before. */
export async function deleteBooks(tx: Tx, ns: readonly number[]) {
  await tx.delete(books).where(inNumbers(books.n, ns))
}
