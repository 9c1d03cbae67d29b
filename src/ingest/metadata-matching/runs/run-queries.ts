import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { isOpenTo } from '../../../catalog/libraries/library-visibility'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { matchExclusions, metadataOffers } from '../../../catalog/metadata/schema'
import { series } from '../../../catalog/series/schema'
import type { Db, Tx } from '../../../platform/db/store'
import type { Paging } from '../../../platform/http/pagination'
import { matchRunItems, matchRuns } from '../schema'
import type { ItemState } from './run-model'

export type RunRow = typeof matchRuns.$inferSelect
export type ItemRow = typeof matchRunItems.$inferSelect

export async function insertRun(tx: Tx, values: typeof matchRuns.$inferInsert): Promise<string> {
  const [row] = await tx.insert(matchRuns).values(values).returning({ id: matchRuns.id })
  return row!.id
}

type Wanted = Pick<RunRow, 'libraryId' | 'provider' | 'createdAfter'>

/** Series of the library of a run that have no metadata of a provider and are not excluded. */
function isWantedBy(db: Db, { libraryId, provider, createdAfter }: Wanted) {
  const hasOffer = db
    .select({ one: sql`1` })
    .from(metadataOffers)
    .where(
      and(
        eq(metadataOffers.seriesId, series.id),
        provider === null ? undefined : eq(metadataOffers.provider, provider),
      ),
    )
  const isExcluded = db
    .select({ one: sql`1` })
    .from(matchExclusions)
    .where(and(eq(matchExclusions.seriesId, series.id), eq(matchExclusions.provider, '*')))
  return and(
    eq(series.libraryId, libraryId!),
    isNull(series.trashedAt),
    createdAfter === null ? undefined : gt(series.createdAt, createdAfter),
    notExists(hasOffer),
    notExists(isExcluded),
  )
}

/** `db`: heavy. A library may have 100,000 series. */
export const countWantedSeries = (db: Db, wanted: Wanted) =>
  db.$count(series, isWantedBy(db, wanted))

/** At most `limit` ids after `afterId`, in order. */
export async function listWantedSeriesIds(
  db: Db,
  wanted: Wanted,
  { afterId, limit }: { afterId: string | undefined; limit: number },
) {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(isWantedBy(db, wanted), afterId === undefined ? undefined : gt(series.id, afterId)))
    .orderBy(asc(series.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

const rowsPerInsert = 500

export async function insertItems(tx: Tx, runId: string, seriesIds: readonly string[]) {
  for (let at = 0; at < seriesIds.length; at += rowsPerInsert) {
    const slice = seriesIds.slice(at, at + rowsPerInsert)
    await tx
      .insert(matchRunItems)
      .values(slice.map((seriesId) => ({ runId, seriesId })))
      .onConflictDoNothing()
  }
}

/** Whether a run has series of libraries that the viewer has no access to. */
export async function hasClosedItems(db: Db, viewer: Viewer, runId: string): Promise<boolean> {
  const isOpen = isOpenTo(viewer, series.libraryId)
  if (!isOpen) return false
  const rows = await db
    .select({ seriesId: matchRunItems.seriesId })
    .from(matchRunItems)
    .innerJoin(series, eq(series.id, matchRunItems.seriesId))
    .where(and(eq(matchRunItems.runId, runId), not(isOpen)))
    .limit(1)
  return rows.length > 0
}

/** Those of the given series that the viewer can see. */
export async function listVisibleSeriesIds(db: Db, viewer: Viewer, ids: readonly string[]) {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(inArray(series.id, [...ids]), isSeriesVisibleTo(viewer)))
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

/** When the last matching run of a library was started. */
export async function findLastRunTime(db: Db, libraryId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: matchRuns.createdAt })
    .from(matchRuns)
    .where(and(eq(matchRuns.libraryId, libraryId), eq(matchRuns.isRefresh, false)))
    .orderBy(desc(matchRuns.createdAt))
    .limit(1)
  return row?.createdAt
}

/** Key of the job of a run. */
export const buildRunKey = (runId: string) => `match:${runId}`

/** Runs of visible libraries, and selections of the viewer. */
const isRunVisibleTo = (viewer: Viewer) =>
  or(
    and(sql`${matchRuns.libraryId} is not null`, isOpenTo(viewer, matchRuns.libraryId)),
    and(isNull(matchRuns.libraryId), eq(matchRuns.userId, viewer.userId)),
  )

/** Without a viewer: for jobs. */
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

/** Number of items by run and state. */
export const countItems = (db: Db, runIds: readonly string[]) =>
  db
    .select({ runId: matchRunItems.runId, state: matchRunItems.state, count: count() })
    .from(matchRunItems)
    .where(inArray(matchRunItems.runId, [...runIds]))
    .groupBy(matchRunItems.runId, matchRunItems.state)

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

/** False for a run that is active, or whose undo was requested. */
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

/** False if the undo of the run was requested; otherwise it is not before the transaction ends. */
export async function lockUnlessUndone(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .update(matchRuns)
    .set({ undoRequestedAt: null })
    .where(and(eq(matchRuns.id, id), isNull(matchRuns.undoRequestedAt)))
    .returning({ id: matchRuns.id })
  return locked.length > 0
}

export async function findWaitingSeriesId(db: Db, runId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ seriesId: matchRunItems.seriesId })
    .from(matchRunItems)
    .where(and(eq(matchRunItems.runId, runId), eq(matchRunItems.state, 'waiting')))
    .orderBy(asc(matchRunItems.seriesId))
    .limit(1)
  return row?.seriesId
}

export async function updateItem(
  tx: Tx,
  { runId, seriesId }: { runId: string; seriesId: string },
  changes: Partial<typeof matchRunItems.$inferInsert>,
) {
  await tx
    .update(matchRunItems)
    .set(changes)
    .where(and(eq(matchRunItems.runId, runId), eq(matchRunItems.seriesId, seriesId)))
}

/** Failed series wait again: all of the run, or those given. */
export async function requeueItems(tx: Tx, runId: string, seriesIds?: readonly string[]) {
  await tx
    .update(matchRunItems)
    .set({ state: 'waiting', reason: null })
    .where(
      and(
        eq(matchRunItems.runId, runId),
        eq(matchRunItems.state, 'failed'),
        seriesIds && inArray(matchRunItems.seriesId, [...seriesIds]),
      ),
    )
}

export async function findItem(db: Db, runId: string, seriesId: string) {
  const [row] = await db
    .select()
    .from(matchRunItems)
    .where(and(eq(matchRunItems.runId, runId), eq(matchRunItems.seriesId, seriesId)))
  return row
}

export async function listItemRows(
  db: Db,
  viewer: Viewer,
  { runId, state, paging }: { runId: string; state: ItemState | undefined; paging: Paging },
) {
  const wanted = and(
    eq(matchRunItems.runId, runId),
    isSeriesVisibleTo(viewer),
    state && eq(matchRunItems.state, state),
  )
  const rows = await db
    .select({ item: matchRunItems, title: series.title })
    .from(matchRunItems)
    .innerJoin(series, eq(series.id, matchRunItems.seriesId))
    .where(wanted)
    .orderBy(asc(series.sortKey), asc(series.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [total] = await db
    .select({ count: count() })
    .from(matchRunItems)
    .innerJoin(series, eq(series.id, matchRunItems.seriesId))
    .where(wanted)
  return { rows, total: total?.count ?? 0 }
}

/** Applied items after `afterId`, by series. */
export const listAppliedItems = (db: Db, runId: string, afterId: string | undefined) =>
  db
    .select()
    .from(matchRunItems)
    .where(
      and(
        eq(matchRunItems.runId, runId),
        eq(matchRunItems.state, 'applied'),
        afterId === undefined ? undefined : gt(matchRunItems.seriesId, afterId),
      ),
    )
    .orderBy(asc(matchRunItems.seriesId))
    .limit(100)
