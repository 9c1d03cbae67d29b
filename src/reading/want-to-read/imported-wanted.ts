/**
 * Adds and removes entries imported from the want-to-read lists of other programs. Existing entries
 * keep their positions.
 */
import { and, eq, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Item } from './merge-wanted'
import { maxWanted } from './model'
import { countWanted, findWantedItems, getKey } from './queries'
import { wantToRead } from './schema'

export interface ImportedWanted {
  item: Item
  at: Date
}

export type WantedOutcome = 'new' | 'same' | 'not_possible'

/**
 * `userId` is null for an account that does not exist yet. `given` contains each item only once.
 * `planned` is the number of entries that the same preview has already added.
 */
export async function planImportedWanted(
  db: Db,
  userId: string | null,
  { given, planned }: { given: readonly ImportedWanted[]; planned: number },
): Promise<WantedOutcome[]> {
  const items = given.map(({ item }) => toWantedItem(item))
  const present = userId === null ? new Set() : await findWantedItems(db, userId, items)
  const count = userId === null ? 0 : await countWanted(db, userId)
  let room = maxWanted - count - planned
  return items.map((item) => {
    if (present.has(getKey(item))) return 'same'
    return room-- > 0 ? 'new' : 'not_possible'
  })
}

const toWantedItem = ({ kind, id }: Item) =>
  kind === 'series' ? { seriesId: id, bookId: null } : { seriesId: null, bookId: id }

/** Appends entries, none of which may be in the list yet. Returns their IDs. */
export async function appendImportedWanted(
  tx: Tx,
  userId: string,
  given: readonly ImportedWanted[],
): Promise<string[]> {
  if (given.length === 0) return []
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${wantToRead.position}), 0)`.mapWith(Number) })
    .from(wantToRead)
    .where(eq(wantToRead.userId, userId))
  const after = last?.position ?? 0
  const rows = given.map(({ item, at }, place) => ({
    ...toWantedItem(item),
    id: Bun.randomUUIDv7(),
    userId,
    position: after + place + 1,
    addedAt: at,
  }))
  await tx.insert(wantToRead).values(rows)
  return rows.map(({ id }) => id)
}

export async function removeImportedWanted(tx: Tx, userId: string, ids: readonly string[]) {
  await tx.delete(wantToRead).where(and(eq(wantToRead.userId, userId), inIds(wantToRead.id, ids)))
}
