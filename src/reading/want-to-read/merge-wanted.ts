import { and, eq, gt, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { wantToRead } from './schema'

export interface MergedItems {
  kind: 'book' | 'series'
  fromId: string
  toId: string
  /**
   * Time of the last merge of the two items. Entries that users have removed since then are not
   * added again.
   */
  since: Date | undefined
}

/**
 * Adds an item to every list that contains the item it continues, right after that entry. Both
 * entries stay in the list. Returns the IDs of the users whose list has changed.
 */
export async function mergeWanted(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const rows = await listOfItem(tx, { kind, id: fromId })
  const added = rows.filter(({ addedAt }) => !since || addedAt > since)
  return addWanted(tx, { kind, id: toId }, added)
}

export interface Item {
  kind: 'book' | 'series'
  id: string
}

export type WantedRow = typeof wantToRead.$inferSelect

const listOfItem = (tx: Tx, { kind, id }: Item): Promise<WantedRow[]> =>
  tx
    .select()
    .from(wantToRead)
    .where(eq(kind === 'book' ? wantToRead.bookId : wantToRead.seriesId, id))

/**
 * For each row, adds an item to the list of the user, right after the position of the row. Skips
 * lists that already contain the item. Returns the IDs of the users whose list has changed.
 */
export async function addWanted(tx: Tx, { kind, id: toId }: Item, rows: readonly WantedRow[]) {
  const known = new Set((await listOfItem(tx, { kind, id: toId })).map(({ userId }) => userId))
  const changed: string[] = []
  for (const { userId, position, addedAt } of rows) {
    if (known.has(userId)) continue
    known.add(userId)
    await tx
      .update(wantToRead)
      .set({ position: sql`${wantToRead.position} + 1` })
      .where(and(eq(wantToRead.userId, userId), gt(wantToRead.position, position)))
    const item = kind === 'book' ? { bookId: toId } : { seriesId: toId }
    await tx.insert(wantToRead).values({ ...item, userId, position: position + 1, addedAt })
    changed.push(userId)
  }
  return changed
}

/**
 * Removes the series `toId` from these users' lists if it was added as the continuation of the
 * series `fromId`. Returns the IDs of the users whose list has changed.
 */
export async function removeMergedWanted(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  userIds: readonly string[],
) {
  const isCopy = sql`exists (select 1 from want_to_read as original
    where original.series_id = ${fromId} and original.user_id = ${wantToRead.userId}
      and original.added_at = ${wantToRead.addedAt})`
  const rows = await tx
    .delete(wantToRead)
    .where(and(eq(wantToRead.seriesId, toId), inIds(wantToRead.userId, userIds), isCopy))
    .returning({ userId: wantToRead.userId })
  return rows.map(({ userId }) => userId)
}

/**
 * Removes the book `toId` from the lists to which it was added as the continuation of the book
 * `fromId`.
 */
export async function removeMergedBook(tx: Tx, { fromId, toId }: { fromId: string; toId: string }) {
  const isCopy = sql`exists (select 1 from want_to_read as original
    where original.book_id = ${fromId} and original.user_id = ${wantToRead.userId}
      and original.added_at = ${wantToRead.addedAt})`
  await tx.delete(wantToRead).where(and(eq(wantToRead.bookId, toId), isCopy))
}
