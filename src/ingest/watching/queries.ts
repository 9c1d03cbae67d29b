import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { watchLeases } from './schema'

/** Lists roots of all libraries outside the trash, with settings that affect watching. */
export const listRootsToWatch = (db: Db) =>
  db
    .select({
      libraryId: libraries.id,
      watch: libraries.watch,
      isActive: libraries.isActive,
      scanningEnabled: libraries.scanningEnabled,
      allowedFormats: libraries.allowedFormats,
      excludedPatterns: libraries.excludedPatterns,
      followLinks: libraries.followLinks,
      rootId: libraryRoots.id,
      path: libraryRoots.path,
    })
    .from(libraries)
    .innerJoin(libraryRoots, eq(libraryRoots.libraryId, libraries.id))
    .where(isNull(libraries.trashedAt))
    .orderBy(asc(libraries.id), asc(libraryRoots.position), asc(libraryRoots.id))

/** Returns the signature from the last scan. `lastScannedAt` is null until a scan has completed. */
export async function findLastScan(db: Db, rootId: string) {
  const [lastScan] = await db
    .select({ signature: libraryRoots.signature, lastScannedAt: libraries.lastScannedAt })
    .from(libraryRoots)
    .innerJoin(libraries, eq(libraryRoots.libraryId, libraries.id))
    .where(eq(libraryRoots.id, rootId))
  return lastScan
}

const name = 'folders'

/**
 * Returns true if the owner now holds the lease: either it already did, or the lease had expired.
 */
export async function acquireLease(
  tx: Tx,
  { owner, now, heldUntil }: { owner: string; now: Date; heldUntil: Date },
): Promise<boolean> {
  const acquired = await tx
    .insert(watchLeases)
    .values({ name, owner, heldUntil })
    .onConflictDoUpdate({
      target: watchLeases.name,
      set: { owner, heldUntil },
      setWhere: sql`${or(eq(watchLeases.owner, owner), lt(watchLeases.heldUntil, now))}`,
    })
    .returning({ name: watchLeases.name })
  return acquired.length > 0
}

export async function releaseLease(tx: Tx, owner: string) {
  await tx.delete(watchLeases).where(and(eq(watchLeases.name, name), eq(watchLeases.owner, owner)))
}
