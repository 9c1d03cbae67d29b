import { and, desc, eq, isNull, max, or, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { libraries } from '../../catalog/libraries/schema'
import type { Matched } from '../../catalog/metadata/matching/match-decisions'
import { metadataChangeSets } from '../../catalog/metadata/schema'
import type { Db, Tx } from '../../platform/db/store'
import { libraryMatching, matchRuns } from './schema'

export async function findLibraryType(db: Db, libraryId: string) {
  const [row] = await db
    .select({ type: libraries.type })
    .from(libraries)
    .where(eq(libraries.id, libraryId))
  return row?.type ?? 'mixed'
}

/** Returns the most common book format in a series, or null for an empty series. */
export async function findMainFormat(db: Db, seriesId: string): Promise<string | null> {
  const [row] = await db
    .select({ format: books.format })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .groupBy(books.format)
    .orderBy(desc(sql`count(*)`), desc(max(books.format)))
    .limit(1)
  return row?.format ?? null
}

const maxNames = 50

/**
 * Lists the names of the first files in a series. A few names are enough to find the work IDs that
 * they contain.
 */
export async function listFileNames(db: Db, seriesId: string): Promise<string[]> {
  const rows = await db
    .select({ path: books.relativePath })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .orderBy(books.sortKey, books.id)
    .limit(maxNames)
  return rows.map(({ path }) => path.split('/').at(-1)!)
}

export async function findLibraryMatching(db: Db, libraryId: string) {
  const [row] = await db
    .select()
    .from(libraryMatching)
    .where(eq(libraryMatching.libraryId, libraryId))
  return row
}

/** Returns the IDs of the libraries whose new series are matched. */
export async function listLibrariesToMatch(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: libraryMatching.libraryId })
    .from(libraryMatching)
    .where(eq(libraryMatching.matchNew, true))
  return rows.map(({ id }) => id)
}

export async function upsertLibraryMatching(
  tx: Tx,
  values: typeof libraryMatching.$inferInsert,
): Promise<void> {
  const { libraryId: _, createdAt: __, ...changes } = values
  await tx
    .insert(libraryMatching)
    .values(values)
    .onConflictDoUpdate({ target: libraryMatching.libraryId, set: changes })
}

/**
 * Returns whether the last match of the series or book with the work was undone, on its own or with
 * its run. The undo of a refresh does not count, because it leaves the match in place.
 */
export async function wasUndone(
  db: Db,
  { kind, id: ownerId }: Matched,
  { provider, externalId }: { provider: string; externalId: string },
): Promise<boolean> {
  const { id, runId, undoneAt, source, seriesId, bookId } = metadataChangeSets
  const [last] = await db
    .select({ undoneAt })
    .from(metadataChangeSets)
    .leftJoin(matchRuns, eq(matchRuns.id, runId))
    .where(
      and(
        eq(kind === 'series' ? seriesId : bookId, ownerId),
        eq(source, `plugin:${provider}`),
        eq(metadataChangeSets.externalId, externalId),
        or(isNull(matchRuns.id), eq(matchRuns.isRefresh, false)),
      ),
    )
    .orderBy(desc(id))
    .limit(1)
  return last !== undefined && last.undoneAt !== null
}
