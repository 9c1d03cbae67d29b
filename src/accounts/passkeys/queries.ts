import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import { users } from '../users/schema'
import { passkeys } from './schema'

export const findPasskeys = (db: Db, userId: string) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isBackedUp: passkeys.isBackedUp,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

export const findCredentials = (db: Db, userId: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))

/** Finds the passkey with its user, if the user is active. */
export async function findPasskeyHolder(db: Db, credentialId: string) {
  const [row] = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      credentialId: passkeys.credentialId,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), eq(users.isActive, true)))
    .limit(1)
  return row
}
