import { and, eq, gt, isNull } from 'drizzle-orm'
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

/** Fields changed by later change sets that have not been undone. */
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

export async function markUndone(tx: Tx, id: string, undoneAt: Date) {
  await tx.update(metadataChangeSets).set({ undoneAt }).where(eq(metadataChangeSets.id, id))
}
