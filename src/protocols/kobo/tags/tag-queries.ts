import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { excludedColumn, inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { koboBooks, koboTags } from '../schema'

type KoboTag = typeof koboTags.$inferInsert

export const listTags = (db: Db, deviceId: string) =>
  db.select().from(koboTags).where(eq(koboTags.deviceId, deviceId))

/**
 * Like `settleBatches`, for reading lists: lists that the device did not receive are sent again,
 * and a device that was reset has nothing to remove.
 */
export async function settleTags(tx: Tx, deviceId: string, received: number) {
  const isOfDevice = eq(koboTags.deviceId, deviceId)
  if (received === 0) {
    await tx.delete(koboTags).where(and(isOfDevice, eq(koboTags.isRemoved, true)))
  }
  await tx
    .update(koboTags)
    .set({ sentVersion: null, isRemoved: false, batch: 0 })
    .where(and(isOfDevice, gt(koboTags.batch, received)))
}

export async function upsertTags(tx: Tx, rows: readonly KoboTag[]) {
  for (const slice of splitIntoSlices([...rows], 200)) {
    await tx
      .insert(koboTags)
      .values(slice)
      .onConflictDoUpdate({
        target: [koboTags.deviceId, koboTags.listId],
        set: {
          sentVersion: excludedColumn('sentVersion'),
          batch: excludedColumn('batch'),
          isRemoved: excludedColumn('isRemoved'),
        },
      })
  }
}

/** Returns the IDs that the device uses for the books it has, keyed by book. */
export async function findRevisionIds(db: Db, deviceId: string, bookIds: readonly string[]) {
  const rows = await db
    .select({
      bookId: koboBooks.bookId,
      revisionId: sql<string>`coalesce(${koboBooks.revisionId}, ${koboBooks.bookId})`,
    })
    .from(koboBooks)
    .where(
      and(
        eq(koboBooks.deviceId, deviceId),
        inIds(koboBooks.bookId, bookIds),
        isNotNull(koboBooks.sentVersion),
        eq(koboBooks.isRemoved, false),
        eq(koboBooks.isDismissed, false),
      ),
    )
  return new Map(rows.map(({ bookId, revisionId }) => [bookId, revisionId]))
}
