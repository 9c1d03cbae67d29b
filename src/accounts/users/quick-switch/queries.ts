import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { newestPictureId } from '../queries'
import { users } from '../schema'
import { maxPinFailures } from './model'
import { userPins } from './schema'

export async function findPin(db: Db, userId: string) {
  const [row] = await db.select().from(userPins).where(eq(userPins.userId, userId))
  return row
}

export async function storePin(
  tx: Tx,
  { userId, pinHash, now }: { userId: string; pinHash: string; now: Date },
) {
  const row = { pinHash, failures: 0, createdAt: now }
  await tx
    .insert(userPins)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: userPins.userId, set: row })
}

export const deletePin = (tx: Tx, userId: string) =>
  tx.delete(userPins).where(eq(userPins.userId, userId))

/**
 * Counts an attempt as wrong before the PIN is compared, so that the limit also applies to
 * simultaneous attempts, in any process. Returns the hash, or undefined if no attempts are left.
 */
export async function takeTry(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx
    .update(userPins)
    .set({ failures: sql`${userPins.failures} + 1` })
    .where(and(eq(userPins.userId, userId), lt(userPins.failures, maxPinFailures)))
    .returning({ pinHash: userPins.pinHash })
  return row?.pinHash
}

/**
 * Removes the attempt from the count, because the PIN was correct. Earlier wrong attempts still
 * count. Entering the password may have reset the count in the meantime.
 */
export const returnTry = (tx: Tx, userId: string) =>
  tx
    .update(userPins)
    .set({ failures: sql`${userPins.failures} - 1` })
    .where(and(eq(userPins.userId, userId), gt(userPins.failures, 0)))

export const forgivePinFailures = (tx: Tx, userId: string) =>
  tx.update(userPins).set({ failures: 0 }).where(eq(userPins.userId, userId))

/** Finds which of these users have a PIN. */
export const findPeopleWithPin = (db: Db, userIds: readonly string[]) =>
  db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      permissions: users.permissions,
      isActive: users.isActive,
      hasTwoFactor: users.hasTwoFactor,
      failures: userPins.failures,
      pictureVersion: newestPictureId,
    })
    .from(users)
    .innerJoin(userPins, eq(userPins.userId, users.id))
    .where(inIds(users.id, userIds))
    .orderBy(asc(users.usernameKey))
