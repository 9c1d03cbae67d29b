/**
 * Sessions, one for each browser or app that is signed in. The cookie, access token and refresh
 * token all refer to the session's row, so revoking the row ends them all at once.
 */
import { userChanged } from '../permissions/model'
import { userMessages } from '../permissions/messages'
import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { Context } from '../../context'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import type { Viewer } from '../permissions/model'
import { recordAudit } from '../audit/record'
import { requireSession } from '../permissions/permission-rules'
import { signAccessToken } from './tokens/access-tokens'
import { longestCookieDays } from './cookie'
import type { Client } from './devices/describe-client'
import { dropHeldSession, dropHeldSessions, listHeldSessions } from './held-sessions'
import type { Tokens } from './model'
import { endSessions, findSessionAddresses, findSessions } from './queries'
import { refreshTokens, sessions } from './schema'
import {
  findDevicesOfUser,
  removeSessionFromDevice,
  removeUnusedFromDevices,
  removeUserFromDevices,
  renewOnDevice,
} from './devices/device-accounts'
import { endSignedSession, endSignedSessions } from './signed-sessions'
import { hashSecret, newSecret } from './secrets'

const maxSessionsPerUser = 100

const dayMs = 86_400_000

/** Time for which revoked sessions are kept. */
const revokedMs = dayMs

/** A new session and its secrets. Only hashes of the secrets are stored. */
export interface NewSession {
  userId: string
  sessionId: string
  cookie: string
  refreshToken: string
}

export async function createSession(
  ctx: Context,
  tx: Tx,
  userId: string,
  { isByPin = false, ...client }: Client & { isByPin?: boolean },
): Promise<NewSession> {
  const now = ctx.clock.now()
  const [cookie, refreshToken] = [newSecret(), newSecret()]
  await endOldestSessions(tx, userId, now)
  const [row] = await tx
    .insert(sessions)
    .values({
      userId,
      kind: client.kind,
      isByPin,
      cookieHash: hashSecret(cookie),
      userAgent: client.userAgent,
      address: client.address ?? null,
      lastUsedAt: now,
      expiresAt: computeExpiry(ctx, client.kind, now),
    })
    .returning({ id: sessions.id })
  await insertRefreshToken(ctx, tx, row!.id, refreshToken)
  if (client.deviceSecret !== null) {
    const device = { deviceHash: hashSecret(client.deviceSecret), userId, sessionId: row!.id }
    await renewOnDevice(tx, device, now)
  }
  return { userId, sessionId: row!.id, cookie, refreshToken }
}

/** Limits the number of sessions, because some clients sign in again on every visit. */
async function endOldestSessions(tx: Tx, userId: string, now: Date) {
  const stored = await findSessions(tx, userId, now)
  const oldest = stored.filter(({ kind }) => kind !== 'signed').slice(maxSessionsPerUser - 1)
  if (oldest.length === 0) return
  const ids = oldest.map(({ id }) => id)
  await endSessions(tx, inArray(sessions.id, ids), now)
}

export function computeExpiry(ctx: Context, kind: 'browser' | 'app', now: Date) {
  const { session_days: browserDays, refresh_token_days: appDays } = ctx.config.auth
  return new Date(now.getTime() + (kind === 'browser' ? browserDays : appDays) * dayMs)
}

export async function insertRefreshToken(ctx: Context, tx: Tx, sessionId: string, token: string) {
  const expiresAt = new Date(ctx.clock.now().getTime() + ctx.config.auth.refresh_token_days * dayMs)
  await tx.insert(refreshTokens).values({ hash: hashSecret(token), sessionId, expiresAt })
}

export async function issueTokens(
  ctx: Context,
  { userId, sessionId, refreshToken }: Omit<NewSession, 'cookie'>,
): Promise<Tokens> {
  const expiresIn = ctx.config.auth.access_token_minutes * 60
  const expiresAt = new Date(ctx.clock.now().getTime() + expiresIn * 1000)
  const claims = { userId, sessionId }
  const accessToken = await signAccessToken(ctx.config.auth.jwt_secret!, claims, expiresAt)
  return { accessToken, refreshToken, tokenType: 'Bearer', expiresIn }
}

/** Lists the addresses from which the user signed in, for sessions that are still stored. */
export const listSessionAddresses = (ctx: Context, userId: string) =>
  findSessionAddresses(ctx.db, userId)

export async function listSessions(ctx: Context, viewer: Viewer) {
  const current = viewer.proof.kind === 'session' ? viewer.proof.sessionId : undefined
  const now = ctx.clock.now()
  const stored = await findSessions(ctx.db, viewer.userId, now)
  const found = [...listHeldSessions(viewer.userId, now), ...stored]
  return found.map(({ kind, ...session }) => ({
    ...session,
    kind: kind === 'browser' ? ('browser' as const) : ('app' as const),
    isCurrent: session.id === current,
  }))
}

export async function endSession(ctx: Context, viewer: Viewer, id: string) {
  requireSession(viewer)
  const isHeld = await dropHeldSession(id, viewer.userId)
  const ended = isHeld ? 1 : await ctx.write((tx) => endStored(tx, viewer, id, ctx.clock.now()))
  if (ended === 0) throw notFound(userMessages.session_not_found())
  ctx.bus.publish(userChanged, { userId: viewer.userId })
}

async function endStored(tx: Tx, { userId }: Viewer, id: string, now: Date): Promise<number> {
  const isOwn = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const [row] = await tx.select({ kind: sessions.kind }).from(sessions).where(isOwn)
  if (row?.kind !== 'signed') {
    await removeSessionFromDevice(tx, userId, id)
    return endSessions(tx, isOwn, now)
  }
  await endSignedSession(tx, { userId, id })
  return 1
}

/** Ends all other sessions of the viewer. With `includeCurrent`, also ends the current session. */
export async function endAllSessions(
  ctx: Context,
  viewer: Viewer,
  { includeCurrent }: { includeCurrent: boolean },
) {
  const current = requireSession(viewer)
  const now = ctx.clock.now()
  const exceptId = includeCurrent ? undefined : current
  const endedCount = await ctx.write(async (tx) => {
    await recordAudit(ctx, tx, viewer, { action: 'end_sessions' })
    return endUserSessions(tx, viewer.userId, now, exceptId)
  })
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  return { endedCount }
}

/**
 * Removes the user from shared devices, and ends the sessions there and all sessions that were
 * started with a PIN, except for the session `exceptId`. For accounts that can no longer use a PIN.
 */
export async function leaveSharedDevices(tx: Tx, userId: string, now: Date, exceptId?: string) {
  const devices = await findDevicesOfUser(tx, userId)
  const ids = devices.map(({ sessionId }) => sessionId)
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId)
  const isOfDevices = or(inIds(sessions.id, ids), eq(sessions.isByPin, true))
  await endSessions(tx, and(eq(sessions.userId, userId), isOther, isOfDevices), now)
  await removeUserFromDevices(tx, userId)
}

/** Returns the IDs of the users whose sessions were ended. */
export async function endSessionsByPin(tx: Tx, now: Date): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.isByPin, true), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  return [...new Set(ended.map(({ userId }) => userId))]
}

/** Call this after a session that may have been started with a PIN is confirmed by password. */
export const confirmSession = (tx: Tx, id: string) =>
  tx.update(sessions).set({ isByPin: false }).where(eq(sessions.id, id))

export const endSessionsById = (tx: Tx, ids: readonly string[], now: Date) =>
  ids.length === 0 ? 0 : endSessions(tx, inArray(sessions.id, [...ids]), now)

/**
 * Also removes the user from shared devices. Returns the number of ended sessions.
 */
export async function endUserSessions(tx: Tx, userId: string, now: Date, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId)
  await removeUserFromDevices(tx, userId, exceptId)
  const unstored = dropHeldSessions(userId, exceptId) + (await endSignedSessions(tx, userId, now))
  return unstored + (await endSessions(tx, and(eq(sessions.userId, userId), isOther), now))
}

export async function deleteEndedSessions(ctx: Context) {
  const now = ctx.clock.now()
  await ctx.writeBulk(async (tx) => {
    await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
    await removeUnusedFromDevices(tx, new Date(now.getTime() - longestCookieDays * dayMs))
    const isRevokedLongAgo = lt(sessions.revokedAt, new Date(now.getTime() - revokedMs))
    await tx.delete(sessions).where(or(lt(sessions.expiresAt, now), isRevokedLongAgo))
  })
}
