/** How a library is: what the scanner found out and writes down here. */
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../db/store'
import { libraries, libraryRoots } from './schema'

export interface Condition {
  state: 'available' | 'unavailable' | 'awaiting_confirmation'
  reason: string | null
}

/** True when it was another one before. */
export async function setCondition(
  tx: Tx,
  libraryId: string,
  { state, reason }: Condition,
): Promise<boolean> {
  const changed = await tx
    .update(libraries)
    .set({ state, stateReason: reason })
    .where(
      and(
        eq(libraries.id, libraryId),
        or(ne(libraries.state, state), sql`${libraries.stateReason} is distinct from ${reason}`),
      ),
    )
    .returning({ id: libraries.id })
  return changed.length > 0
}

/** The file system on which the root was last seen whole. */
export async function adoptDevice(tx: Tx, rootId: string, device: string) {
  await tx
    .update(libraryRoots)
    .set({ device })
    .where(
      and(
        eq(libraryRoots.id, rootId),
        or(isNull(libraryRoots.device), ne(libraryRoots.device, device)),
      ),
    )
}

export interface Counts {
  seriesCount: number
  bookCount: number
}

export async function storeCounts(tx: Tx, libraryId: string, counts: Counts) {
  await tx.update(libraries).set(counts).where(eq(libraries.id, libraryId))
}

export async function markScanned(tx: Tx, libraryId: string, lastScannedAt: Date) {
  await tx.update(libraries).set({ lastScannedAt }).where(eq(libraries.id, libraryId))
}
