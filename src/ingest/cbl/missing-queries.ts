import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { missingEntries } from './schema'

export type MissingRow = typeof missingEntries.$inferSelect
export type NewMissing = Pick<MissingRow, 'afterBookId' | 'entry'>

export const findMissingEntries = (db: Db, listId: string): Promise<MissingRow[]> =>
  db
    .select()
    .from(missingEntries)
    .where(eq(missingEntries.listId, listId))
    .orderBy(asc(missingEntries.place), asc(missingEntries.id))

const rowsAtOnce = 200

export async function replaceMissingEntries(
  tx: Tx,
  listId: string,
  { entries, now }: { entries: readonly NewMissing[]; now: Date },
) {
  await tx.delete(missingEntries).where(eq(missingEntries.listId, listId))
  const rows = entries.map((one, place) => ({
    id: Bun.randomUUIDv7(),
    listId,
    place,
    createdAt: now,
    ...one,
  }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx.insert(missingEntries).values(slice)
  }
}

/** Returns the number of deleted entries. */
export async function deleteMissingEntries(
  tx: Tx,
  listId: string,
  ids: readonly string[],
): Promise<number> {
  let count = 0
  for (const slice of splitIntoSlices(ids, rowsAtOnce)) {
    const deleted = await tx
      .delete(missingEntries)
      .where(and(eq(missingEntries.listId, listId), inArray(missingEntries.id, slice)))
      .returning({ id: missingEntries.id })
    count += deleted.length
  }
  return count
}
