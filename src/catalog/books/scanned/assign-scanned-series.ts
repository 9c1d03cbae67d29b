/**
 * Assigns books to the series that a scan found for them. A series chosen by a user is kept, and
 * books in a merged series join the merge target.
 */
import { eq, sql } from 'drizzle-orm'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { series } from '../../series/schema'
import { holdSeriesOfMovedBooks, type SeriesMove } from '../../sharing-tags/hold-series'
import { books } from '../schema'

/** A book and the series that the scan found for it. */
export interface FoundSeries {
  n: number
  seriesId: string
}

/** The columns that determine the series of a book. */
type Placement = Pick<typeof books.$inferSelect, 'seriesId' | 'scannedSeriesId' | 'isSeriesChosen'>

/** The series that the scan assigns to a book, regardless of a user's choice. */
export const scannedSeriesId = sql<string>`coalesce(${books.scannedSeriesId}, ${books.seriesId})`

/**
 * Assigns books to scanned series. The library of the books must already be up to date. Returns the
 * series of each book, keyed by row number.
 */
export async function assignSeries(
  tx: Tx,
  found: readonly FoundSeries[],
  now: Date,
): Promise<Map<number, string>> {
  if (found.length === 0) return new Map()
  const rows = await findPlacements(
    tx,
    found.map(({ n }) => n),
  )
  const rowOf = new Map(rows.map((row) => [row.n, row]))
  const targets = await findMergeTargets(
    tx,
    found.map(({ seriesId }) => seriesId),
  )
  const placements = new Map<string, { placement: Placement; ns: number[] }>()
  const moves: SeriesMove[] = []
  const result = new Map<number, string>()
  for (const { n, seriesId } of found) {
    const row = rowOf.get(n)
    if (!row) continue
    const placement = choosePlacement(row, seriesId, targets.get(seriesId))
    result.set(n, placement.seriesId)
    if (isSamePlacement(row, placement)) continue
    const key = JSON.stringify(placement)
    const group = placements.get(key) ?? { placement, ns: [] }
    placements.set(key, group)
    group.ns.push(n)
    moves.push({ fromId: row.seriesId, toId: placement.seriesId })
  }
  for (const { placement, ns } of placements.values()) {
    await tx
      .update(books)
      .set({ ...placement, updatedAt: now })
      .where(inNumbers(books.n, ns))
  }
  await holdSeriesOfMovedBooks(tx, moves)
  return result
}

/**
 * Finds the series that replace merged ones, keyed by the scanned series. New books join the merge
 * target in the same library.
 */
export async function findMergeTargets(
  db: Db,
  seriesIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({
      id: series.id,
      targetId: sql<string | null>`(select target.id from series as target
        where target.id = series.merged_into_id and target.library_id = series.library_id)`,
    })
    .from(series)
    .where(inIds(series.id, [...new Set(seriesIds)]))
  return new Map(rows.flatMap(({ id, targetId }) => (targetId ? [[id, targetId] as const] : [])))
}

/** Finds the series ID of each book, keyed by row number. */
export async function findSeriesOfBooks(db: Db, ns: readonly number[]) {
  const rows = await db
    .select({ n: books.n, seriesId: books.seriesId })
    .from(books)
    .where(inNumbers(books.n, ns))
  return new Map(rows.map(({ n, seriesId }) => [n, seriesId]))
}

/** Chooses the series for a new file: the one found by the scan, or its merge target. */
export function placeNewBook(foundId: string, targets: ReadonlyMap<string, string>) {
  const targetId = targets.get(foundId)
  return targetId === undefined
    ? { seriesId: foundId, scannedSeriesId: null }
    : { seriesId: targetId, scannedSeriesId: foundId }
}

const findPlacements = (db: Db, ns: readonly number[]) =>
  db
    .select({
      n: books.n,
      seriesId: books.seriesId,
      scannedSeriesId: books.scannedSeriesId,
      isSeriesChosen: books.isSeriesChosen,
      isInLibrary: sql`${books.libraryId} = ${series.libraryId}`.mapWith(Boolean),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(inNumbers(books.n, ns))

/** Keeps a chosen series only if it is in the library that now contains the file. */
function choosePlacement(
  { seriesId, isSeriesChosen, isInLibrary }: Awaited<ReturnType<typeof findPlacements>>[number],
  foundId: string,
  targetId: string | undefined,
): Placement {
  if (isSeriesChosen && isInLibrary) {
    return { seriesId, scannedSeriesId: foundId, isSeriesChosen: true }
  }
  const targets = new Map(targetId === undefined ? [] : [[foundId, targetId]])
  return { ...placeNewBook(foundId, targets), isSeriesChosen: false }
}

const isSamePlacement = (one: Placement, other: Placement) =>
  one.seriesId === other.seriesId &&
  one.scannedSeriesId === other.scannedSeriesId &&
  one.isSeriesChosen === other.isSeriesChosen
