/**
 * Sessions: one for each browser or app that signed in. Cookie, access and refresh token all stand for
 * the session's row, so ending the row ends them at once.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import { wrongNameOrPassword } from './basic'
import {
  accountCounter,
  addressCounters,
  confirmationCounter,
  countAttempt,
  type Counter,
  forgive,
  nameCounter,
  noteRefusal,
} from './login-throttle'
import {
  type Login,
  type PasswordChange,
  type SignedIn,
  type Tokens,
  type UserInfo,
  type Viewer,
  userChanged,
} from './model'
import { hashPassword, verifyPassword } from './passwords'
import { findAccount, findAccountByName } from './queries'
import { effectiveRights, requireSession } from './rights'
import { refreshTokens, sessions, users } from './schema'
import { endSessions, endSessionsOf, findRefreshToken, findSessions } from './session-queries'
import { foldName, hashSecret, newSecret, signAccessToken } from './tokens'
import type { Visitor } from './visitor'
import { userMessages } from './messages'
import { withText } from '../../platform/messages/message'

const maxSessionsPerUser = 100
const graceMs = 30_000
const dayMs = 86_400_000

/** What a sign-in yields: the answer, and the value of the browser's cookie. */
export interface Entry {
  answer: SignedIn
  cookie: string
}

export async function login(ctx: Context, visitor: Visitor, { username, password }: Login) {
  const nameKey = foldName(username)
  const account = await findAccountByName(ctx.db, nameKey)
  const isKnownHere = account !== undefined && account.id === visitor.knownUserId
  const counters: Counter[] = isKnownHere
    ? []
    : [
        account ? accountCounter(account.id) : nameCounter(nameKey),
        ...addressCounters(visitor.address),
      ]
  await countAttempt(ctx, counters)
  const isRight = await verifyPassword(password, account?.passwordHash)
  if (!isRight || !account?.isActive) {
    noteRefusal(ctx, visitor.address)
    throw wrongNameOrPassword()
  }
  return enter(ctx, account.id, visitor, async (tx) => {
    const present = await findAccount(tx, account.id)
    // Between the check and now, somebody may have changed the password or closed the account.
    if (!present?.isActive || present.passwordHash !== account.passwordHash) {
      throw wrongNameOrPassword()
    }
    await forgive(tx, counters)
  })
}

/** Begins a session in the transaction in which `before` ran; the user must exist by then. */
export async function enter(
  ctx: Context,
  userId: string,
  visitor: Visitor,
  before: (tx: Tx) => Promise<void>,
): Promise<Entry> {
  const now = ctx.now()
  const cookie = newSecret()
  const refreshToken = newSecret()
  const { session, info } = await ctx.write(async (tx) => {
    await before(tx)
    await endOldest(tx, userId, now)
    await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, userId))
    const [row] = await tx
      .insert(sessions)
      .values({
        userId,
        kind: visitor.kind,
        cookieHash: hashSecret(cookie),
        userAgent: visitor.userAgent,
        address: visitor.address ?? null,
        lastUsedAt: now,
        expiresAt: expiryOf(ctx, visitor.kind, now),
      })
      .returning({ id: sessions.id })
    await addRefreshToken(ctx, tx, row!.id, refreshToken)
    return { session: row!, info: infoOf((await findAccount(tx, userId))!) }
  })
  const tokens = await tokensOf(ctx, { userId, sessionId: session.id }, refreshToken)
  return { answer: { ...tokens, user: info }, cookie }
}

/** Somebody who signs in anew each time must not pile up sessions: the longest unused ends. */
async function endOldest(tx: Tx, userId: string, now: Date) {
  const oldest = (await findSessions(tx, userId, now)).slice(maxSessionsPerUser - 1)
  if (oldest.length === 0) return
  const ids = oldest.map(({ id }) => id)
  await endSessions(tx, inArray(sessions.id, ids), now)
}

function expiryOf(ctx: Context, kind: 'browser' | 'app', now: Date) {
  const { session_days: browserDays, refresh_token_days: appDays } = ctx.config.auth
  return new Date(now.getTime() + (kind === 'browser' ? browserDays : appDays) * dayMs)
}

async function addRefreshToken(ctx: Context, tx: Tx, sessionId: string, token: string) {
  const expiresAt = new Date(ctx.now().getTime() + ctx.config.auth.refresh_token_days * dayMs)
  await tx.insert(refreshTokens).values({ hash: hashSecret(token), sessionId, expiresAt })
}

async function tokensOf(
  ctx: Context,
  claims: { userId: string; sessionId: string },
  refreshToken: string,
): Promise<Tokens> {
  const expiresIn = ctx.config.auth.access_token_minutes * 60
  const expiresAt = new Date(ctx.now().getTime() + expiresIn * 1000)
  const accessToken = await signAccessToken(ctx.config.auth.jwt_secret!, claims, expiresAt)
  return { accessToken, refreshToken, tokenType: 'Bearer', expiresIn }
}

/**
 * Exchanges a refresh token. The one before is honoured for a moment, because an answer can get lost on
 * its way; after that its use means that two have it, and the session ends.
 */
export async function refresh(ctx: Context, token: string): Promise<Tokens> {
  const now = ctx.now()
  const next = newSecret()
  const outcome = await ctx.write(async (tx) => {
    const found = await findRefreshToken(tx, hashSecret(token), now)
    if (!found) return undefined
    const { replacedAt, sessionId, userId } = found
    if (replacedAt && now.getTime() - replacedAt.getTime() > graceMs) {
      await endSessions(tx, eq(sessions.id, sessionId), now)
      return { isReused: true, userId, sessionId }
    }
    const ofToken = eq(refreshTokens.hash, hashSecret(token))
    if (!replacedAt) await tx.update(refreshTokens).set({ replacedAt: now }).where(ofToken)
    await addRefreshToken(ctx, tx, sessionId, next)
    const slidTo = expiryOf(ctx, 'app', now)
    const expiresAt = slidTo > found.expiresAt ? slidTo : found.expiresAt
    await tx.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.id, sessionId))
    return { isReused: false, userId, sessionId }
  })
  if (outcome && !outcome.isReused) return tokensOf(ctx, outcome, next)
  if (outcome) {
    ctx.log.warn({ userId: outcome.userId }, 'an old refresh token was used: its session was ended')
    ctx.bus.publish(userChanged, { userId: outcome.userId })
  }
  throw new Refusal('unauthenticated', userMessages.session_expired())
}

/** Ends the session that the request proves, or else the one of the refresh token. */
export async function logout(
  ctx: Context,
  viewer: Viewer | undefined,
  refreshToken: string | null | undefined,
) {
  const now = ctx.now()
  const userId = await ctx.write(async (tx) => {
    const byToken = refreshToken
      ? await findRefreshToken(tx, hashSecret(refreshToken), now)
      : undefined
    const proven = viewer?.proof.kind === 'session' ? viewer.proof.sessionId : undefined
    const sessionId = proven ?? byToken?.sessionId
    if (!sessionId) return undefined
    await endSessions(tx, eq(sessions.id, sessionId), now)
    return proven ? viewer!.userId : byToken!.userId
  })
  if (userId) ctx.bus.publish(userChanged, { userId })
  return withText(userId ? userMessages.signed_out() : userMessages.not_signed_in())
}

export async function listSessions(ctx: Context, viewer: Viewer) {
  const current = viewer.proof.kind === 'session' ? viewer.proof.sessionId : undefined
  const found = await findSessions(ctx.db, viewer.userId, ctx.now())
  return found.map((session) => ({ ...session, isCurrent: session.id === current }))
}

export async function endSession(ctx: Context, viewer: Viewer, id: string) {
  requireSession(viewer)
  const own = and(eq(sessions.id, id), eq(sessions.userId, viewer.userId))
  const ended = await ctx.write((tx) => endSessions(tx, own, ctx.now()))
  if (ended === 0) throw notFound(userMessages.session_not_found())
  ctx.bus.publish(userChanged, { userId: viewer.userId })
}

/** Signs out everywhere else; `here`: and here, too. Answers how many sessions ended. */
export async function endAllSessions(ctx: Context, viewer: Viewer, { here }: { here: boolean }) {
  const current = requireSession(viewer)
  const now = ctx.now()
  const kept = here ? undefined : current
  const endedCount = await ctx.write((tx) => endSessionsOf(tx, viewer.userId, now, kept))
  ctx.bus.publish(userChanged, { userId: viewer.userId })
  return { endedCount }
}

export async function getUserInfo(ctx: Context, viewer: Viewer): Promise<UserInfo> {
  const account = await findAccount(ctx.db, viewer.userId)
  if (!account) throw notFound(userMessages.user_not_found())
  return infoOf(account, viewer.permissions)
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

function infoOf(account: Account, rights: Viewer['permissions'] = effectiveRights(account)) {
  const { id, username, email, role, permissions } = account
  // Quire sends no e-mail, so it has verified none.
  const emailVerified = false
  return {
    id,
    username,
    email,
    emailVerified,
    role,
    permissions,
    effectivePermissions: [...rights],
  }
}

/** Ends all other sessions: whoever knew the old password is out. */
export async function changePassword(
  ctx: Context,
  viewer: Viewer,
  { currentPassword, newPassword }: PasswordChange,
) {
  const sessionId = requireSession(viewer)
  const checked = await confirmPassword(ctx, viewer, currentPassword)
  const passwordHash = await hashPassword(newPassword)
  const now = ctx.now()
  await ctx.write(async (tx) => {
    const account = await findAccount(tx, viewer.userId)
    if (account?.passwordHash !== checked)
      throw new Refusal('conflict', userMessages.password_modified())
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, viewer.userId))
    await endSessionsOf(tx, viewer.userId, now, sessionId)
  })
  ctx.bus.publish(userChanged, { userId: viewer.userId })
}

/** Asks a signed-in person for the current password; returns the hash it was right for. */
export async function confirmPassword(ctx: Context, viewer: Viewer, password: string) {
  requireSession(viewer)
  const counters = [confirmationCounter(viewer.userId)]
  await countAttempt(ctx, counters)
  const account = await findAccount(ctx.db, viewer.userId)
  if (!(await verifyPassword(password, account?.passwordHash))) {
    throw new Refusal('forbidden', userMessages.wrong_password(), {
      details: [{ path: 'currentPassword', message: userMessages.wrong() }],
    })
  }
  await ctx.write((tx) => forgive(tx, counters))
  return account!.passwordHash
}
