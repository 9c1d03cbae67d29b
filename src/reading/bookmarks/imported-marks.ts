/** Code shared by imported bookmarks and highlights. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import type { highlights } from '../highlights/schema'
import type { bookmarks } from './schema'

export type MarkOutcome = 'new' | 'same' | 'not_possible'

/**
 * Determines which bookmarks or highlights to add. `known`: the user's existing ones. `buildKey`
 * returns the same key for the same place.
 */
export function planMarks<Place extends { bookId: string }>(
  given: readonly Place[],
  options: {
    known: readonly Place[]
    buildKey: (place: Place) => string
    maxInBook: number
  },
): MarkOutcome[] {
  const { known, buildKey, maxInBook } = options
  const keys = new Set(known.map(buildKey))
  const counts = new Map<string, number>()
  for (const { bookId } of known) counts.set(bookId, (counts.get(bookId) ?? 0) + 1)
  return given.map((one) => {
    if (keys.has(buildKey(one))) return 'same'
    const count = counts.get(one.bookId) ?? 0
    counts.set(one.bookId, count + 1)
    return count < maxInBook ? 'new' : 'not_possible'
  })
}

export const buildMarkRows = <Mark extends { at: Date }>(userId: string, given: readonly Mark[]) =>
  given.map(({ at, ...one }) => ({
    ...one,
    id: Bun.randomUUIDv7(),
    userId,
    createdAt: at,
    updatedAt: at,
  }))

export interface ImportedRow {
  id: string
  /** Time of the last change in the other program. */
  at: Date
}

/**
 * Removes rows that their user has not changed since the import. Returns the number of rows that
 * were kept.
 */
export async function removeUnchanged(
  tx: Tx,
  table: typeof bookmarks | typeof highlights,
  { userId, removed }: { userId: string; removed: readonly ImportedRow[] },
): Promise<number> {
  const times = new Map(removed.map(({ id, at }) => [id, at.getTime()]))
  const isImported = and(eq(table.userId, userId), inIds(table.id, [...times.keys()]))
  const rows = await tx
    .select({ id: table.id, updatedAt: table.updatedAt })
    .from(table)
    .where(isImported)
  const unchanged = rows.filter(({ id, updatedAt }) => updatedAt.getTime() === times.get(id))
  const ids = unchanged.map(({ id }) => id)
  await tx.delete(table).where(inIds(table.id, ids))
  return rows.length - ids.length
}
