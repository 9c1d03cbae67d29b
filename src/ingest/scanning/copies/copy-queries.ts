/** Queries for merging trashed books and series into their copies. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type BookByContent, findByContent } from '../../../catalog/books/scanned/book-moves'
import { books } from '../../../catalog/books/schema'
import { libraries } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { copyMerges, scans } from '../schema'
import { hasCopy } from './has-copy'
import { releases, seriesAliases } from '../../releases/schema'

/**
 * Scope of a merge: all books that were trashed individually, or the other books of one trashed
 * library.
 */
export type TrashScope = 'books' | { libraryId: string }

const trashedAt = sql<Date>`coalesce(${books.trashedAt}, ${libraries.trashedAt})`

/** A person has separated the book from its copy, so it is not merged automatically. */
const isSeparated = eq(copyMerges.toId, copyMerges.fromId)

const isDue = or(
  isNull(copyMerges.fromId),
  and(not(isSeparated), lt(copyMerges.mergedAt, trashedAt)),
)

/**
 * Selects the given trashed books that have a copy and have not been merged since they were
 * trashed. Returns their numbers.
 */
export async function filterUnmergedBooks(db: Db, ns: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ n: books.n })
    .from(books)
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .leftJoin(copyMerges, eq(copyMerges.fromId, books.id))
    .where(and(inNumbers(books.n, ns), isNotNull(books.contentHash), isDue, hasCopy))
    .orderBy(asc(books.n))
  return rows.map(({ n }) => n)
}

/**
 * Lists the numbers of the next trashed books that have a copy and have not been merged since they
 * were trashed.
 */
export async function listUnmergedBooks(
  heavy: Db,
  scope: TrashScope,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const isInScope =
    scope === 'books'
      ? isNotNull(books.trashedAt)
      : and(eq(books.libraryId, scope.libraryId), isNull(books.trashedAt))
  const rows = await heavy
    .select({ n: books.n })
    .from(books)
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .leftJoin(copyMerges, eq(copyMerges.fromId, books.id))
    .where(and(isInScope, isNotNull(books.contentHash), gt(books.n, after), isDue, hasCopy))
    .orderBy(asc(books.n))
    .limit(limit)
  return rows.map(({ n }) => n)
}

/**
 * Finds books with this content that are neither missing nor trashed, in libraries outside the
 * trash.
 */
export async function findPresentCopies(
  db: Db,
  contents: readonly string[],
): Promise<BookByContent[]> {
  const equal = await findByContent(db, contents)
  const present = equal.filter((one) => one.trashedAt === null && one.missingSince === null)
  const trashed = await findTrashedLibraries(
    db,
    present.map(({ libraryId }) => libraryId),
  )
  return present.filter(({ libraryId }) => !trashed.has(libraryId))
}

export async function findTrashedLibraries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const isTrashed = and(inIds(libraries.id, [...new Set(ids)]), isNotNull(libraries.trashedAt))
  const rows = await db.select({ id: libraries.id }).from(libraries).where(isTrashed)
  return new Set(rows.map(({ id }) => id))
}

/** Lists libraries that have a pending or running scan. */
export async function listScannedLibraryIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: scans.libraryId })
    .from(scans)
    .where(inArray(scans.status, ['pending', 'running']))
  return rows.map(({ id }) => id)
}

export async function findMerge(db: Db, fromId: string) {
  const isMerge = and(eq(copyMerges.fromId, fromId), not(isSeparated))
  const [row] = await db.select().from(copyMerges).where(isMerge)
  return row
}

/** Returns the given books that a person has separated from the copy that continued them. */
export async function findSeparated(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const isAsked = inIds(copyMerges.fromId, bookIds)
  const rows = await db
    .select({ id: copyMerges.fromId })
    .from(copyMerges)
    .where(and(isAsked, isSeparated))
  return new Set(rows.map(({ id }) => id))
}

export async function storeMerge(tx: Tx, merge: typeof copyMerges.$inferInsert) {
  const { toId, mergedAt, mergedFields = null } = merge
  await tx
    .insert(copyMerges)
    .values(merge)
    .onConflictDoUpdate({
      target: copyMerges.fromId,
      set: { toId, mergedAt, mergedFields, isPending: false },
    })
}

/**
 * Records that books of a series have moved to copies in a different series. Keeps the time of an
 * earlier merge into the same series.
 */
export async function storePendingMerge(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const never = new Date(0)
  const isSame = sql`${copyMerges.toId} = excluded.to_id`
  const mergedAt = sql`case when ${isSame} then ${copyMerges.mergedAt} else excluded.merged_at end`
  await tx
    .insert(copyMerges)
    .values({ fromId, toId, mergedAt: never, isPending: true })
    .onConflictDoUpdate({ target: copyMerges.fromId, set: { toId, mergedAt, isPending: true } })
}

export const listPendingMerges = (db: Db) =>
  db
    .select({ fromId: copyMerges.fromId, toId: copyMerges.toId })
    .from(copyMerges)
    .where(eq(copyMerges.isPending, true))
    .orderBy(asc(copyMerges.fromId))

export async function endPendingMerge(tx: Tx, fromId: string) {
  await tx.update(copyMerges).set({ isPending: false }).where(eq(copyMerges.fromId, fromId))
}

/**
 * Finds the series that contains most of the copies into which the books of a series were merged.
 * Returns undefined if there are none.
 */
export async function findContinuingSeries(db: Db, seriesId: string): Promise<string | undefined> {
  const isOfSeries = sql`${copyMerges.fromId} in (select ${books.id} from ${books}
    where ${books.seriesId} = ${seriesId})`
  const [best] = await selectContinuing(db, isOfSeries, seriesId)
  return best?.id
}

const selectContinuing = (db: Db, condition: SQL, seriesId: string) =>
  db
    .select({ id: series.id, books: count() })
    .from(copyMerges)
    .innerJoin(books, eq(books.id, copyMerges.toId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(condition, isNull(books.trashedAt), ne(series.id, seriesId)))
    .groupBy(series.id)
    .orderBy(desc(count()), asc(series.id))
    .limit(1)

/** Returns the series and its library, or undefined if the series was deleted. */
export async function findSeriesPlace(db: Db, id: string) {
  const [row] = await db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      coverSource: series.selectedCoverSource,
      isTrashed: sql`${series.trashedAt} is not null or ${libraries.trashedAt} is not null`.mapWith(
        Boolean,
      ),
    })
    .from(series)
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(eq(series.id, id))
  return row
}

/** Returns whether the series has releases or aliases, which a merge must transfer. */
export async function hasReleases(db: Db, seriesId: string): Promise<boolean> {
  if ((await db.$count(seriesAliases, eq(seriesAliases.seriesId, seriesId))) > 0) return true
  return (await db.$count(releases, eq(releases.seriesId, seriesId))) > 0
}
