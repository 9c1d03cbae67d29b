/**
 * Moves books to the trash, restores them and deletes them permanently. Each operation handles all
 * books with a few statements.
 */
import { and, isNotNull, isNull } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { books } from '../schema'

/** Moves books to the trash at a user's request. Their files may still exist. */
export async function trashBooks(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({ trashedAt: now, updatedAt: now })
    .where(and(inNumbers(books.n, ns), isNull(books.trashedAt)))
}

/** Restores only books whose files exist; the others are restored with their files. */
export async function restoreTrashedBooks(tx: Tx, ns: readonly number[], now: Date) {
  await tx
    .update(books)
    .set({ trashedAt: null, updatedAt: now })
    .where(and(inNumbers(books.n, ns), isNotNull(books.trashedAt), isNull(books.missingSince)))
}

/**
 * Deletes books permanently with all related data. The caller first saves data that must be kept.
 */
export async function deleteBooks(tx: Tx, ns: readonly number[]) {
  await tx.delete(books).where(inNumbers(books.n, ns))
}
