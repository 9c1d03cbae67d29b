import { and, asc, count, desc, eq, exists, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { isOpenTo } from '../../catalog/libraries/library-visibility'
import { isAllowedFor } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import type { Base } from './rules/model'
import { syncChanges, syncRuns, syncStates } from './schema'

export type RunRow = typeof syncRuns.$inferSelect
export type ChangeRow = typeof syncChanges.$inferSelect
export type NewChange = typeof syncChanges.$inferInsert

const rowsAtOnce = 200
const runsKept = 100

/** Lists the stored states, keyed by external ID. */
export async function listSyncStates(db: Db, connectionId: string): Promise<Map<string, Base>> {
  const rows = await db
    .select({ externalId: syncStates.externalId, base: syncStates.base })
    .from(syncStates)
    .where(eq(syncStates.connectionId, connectionId))
  return new Map(rows.map(({ externalId, base }) => [externalId, base]))
}

export async function upsertSyncState(tx: Tx, values: typeof syncStates.$inferInsert) {
  const { base, updatedAt } = values
  await tx
    .insert(syncStates)
    .values(values)
    .onConflictDoUpdate({
      target: [syncStates.connectionId, syncStates.externalId],
      set: { base, updatedAt },
    })
}

export async function findSyncState(tx: Tx, connectionId: string, externalId: string) {
  const isIt = and(eq(syncStates.connectionId, connectionId), eq(syncStates.externalId, externalId))
  return (await tx.select().from(syncStates).where(isIt))[0]
}

/** Finds the latest run of the connection in one of these states. */
export async function findRunIn(
  db: Pick<Db, 'select'>,
  connectionId: string,
  states: RunRow['state'][],
): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(syncRuns)
    .where(and(eq(syncRuns.connectionId, connectionId), inArray(syncRuns.state, states)))
    .orderBy(desc(syncRuns.createdAt))
    .limit(1)
  return row
}

export async function findSyncRun(db: Pick<Db, 'select'>, connectionId: string, id: string) {
  const isIt = and(eq(syncRuns.connectionId, connectionId), eq(syncRuns.id, id))
  return (await db.select().from(syncRuns).where(isIt))[0]
}

export async function insertSyncRun(tx: Tx, values: typeof syncRuns.$inferInsert): Promise<RunRow> {
  const [row] = await tx.insert(syncRuns).values(values).returning()
  return row!
}

export const updateSyncRun = (tx: Tx, id: string, change: Partial<RunRow>) =>
  tx.update(syncRuns).set(change).where(eq(syncRuns.id, id))

/** Deletes runs that were not approved, because a new run replaces them. */
export const deleteWaitingRuns = (tx: Tx, connectionId: string) =>
  tx
    .delete(syncRuns)
    .where(and(eq(syncRuns.connectionId, connectionId), eq(syncRuns.state, 'waiting')))

export async function deleteOldRuns(tx: Tx, connectionId: string) {
  const kept = tx
    .select({ id: syncRuns.id })
    .from(syncRuns)
    .where(eq(syncRuns.connectionId, connectionId))
    .orderBy(desc(syncRuns.createdAt), desc(syncRuns.id))
    .limit(runsKept)
  await tx
    .delete(syncRuns)
    .where(and(eq(syncRuns.connectionId, connectionId), notInArray(syncRuns.id, kept)))
}

export async function listRunPage(
  db: Db,
  connectionId: string,
  { pageSize, offset }: Paging,
): Promise<{ data: RunRow[]; total: number }> {
  const isOf = eq(syncRuns.connectionId, connectionId)
  const data = await db
    .select()
    .from(syncRuns)
    .where(isOf)
    .orderBy(desc(syncRuns.createdAt), desc(syncRuns.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(syncRuns, isOf) }
}

export async function insertChanges(tx: Tx, rows: NewChange[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx.insert(syncChanges).values(rows.slice(at, at + rowsAtOnce))
  }
}

export const updateChange = (tx: Tx, id: string, change: Partial<ChangeRow>) =>
  tx.update(syncChanges).set(change).where(eq(syncChanges.id, id))

/** Lists a page of changes. Omits changes to series that the viewer can no longer access. */
export async function listChangePage(
  db: Db,
  viewer: Viewer,
  { runId, paging: { pageSize, offset } }: { runId: string; paging: Paging },
): Promise<{ data: ChangeRow[]; total: number }> {
  const isOpen = exists(
    db
      .select({ id: series.id })
      .from(series)
      .where(
        and(
          eq(series.id, syncChanges.seriesId),
          isOpenTo(viewer, series.libraryId),
          isAllowedFor(viewer),
        ),
      ),
  )
  const isOf = and(eq(syncChanges.runId, runId), or(isNull(syncChanges.seriesId), isOpen))
  const data = await db
    .select()
    .from(syncChanges)
    .where(isOf)
    .orderBy(asc(syncChanges.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await db.$count(syncChanges, isOf) }
}

/** Lists changes in the order in which they are applied. */
export const listChangesIn = (db: Db, runId: string, state: ChangeRow['state']) =>
  db
    .select()
    .from(syncChanges)
    .where(and(eq(syncChanges.runId, runId), eq(syncChanges.state, state)))
    .orderBy(asc(syncChanges.id))

export const deleteChange = (tx: Tx, id: string) =>
  tx.delete(syncChanges).where(eq(syncChanges.id, id))

export const deletePlannedChanges = (tx: Tx, runId: string) =>
  tx.delete(syncChanges).where(and(eq(syncChanges.runId, runId), eq(syncChanges.state, 'planned')))

/** Counts the run's changes by direction and state, and stores the counts in the run's row. */
export async function refreshSyncCounts(tx: Tx, runId: string) {
  const rows = await tx
    .select({ direction: syncChanges.direction, state: syncChanges.state, number: count() })
    .from(syncChanges)
    .where(eq(syncChanges.runId, runId))
    .groupBy(syncChanges.direction, syncChanges.state)
  const add = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((sum, { number }) => sum + number, 0)
  await updateSyncRun(tx, runId, {
    pulled: add(({ direction, state }) => direction === 'pull' && state !== 'failed'),
    pushed: add(({ direction, state }) => direction === 'push' && state !== 'failed'),
    failed: add(({ state }) => state === 'failed'),
  })
}
