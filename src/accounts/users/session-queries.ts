import { and, desc, eq, gt, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { loginFailures, refreshTokens, sessions, users } from './schema'

const isOpen = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

/** The sessions of a user that have not ended, the last used first. */
export const findSessions = (db: Db, userId: string, now: Date) =>
  db
    .select({
      id: sessions.id,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(1000)

/** Ends the sessions for which the condition holds; returns how many. */
export async function endSessions(tx: Tx, condition: SQL | undefined, now: Date) {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(condition, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return ended.length
}

export const endSessionsOf = (tx: Tx, userId: string, now: Date, exceptId?: string) =>
  endSessions(
    tx,
    and(
      eq(sessions.userId, userId),
      exceptId === undefined ? undefined : ne(sessions.id, exceptId),
    ),
    now,
  )

export async function findRefreshToken(db: Db, hash: string, now: Date) {
  const [row] = await db
    .select({
      sessionId: refreshTokens.sessionId,
      replacedAt: refreshTokens.replacedAt,
      userId: sessions.userId,
      expiresAt: sessions.expiresAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(refreshTokens.hash, hash),
        gt(refreshTokens.expiresAt, now),
        isOpen(now),
        eq(users.isActive, true),
      ),
    )
    .limit(1)
  return row
}

export const findLoginFailures = (db: Db, keys: readonly string[]) =>
  db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, [...keys]))
    .limit(keys.length)
