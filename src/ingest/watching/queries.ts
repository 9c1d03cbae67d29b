import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { watchLeases } from './schema'

/** All roots of libraries that are not in the trash, with what decides whether they are watched. */
export const listRoots = (db: Db) =>
  db
    .select({
      libraryId: libraries.id,
      watch: libraries.watch,
      isActive: libraries.isActive,
      scanningEnabled: libraries.scanningEnabled,
      allowedFormats: libraries.allowedFormats,
      excludedPatterns: libraries.excludedPatterns,
      rootId: libraryRoots.id,
      path: libraryRoots.path,
    })
    .from(libraries)
    .innerJoin(libraryRoots, eq(libraryRoots.libraryId, libraries.id))
    .where(isNull(libraries.trashedAt))
    .orderBy(asc(libraries.id), asc(libraryRoots.position), asc(libraryRoots.id))

/** What a scan has seen there; `lastScannedAt` is null until the first scan of the library has ended. */
export async function findSeen(db: Db, rootId: string) {
  const [seen] = await db
    .select({ signature: libraryRoots.signature, lastScannedAt: libraries.lastScannedAt })
    .from(libraryRoots)
    .innerJoin(libraries, eq(libraryRoots.libraryId, libraries.id))
    .where(eq(libraryRoots.id, rootId))
  return seen
}

const name = 'folders'

/** True when the lease is this owner's until then: it had it, or nobody has it any more. */
export async function takeLease(
  tx: Tx,
  { owner, now, heldUntil }: { owner: string; now: Date; heldUntil: Date },
): Promise<boolean> {
  const taken = await tx
    .insert(watchLeases)
    .values({ name, owner, heldUntil })
    .onConflictDoUpdate({
      target: watchLeases.name,
      set: { owner, heldUntil },
      setWhere: sql`${or(eq(watchLeases.owner, owner), lt(watchLeases.heldUntil, now))}`,
    })
    .returning({ name: watchLeases.name })
  return taken.length > 0
}

export async function dropLease(tx: Tx, owner: string) {
  await tx.delete(watchLeases).where(and(eq(watchLeases.name, name), eq(watchLeases.owner, owner)))
}
