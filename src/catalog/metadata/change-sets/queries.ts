import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/store'
import type { Entity } from '../field-table'
import { metadataChangeSets } from '../schema'

type Kind = Entity<unknown>['kind']
export type ChangeSetRow = typeof metadataChangeSets.$inferSelect

const getOwnerColumns = (kind: Kind) =>
  kind === 'series' ? metadataChangeSets.seriesId : metadataChangeSets.bookId

export async function insertChangeSet(
  tx: Tx,
  values: typeof metadataChangeSets.$inferInsert,
): Promise<string> {
  const [row] = await tx
    .insert(metadataChangeSets)
    .values(values)
    .returning({ id: metadataChangeSets.id })
  return row!.id
}

export async function findChangeSet(db: Db, id: string): Promise<ChangeSetRow | undefined> {
  const [row] = await db.select().from(metadataChangeSets).where(eq(metadataChangeSets.id, id))
  return row
}

/** Finds the fields changed by later change sets that have not been undone. */
export async function findFieldsChangedLater(
  db: Db,
  kind: Kind,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Set<string>> {
  const later = await db
    .select({ changes: metadataChangeSets.changes })
    .from(metadataChangeSets)
    .where(
      and(
        eq(getOwnerColumns(kind), ownerId),
        gt(metadataChangeSets.id, id),
        isNull(metadataChangeSets.undoneAt),
      ),
    )
  return new Set(later.flatMap(({ changes }) => changes.map(({ field }) => field)))
}

/** Lists the applied change sets of a run that were created before `beforeId`, newest first. */
export const listAppliedOfRun = (db: Db, runId: string, beforeId?: string) =>
  db
    .select({ id: metadataChangeSets.id, seriesId: metadataChangeSets.seriesId })
    .from(metadataChangeSets)
    .where(
      and(
        eq(metadataChangeSets.runId, runId),
        isNull(metadataChangeSets.undoneAt),
        beforeId === undefined ? undefined : lt(metadataChangeSets.id, beforeId),
      ),
    )
    .orderBy(desc(metadataChangeSets.id))
    .limit(100)

/** Returns the number of deleted change sets, at most `limit`. */
export async function deleteOldChangeSets(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx
    .select({ id: metadataChangeSets.id })
    .from(metadataChangeSets)
    .where(lt(metadataChangeSets.createdAt, before))
    .limit(limit)
  const deleted = await tx
    .delete(metadataChangeSets)
    .where(inArray(metadataChangeSets.id, old))
    .returning({ id: metadataChangeSets.id })
  return deleted.length
}

/** Returns false if the change set has already been undone. */
export async function markUndone(tx: Tx, id: string, undoneAt: Date): Promise<boolean> {
  const marked = await tx
    .update(metadataChangeSets)
    .set({ undoneAt })
    .where(and(eq(metadataChangeSets.id, id), isNull(metadataChangeSets.undoneAt)))
    .returning({ id: metadataChangeSets.id })
  return marked.length > 0
}
