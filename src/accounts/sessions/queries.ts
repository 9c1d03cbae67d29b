import { and, type Column, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { prepareStatement } from '../../platform/db/prepared'
import { andThen } from '../../platform/lib/async/now-or-later'
import { VersionedCache } from '../../platform/db/versioned-cache'
import { isAdmin } from '../permissions/permission-rules'
import { users } from '../users/schema'
import { refreshTokens, sessions } from './schema'

const isOpen = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))

/** Finds the sessions of a user that have not ended, most recently used first. */
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

/** Finds the addresses of the user's sessions that are still stored. */
export async function findSessionAddresses(db: Db, userId: string) {
  const rows = await db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .limit(200)
  return rows.flatMap(({ address }) => address ?? [])
}

/** Returns the number of ended sessions. */
export async function endSessions(tx: Tx, condition: SQL | undefined, now: Date) {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(condition, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return ended.length
}

export async function findRefreshToken(db: Db, hash: string, now: Date) {
  const [row] = await db
    .select({
      sessionId: refreshTokens.sessionId,
      replacedAt: refreshTokens.replacedAt,
      successorSalt: refreshTokens.successorSalt,
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

const viewerColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  permissions: users.permissions,
  libraryIds: users.libraryIds,
  restrictions: users.restrictions,
}

/** Finds the active user of a session that is not stored. */
export async function findSessionUser(db: Db, userId: string) {
  const [row] = await db
    .select({ ...viewerColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
  return row
}

/** Finds the active user behind a session that has not ended. */
export function findSessionHolder(db: Db, sessionId: string, now: Date) {
  const load = () => queryHolderById(db, { sessionId, now })
  return andThen(holders.get(db, `session ${sessionId}`, load), (found) => dropInvalid(found, now))
}

export function findSessionHolderByCookie(db: Db, cookieHash: string, now: Date) {
  const load = () => queryHolderByCookie(db, { cookieHash, now })
  return andThen(holders.get(db, `cookie ${cookieHash}`, load), (found) => dropInvalid(found, now))
}

type Holder = Awaited<ReturnType<typeof selectHolder>>[number]
const holders = new VersionedCache<Holder[]>()

/** Cached sessions must be checked, because they expire without a change in the database. */
const dropInvalid = ([found]: readonly Holder[], now: Date) =>
  found && found.expiresAt > now && mayServe(found) ? found : undefined

/**
 * A PIN never gives access to the account of an administrator or an account with two-factor
 * authentication.
 */
const mayServe = ({ isByPin, hasTwoFactor, user }: Holder) =>
  !isByPin || !(hasTwoFactor || isAdmin(user))

/** The placeholder is filled in when the prepared statement runs. */
const isAfterNow = (column: Column) => gt(column, sql.param(sql.placeholder('now'), column))

const selectHolder = (db: Db, condition: SQL) =>
  db
    .select({
      user: viewerColumns,
      sessionId: sessions.id,
      kind: sessions.kind,
      isByPin: sessions.isByPin,
      hasTwoFactor: users.hasTwoFactor,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        condition,
        isNull(sessions.revokedAt),
        isAfterNow(sessions.expiresAt),
        eq(users.isActive, true),
      ),
    )
    .limit(1)

const queryHolderById = prepareStatement('holder_of_session', (db) =>
  selectHolder(db, eq(sessions.id, sql.placeholder('sessionId'))),
)
const queryHolderByCookie = prepareStatement('holder_by_cookie', (db) =>
  selectHolder(db, eq(sessions.cookieHash, sql.placeholder('cookieHash'))),
)
