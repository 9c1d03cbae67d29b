import { and, eq, inArray } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { scanPreviews } from '../schema'

export type PreviewRow = typeof scanPreviews.$inferSelect

/** Replaces the earlier preview of the library. */
export async function replacePreview(
  tx: Tx,
  { libraryId, ...values }: typeof scanPreviews.$inferInsert,
): Promise<PreviewRow> {
  const replacement = { result: null, message: null, completedAt: null, ...values }
  const [row] = await tx
    .insert(scanPreviews)
    .values({ libraryId, ...replacement })
    .onConflictDoUpdate({ target: scanPreviews.libraryId, set: replacement })
    .returning()
  return row!
}

export async function findPreview(db: Db, libraryId: string) {
  const [row] = await db.select().from(scanPreviews).where(eq(scanPreviews.libraryId, libraryId))
  return row
}

/** Updates nothing if the preview has ended or a newer one has replaced it. */
export async function updateLivePreview(
  tx: Tx,
  id: string,
  changes: Partial<typeof scanPreviews.$inferInsert>,
) {
  const isLive = inArray(scanPreviews.status, ['pending', 'running'])
  await tx
    .update(scanPreviews)
    .set(changes)
    .where(and(eq(scanPreviews.id, id), isLive))
}

export const findPreviewBooks = (db: Db, ns: readonly number[]) =>
  db
    .select({ n: books.n, bookId: books.id, path: books.relativePath })
    .from(books)
    .where(inNumbers(books.n, ns))
