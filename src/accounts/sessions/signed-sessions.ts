/**
 * Signed sessions of reading apps. The value of such a session is signed rather than stored,
 * because some apps start a session with each request. A session that is used gets a row, so that
 * it is listed and can be ended. Ended sessions are recorded, because the signature stays valid.
 */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import type { Client } from './devices/describe-client'
import { recordUse } from './last-use'
import { findSessionHolder } from './queries'
import { endedSignedSessions, sessions } from './schema'

/**
 * Maximum number of IDs of ended sessions per user. Beyond it, the oldest ID also ends all earlier
 * sessions, which limits the size of the row.
 */
const maxEnded = 50
/** Maximum number of rows per user. A session without a row stays valid and gets one when used. */
const maxListed = 50

interface SessionRef {
  userId: string
  /** Version 7 UUID, which sorts by the start of the session. */
  id: string
}

/** The clocks of machines that share a database may differ by this much. */
const clockToleranceMs = 3_600_000

/**
 * Creates the ID of a session that starts now. The ID sorts after `endedUpTo`, so the new session
 * is valid.
 */
export async function createSignedSessionId(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
) {
  const { endedUpTo } = (await findEnded(db, userId)) ?? {}
  const after = endedUpTo ? readTime(endedUpTo) + 1 : 0
  return createId(Math.max(clock.now().getTime(), after))
}

const createId = (time: number) => Bun.randomUUIDv7('hex', time)

/** A version 7 UUID begins with its time in milliseconds. */
const readTime = (id: string) => parseInt(id.slice(0, 13).replace('-', ''), 16)

export async function isSignedSessionEnded(db: Db, { userId, id }: SessionRef): Promise<boolean> {
  const row = await findEnded(db, userId)
  return row !== undefined && isAmong(row, id)
}

export async function endSignedSession(tx: Tx, { userId, id }: SessionRef) {
  const row = await findEnded(tx, userId)
  if (row && isAmong(row, id)) return
  const ids = [...(row?.endedIds ?? []), id].toSorted()
  const dropped = ids.slice(0, Math.max(0, ids.length - maxEnded))
  await storeEnded(tx, userId, {
    endedIds: ids.slice(dropped.length),
    endedUpTo: dropped.at(-1) ?? row?.endedUpTo ?? null,
  })
  await tx.delete(sessions).where(isSigned([id]))
}

/** Ends all sessions that the user has started so far, on any machine. */
export async function endSignedSessions(tx: Tx, userId: string, now: Date) {
  const { endedUpTo } = (await findEnded(tx, userId)) ?? {}
  // A session that started after `endedUpTo` may have the time of the next millisecond in its ID.
  const after = endedUpTo ? readTime(endedUpTo) + 2 : 0
  const latest = createId(Math.max(now.getTime() + clockToleranceMs, after))
  await storeEnded(tx, userId, { endedIds: [], endedUpTo: latest })
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'signed')))
    .returning({ id: sessions.id })
  return ended.length
}

const isSigned = (ids: readonly string[]) =>
  and(inArray(sessions.id, [...ids]), eq(sessions.kind, 'signed'))

async function storeEnded(
  tx: Tx,
  userId: string,
  ended: Omit<typeof endedSignedSessions.$inferInsert, 'userId'>,
) {
  await tx
    .insert(endedSignedSessions)
    .values({ userId, ...ended })
    .onConflictDoUpdate({ target: endedSignedSessions.userId, set: ended })
}

async function findEnded(db: Db, userId: string) {
  const { userId: column } = endedSignedSessions
  const [row] = await db.select().from(endedSignedSessions).where(eq(column, userId))
  return row
}

const isAmong = (
  { endedIds, endedUpTo }: typeof endedSignedSessions.$inferSelect,
  id: string,
): boolean => endedIds.includes(id) || (endedUpTo !== null && id <= endedUpTo)

/** Records the use of a valid session, in the background and at most once a minute. */
export async function recordSignedSessionUse(
  ctx: Context,
  { id, userId, expiresAt }: SessionRef & { expiresAt: Date },
  { userAgent, address }: Pick<Client, 'userAgent' | 'address'>,
) {
  const known = await findSessionHolder(ctx.db, id, ctx.clock.now())
  recordUse(ctx, { id, lastUsedAt: known?.lastUsedAt ?? null }, async (tx, now) => {
    // The session may have ended in the meantime.
    if (await isSignedSessionEnded(tx, { userId, id })) return
    const used = { lastUsedAt: now, expiresAt }
    await tx
      .insert(sessions)
      .values({ id, userId, kind: 'signed', userAgent, address: address ?? null, ...used })
      .onConflictDoUpdate({ target: sessions.id, set: used })
    await deleteOldest(tx, userId)
  })
}

async function deleteOldest(tx: Tx, userId: string) {
  const oldest = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), eq(sessions.kind, 'signed'), isNull(sessions.revokedAt)),
    )
    .orderBy(desc(sessions.lastUsedAt))
    .limit(1000)
    .offset(maxListed)
  if (oldest.length > 0) await tx.delete(sessions).where(isSigned(oldest.map(({ id }) => id)))
}
