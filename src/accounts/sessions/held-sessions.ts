/**
 * Sessions that are started while the disk is full. They are held in the memory of this process and
 * stored once there is free space. A restart ends the sessions that have not been stored yet. The
 * user is read from the database with each request, so changed permissions, a deactivation and a
 * new password apply as they do for other sessions.
 */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { findOutage } from '../../platform/lib/system-errors'
import { accountLogMessages } from '../permissions/messages'
import type { Client } from './devices/describe-client'
import { findSessionUser } from './queries'
import { refreshTokens, sessions } from './schema'
import { hashSecret, newSecret } from './secrets'

/** Maximum numbers of held sessions, in total and per user. Beyond them, the oldest ones end. */
const maxHeldSessions = 1000
const maxHeldPerUser = 20
const heldMs = 12 * 3_600_000
/** Time between two attempts to store a session. */
const retryMs = 60_000

interface HeldSession {
  id: string
  userId: string
  /** The session ends when the password changes. */
  passwordHash: string
  kind: 'browser' | 'app'
  userAgent: string | null
  address: string | null
  cookieHash: string
  refreshHash: string
  createdAt: Date
  expiresAt: Date
  triedAt: Date
  /** The last attempt to store the session. Never rejects. */
  storing?: Promise<void>
}

/** By ID, oldest first. */
const held = new Map<string, HeldSession>()

/** True if the disk is full or not writable, while reads still work. */
export const isDiskOutage = (error: unknown): boolean =>
  ['disk_full', 'disk_failed'].includes(findOutage(error) ?? '')

export function holdSession(
  ctx: Context,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  { kind, userAgent, address }: Client,
) {
  const now = ctx.clock.now()
  const [cookie, refreshToken] = [newSecret(), newSecret()]
  const session: HeldSession = {
    id: Bun.randomUUIDv7(),
    userId,
    passwordHash,
    kind,
    userAgent,
    address: address ?? null,
    cookieHash: hashSecret(cookie),
    refreshHash: hashSecret(refreshToken),
    createdAt: now,
    expiresAt: new Date(now.getTime() + heldMs),
    triedAt: now,
  }
  held.set(session.id, session)
  const own = listHeld((one) => one.userId === userId)
  for (const { id } of own.slice(0, Math.max(0, own.length - maxHeldPerUser))) held.delete(id)
  if (held.size > maxHeldSessions) held.delete(held.keys().next().value!)
  return { userId, sessionId: session.id, cookie, refreshToken }
}

const listHeld = (isWanted: (session: HeldSession) => boolean) =>
  [...held.values()].filter(isWanted)

type Proof = { id: string } | { cookieHash: string } | { refreshHash: string }

function findHeld(proof: Proof): HeldSession | undefined {
  if ('id' in proof) return held.get(proof.id)
  const [name, value] = Object.entries(proof)[0]! as ['cookieHash' | 'refreshHash', string]
  return listHeld((session) => session[name] === value)[0]
}

/** Finds the session and its active user. Returns undefined if the session has ended. */
export async function findHeldHolder(ctx: Context, proof: Proof) {
  const session = held.size > 0 ? findHeld(proof) : undefined
  if (!session) return undefined
  const found = await findValidUser(ctx.db, session)
  if (!found || session.expiresAt <= ctx.clock.now()) {
    held.delete(session.id)
    return undefined
  }
  storeWhenDue(ctx, session)
  const { passwordHash: _, ...user } = found
  return { user, sessionId: session.id, expiresAt: session.expiresAt }
}

async function findValidUser(db: Db, { userId, passwordHash }: HeldSession) {
  const user = await findSessionUser(db, userId)
  return user?.passwordHash === passwordHash ? user : undefined
}

function storeWhenDue(ctx: Context, session: HeldSession) {
  const now = ctx.clock.now()
  if (now.getTime() - session.triedAt.getTime() < retryMs) return
  session.triedAt = now
  session.storing = tryToStore(ctx, session)
}

async function tryToStore(ctx: Context, session: HeldSession) {
  try {
    await ctx.write((tx) => storeSession(ctx, tx, session))
    held.delete(session.id)
  } catch (error) {
    if (isDiskOutage(error)) return
    ctx.log.warn({ err: error, userId: session.userId }, accountLogMessages.session_not_stored())
  }
}

/**
 * Stores a held session, which then expires like any other. Does nothing if the session has ended
 * in the meantime.
 */
async function storeSession(ctx: Context, tx: Tx, session: HeldSession) {
  if (!held.has(session.id) || !(await findValidUser(tx, session))) return
  const { id, userId, kind, userAgent, address, cookieHash, refreshHash, createdAt } = session
  const { session_days: browserDays, refresh_token_days: appDays } = ctx.config.auth
  const addDays = (days: number) => new Date(ctx.clock.now().getTime() + days * 86_400_000)
  const times = { createdAt, lastUsedAt: ctx.clock.now() }
  const expiresAt = addDays(kind === 'browser' ? browserDays : appDays)
  await tx
    .insert(sessions)
    .values({ id, userId, kind, userAgent, address, cookieHash, expiresAt, ...times })
  await tx
    .insert(refreshTokens)
    .values({ hash: refreshHash, sessionId: id, expiresAt: addDays(appDays) })
}

/** Lists the user's held sessions that have not expired. */
export const listHeldSessions = (userId: string, now: Date) =>
  listHeld((session) => session.userId === userId && session.expiresAt > now).map(
    ({ id, kind, userAgent, address, createdAt, expiresAt }) => ({
      id,
      kind,
      userAgent,
      address,
      createdAt,
      lastUsedAt: createdAt,
      expiresAt,
    }),
  )

/** Returns whether the session was held. If it is being stored, waits for the result first. */
export async function dropHeldSession(id: string, userId: string): Promise<boolean> {
  await held.get(id)?.storing
  return held.get(id)?.userId === userId && held.delete(id)
}

/**
 * Returns the number of dropped sessions. Call this in a transaction: a session that is currently
 * being stored is then stored either before the transaction or not at all.
 */
export const dropHeldSessions = (userId: string, exceptId?: string): number =>
  listHeld((session) => session.userId === userId && session.id !== exceptId).filter(({ id }) =>
    held.delete(id),
  ).length
