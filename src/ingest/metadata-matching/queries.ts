import { and, desc, eq, isNull, max, or, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { libraries } from '../../catalog/libraries/schema'
import type { Matched } from '../../catalog/metadata/matching/match-decisions'
import type { IdItem } from '../../catalog/metadata/part-storage'
import { type FieldChange, metadataChangeSets } from '../../catalog/metadata/schema'
import type { Db, Tx } from '../../platform/db/store'
import { libraryMatching, matchRunItems, matchRuns } from './schema'

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

/** Lists the names of files in a series. A few are enough to find what all of them carry. */
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

/** More recent change sets than these hardly exist, because they are deleted after 90 days. */
const maxChangeSets = 50

/**
 * Returns whether the last match of the series or book with the work was undone, on its own or with
 * its run. A refresh does not count, because the match stays when it is undone.
 */
export async function wasUndone(
  db: Db,
  { kind, id: ownerId }: Matched,
  { provider, externalId }: { provider: string; externalId: string },
): Promise<boolean> {
  const { id, runId, changes, undoneAt, source, seriesId, bookId } = metadataChangeSets
  const sets = await db
    .select({ undoneAt, changes, chosenId: matchRunItems.externalId })
    .from(metadataChangeSets)
    .leftJoin(matchRuns, eq(matchRuns.id, runId))
    .leftJoin(
      matchRunItems,
      and(
        eq(matchRunItems.runId, runId),
        eq(kind === 'series' ? matchRunItems.seriesId : matchRunItems.bookId, ownerId),
        eq(matchRunItems.provider, provider),
      ),
    )
    .where(
      and(
        eq(kind === 'series' ? seriesId : bookId, ownerId),
        eq(source, `plugin:${provider}`),
        or(isNull(matchRuns.id), eq(matchRuns.isRefresh, false)),
      ),
    )
    .orderBy(desc(id))
    .limit(maxChangeSets)
  const last = sets.find((set) => {
    const appliedId = findAppliedId(set.changes, provider) ?? set.chosenId
    // Books have no list of IDs. A change that does not name its work may belong to this one.
    return appliedId === null || appliedId === externalId
  })
  return last !== undefined && last.undoneAt !== null
}

/** Returns the ID of the work whose values the change set applied, if it changed the IDs. */
function findAppliedId(changes: readonly FieldChange[], provider: string): string | undefined {
  const ids = changes.find(({ field }) => field === 'externalIds')?.value as IdItem[] | undefined
  return ids?.find(({ source }) => source === `plugin:${provider}`)?.externalId
}
