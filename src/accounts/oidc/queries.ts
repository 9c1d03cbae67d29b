import { and, asc, eq, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import { users } from '../users/schema'
import { sessions } from '../sessions/schema'
import { oidcSessions, userIdentities } from './schema'

export async function findIdentityHolder(db: Db, issuer: string, subject: string) {
  const [row] = await db
    .select({
      id: userIdentities.id,
      userId: users.id,
      username: users.username,
      isActive: users.isActive,
    })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
    .limit(1)
  return row
}

export const findIdentities = (db: Db, userId: string) =>
  db
    .select({
      id: userIdentities.id,
      provider: userIdentities.provider,
      subject: userIdentities.subject,
      label: userIdentities.label,
      createdAt: userIdentities.createdAt,
      lastUsedAt: userIdentities.lastUsedAt,
    })
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId))
    .orderBy(asc(userIdentities.createdAt), asc(userIdentities.id))

export async function findOidcSession(db: Db, sessionId: string) {
  const [row] = await db
    .select()
    .from(oidcSessions)
    .where(eq(oidcSessions.sessionId, sessionId))
    .limit(1)
  return row
}

interface EndedAtProvider {
  provider: string
  subject: string | undefined
  sid: string | undefined
  /**
   * Sessions that started later are kept, so that replaying an old logout token does not end them.
   */
  until: Date
}

export const findSessionsOfProvider = (
  db: Db,
  { provider, subject, sid, until }: EndedAtProvider,
) =>
  db
    .select({ sessionId: sessions.id, userId: sessions.userId, username: users.username })
    .from(oidcSessions)
    .innerJoin(sessions, eq(sessions.id, oidcSessions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(oidcSessions.provider, provider),
        subject === undefined ? undefined : eq(oidcSessions.subject, subject),
        sid === undefined ? undefined : eq(oidcSessions.sid, sid),
        lte(oidcSessions.createdAt, until),
      ),
    )
