import { and, desc, eq, isNull, ne, not, or, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { isOpenTo } from '../../../catalog/libraries/library-visibility'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Paging } from '../../../platform/http/pagination'
import { matchRunItems, matchRuns } from '../schema'

export type RunRow = typeof matchRuns.$inferSelect

export async function insertRun(tx: Tx, values: typeof matchRuns.$inferInsert): Promise<string> {
  const [row] = await tx.insert(matchRuns).values(values).returning({ id: matchRuns.id })
  return row!.id
}

/** Returns whether a run has series or books in libraries that the viewer cannot access. */
export async function hasClosedItems(db: Db, viewer: Viewer, runId: string): Promise<boolean> {
  const isOpen = isOpenTo(viewer, series.libraryId)
  if (!isOpen) return false
  const rows = await db
    .select({ id: matchRunItems.id })
    .from(matchRunItems)
    .leftJoin(books, eq(books.id, matchRunItems.bookId))
    .innerJoin(series, eq(series.id, sql`coalesce(${matchRunItems.seriesId}, ${books.seriesId})`))
    .where(and(eq(matchRunItems.runId, runId), not(isOpen)))
    .limit(1)
  return rows.length > 0
}

export async function listVisibleSeriesIds(db: Db, viewer: Viewer, ids: readonly string[]) {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(inIds(series.id, ids), isSeriesVisibleTo(viewer)))
  return rows.map(({ id }) => id)
}

export async function hasRunningRun(db: Db, libraryId: string): Promise<boolean> {
  const rows = await db
    .select({ id: matchRuns.id })
    .from(matchRuns)
    .where(and(eq(matchRuns.libraryId, libraryId), eq(matchRuns.state, 'running')))
    .limit(1)
  return rows.length > 0
}

/** Finds the start time of the library's last matching run. */
export async function findLastRunTime(db: Db, libraryId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: matchRuns.createdAt })
    .from(matchRuns)
    .where(and(eq(matchRuns.libraryId, libraryId), eq(matchRuns.isRefresh, false)))
    .orderBy(desc(matchRuns.createdAt))
    .limit(1)
  return row?.createdAt
}

export const buildRunKey = (runId: string) => `match:${runId}`

/**
 * Builds an SQL condition for runs of visible libraries and for runs that the viewer started for
 * selected series.
 */
const isRunVisibleTo = (viewer: Viewer) =>
  or(
    and(sql`${matchRuns.libraryId} is not null`, isOpenTo(viewer, matchRuns.libraryId)),
    and(isNull(matchRuns.libraryId), eq(matchRuns.userId, viewer.userId)),
  )

/**
 * Finds a run that the viewer can see. Background jobs omit `viewer`, so that they find every run.
 */
export async function findRun(db: Db, id: string, viewer?: Viewer): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(matchRuns)
    .where(and(eq(matchRuns.id, id), viewer && isRunVisibleTo(viewer)))
  return row
}

export async function listRunRows(
  db: Db,
  viewer: Viewer,
  { libraryId, paging }: { libraryId: string | undefined; paging: Paging },
) {
  const wanted = and(
    isRunVisibleTo(viewer),
    libraryId === undefined ? undefined : eq(matchRuns.libraryId, libraryId),
  )
  const rows = await db
    .select()
    .from(matchRuns)
    .where(wanted)
    .orderBy(desc(matchRuns.createdAt), desc(matchRuns.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  return { rows, total: await db.$count(matchRuns, wanted) }
}

export async function updateRun(
  tx: Tx,
  id: string,
  changes: Partial<typeof matchRuns.$inferInsert>,
  state?: RunRow['state'],
): Promise<boolean> {
  const updated = await tx
    .update(matchRuns)
    .set(changes)
    .where(and(eq(matchRuns.id, id), state && eq(matchRuns.state, state)))
    .returning({ id: matchRuns.id })
  return updated.length > 0
}

/** Returns false if the run is active or its undo has been requested. */
export async function updateEndedRun(
  tx: Tx,
  id: string,
  changes: Partial<typeof matchRuns.$inferInsert>,
): Promise<boolean> {
  const isEnded = and(ne(matchRuns.state, 'running'), isNull(matchRuns.undoRequestedAt))
  const updated = await tx
    .update(matchRuns)
    .set(changes)
    .where(and(eq(matchRuns.id, id), isEnded))
    .returning({ id: matchRuns.id })
  return updated.length > 0
}

/**
 * Returns false if an undo of the run has been requested. Otherwise, no undo can be requested until
 * the transaction ends.
 */
export async function lockUnlessUndone(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .update(matchRuns)
    .set({ undoRequestedAt: null })
    .where(and(eq(matchRuns.id, id), isNull(matchRuns.undoRequestedAt)))
    .returning({ id: matchRuns.id })
  return locked.length > 0
}
