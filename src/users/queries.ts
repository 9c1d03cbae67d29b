import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '../db/store'
import { apiKeys, sessions, users } from './schema'

const holder = {
  id: users.id,
  username: users.username,
  role: users.role,
  permissions: users.permissions,
}

/** The active user behind a session that has not ended. */
export async function findSessionHolder(db: Db, sessionId: string, now: Date) {
  const [row] = await selectHolder(db)
    .where(and(eq(sessions.id, sessionId), isLive(now)))
    .limit(1)
  return row
}

export async function findSessionHolderByCookie(db: Db, cookieHash: string, now: Date) {
  const [row] = await selectHolder(db)
    .where(and(eq(sessions.cookieHash, cookieHash), isLive(now)))
    .limit(1)
  return row
}

const selectHolder = (db: Db) =>
  db
    .select({ user: holder, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))

const isLive = (now: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), eq(users.isActive, true))

export async function findKeyHolder(db: Db, keyPrefix: string, now: Date) {
  const [row] = await db
    .select({
      user: holder,
      key: {
        id: apiKeys.id,
        secretHash: apiKeys.secretHash,
        permissions: apiKeys.permissions,
        lastUsedAt: apiKeys.lastUsedAt,
      },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.keyPrefix, keyPrefix),
        eq(apiKeys.isActive, true),
        eq(users.isActive, true),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
    .limit(1)
  return row
}
