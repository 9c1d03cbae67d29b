/** Removes imported bookmarks and highlights, except those that their user has changed since. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import type { highlights } from '../highlights/schema'
import type { bookmarks } from './schema'

export interface ImportedRow {
  id: string
  /** When the row was changed last in the other program. */
  at: Date
}

/** Returns how many rows stay. */
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
