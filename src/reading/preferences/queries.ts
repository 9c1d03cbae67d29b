import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { books } from '../../catalog/books/schema'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import { preferences } from './schema'

/** What a preference applies to: the user, a library, a series or a book. */
export interface Target {
  /** `user`, or the ID of the library, series or book. */
  target: string
  libraryId?: string
  seriesId?: string
  bookId?: string
}

export const findPreferences = (db: Db, userId: string, targets: readonly string[]) =>
  db
    .select({
      target: preferences.target,
      key: preferences.key,
      value: preferences.value,
      updatedAt: preferences.updatedAt,
    })
    .from(preferences)
    .where(and(eq(preferences.userId, userId), inArray(preferences.target, [...targets])))
    .orderBy(asc(preferences.key))

export async function storePreference(
  tx: Tx,
  { userId, target }: { userId: string; target: Target },
  { key, value, now }: { key: string; value: unknown; now: Date },
) {
  await tx
    .insert(preferences)
    .values({ ...target, userId, key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: [preferences.userId, preferences.target, preferences.key],
      set: { value, updatedAt: now },
    })
}

export async function deletePreferences(
  tx: Tx,
  { userId, target }: { userId: string; target: string },
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0
  const rows = await tx
    .delete(preferences)
    .where(
      and(
        eq(preferences.userId, userId),
        eq(preferences.target, target),
        inArray(preferences.key, [...keys]),
      ),
    )
    .returning({ key: preferences.key })
  return rows.length
}

/** Finds the reading directions of a book's series and library. */
export async function findDirections(db: Db, bookId: string) {
  const [row] = await db
    .select({ ofSeries: series.readingDirection, ofLibrary: libraries.defaultReadingDirection })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(eq(books.id, bookId))
  return row
}
