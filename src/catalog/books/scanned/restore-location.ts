/** Takes back what a scan did with books, where its record says how they stood before. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { books } from '../schema'

export const findBookLocations = (db: Db, ids: readonly string[]) =>
  db
    .select({
      n: books.n,
      id: books.id,
      rootId: books.rootId,
      path: books.relativePath,
      seriesId: books.seriesId,
      libraryId: books.libraryId,
      title: books.title,
    })
    .from(books)
    .where(inArray(books.id, [...ids]))
export type BookLocation = Awaited<ReturnType<typeof findBookLocations>>[number]

/** Whose place this is. */
export async function findBookIdAt(db: Db, rootId: string, path: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.rootId, rootId), eq(books.relativePath, path)))
  return row?.id
}

/** Out of each other's way, with the name that they have: no file has such a path. */
export async function displaceBooks(tx: Tx, ns: readonly number[]) {
  const aside = sql`${books.relativePath} || '//' || cast(${books.n} as text)`
  await tx.update(books).set({ relativePath: aside }).where(inNumbers(books.n, ns))
}

type PreviousState = Pick<
  typeof books.$inferSelect,
  'libraryId' | 'rootId' | 'relativePath' | 'seriesId' | 'missingSince' | 'trashedAt'
>

/** To where it was. Whatever lies there now is not what was read last. */
export async function restoreLocation(tx: Tx, n: number, standing: PreviousState, now: Date) {
  await tx
    .update(books)
    .set({ ...standing, modifiedAtMs: -1, updatedAt: now })
    .where(eq(books.n, n))
}
