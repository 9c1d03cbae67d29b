/** What is written into the record of a scan from outside of its course. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { NamingSettings } from '../../media/naming/settings'
import { updateLiveScan } from './queries'
import { scans } from './schema'

export async function noteNames(tx: Tx, id: string, namesBefore: NamingSettings) {
  await tx.update(scans).set({ namesBefore }).where(eq(scans.id, id))
}

/** One that was cancelled or failed waits once more; it counts as begun by now, as what it does is of now. */
export async function reviveScan(tx: Tx, id: string, now: Date) {
  const anew = {
    status: 'pending',
    phase: null,
    message: null,
    filesTotal: 0,
    filesProcessed: 0,
  } as const
  await tx
    .update(scans)
    .set({ ...anew, cancelRequestedAt: null, completedAt: null, createdAt: now })
    .where(and(eq(scans.id, id), inArray(scans.status, ['cancelled', 'failed'])))
}

/** False when somebody else has ended it. */
export const completeScan = (tx: Tx, id: string, changes: Parameters<typeof updateLiveScan>[2]) =>
  updateLiveScan(tx, id, { ...changes, status: 'completed', phase: null })
