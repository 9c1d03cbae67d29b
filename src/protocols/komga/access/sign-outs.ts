/**
 * Ends Komga API sessions. Sessions are signed rather than stored, so the ended ones are recorded.
 */
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/store'
import { komgaSignOuts } from './schema'

/**
 * Limit per user. Beyond it, the oldest entry also ends all earlier sessions, which limits the size
 * of the row.
 */
const maxEnded = 50

interface SessionRef {
  userId: string
  /** Version 7 UUID, which sorts by the start of the session. */
  id: string
}

export async function isSessionEnded(db: Db, { userId, id }: SessionRef): Promise<boolean> {
  const row = await findSignOuts(db, userId)
  return row !== undefined && isAmong(row, id)
}

export async function insertSignOut(tx: Tx, { userId, id }: SessionRef) {
  const row = await findSignOuts(tx, userId)
  if (row && isAmong(row, id)) return
  const ids = [...(row?.endedIds ?? []), id].toSorted()
  const dropped = ids.slice(0, Math.max(0, ids.length - maxEnded))
  const change = {
    endedIds: ids.slice(dropped.length),
    endedUpTo: dropped.at(-1) ?? row?.endedUpTo ?? null,
  }
  await tx
    .insert(komgaSignOuts)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: komgaSignOuts.userId, set: change })
}

async function findSignOuts(db: Db, userId: string) {
  const [row] = await db.select().from(komgaSignOuts).where(eq(komgaSignOuts.userId, userId))
  return row
}

const isAmong = ({ endedIds, endedUpTo }: typeof komgaSignOuts.$inferSelect, id: string): boolean =>
  endedIds.includes(id) || (endedUpTo !== null && id <= endedUpTo)
