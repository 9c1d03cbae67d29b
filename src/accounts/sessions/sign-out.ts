import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { withText } from '../../platform/messages/message'
import { accountLogMessages, userMessages } from '../permissions/messages'
import { userChanged, type Viewer } from '../permissions/model'
import { formatSessionCookie } from './cookie'
import { removeSessionFromDevice } from './devices/device-accounts'
import { dropHeldSession, findHeldHolder } from './held-sessions'
import { endSessions, findRefreshToken } from './queries'
import { sessions } from './schema'
import { hashSecret } from './secrets'

/**
 * Ends the session that authenticated the request, or else the session that the refresh token
 * belongs to.
 */
export async function signOut(
  ctx: Context,
  viewer: Viewer | undefined,
  refreshToken: string | null | undefined,
) {
  const own = viewer?.proof.kind === 'session' ? viewer.proof.sessionId : undefined
  const held = own
    ? { sessionId: own, userId: viewer!.userId }
    : await findHeldByToken(ctx, refreshToken)
  const isHeld = held !== undefined && (await dropHeldSession(held.sessionId, held.userId))
  const userId = isHeld ? held.userId : await endStoredSession(ctx, held, refreshToken)
  if (userId) {
    ctx.bus.publish(userChanged, { userId })
    ctx.log.info({ userId }, accountLogMessages.signed_out())
  }
  return withText(userId ? userMessages.signed_out() : userMessages.not_signed_in())
}

async function findHeldByToken(ctx: Context, refreshToken: string | null | undefined) {
  if (!refreshToken) return undefined
  const holder = await findHeldHolder(ctx, { refreshHash: hashSecret(refreshToken) })
  return holder && { sessionId: holder.sessionId, userId: holder.user.id }
}

/** Ends the session. Returns the ID of its user, or undefined if there is no such session. */
const endStoredSession = (
  ctx: Context,
  own: { sessionId: string; userId: string } | undefined,
  refreshToken: string | null | undefined,
) =>
  ctx.write(async (tx) => {
    const now = ctx.clock.now()
    const byToken =
      !own && refreshToken ? await findRefreshToken(tx, hashSecret(refreshToken), now) : undefined
    const ended = own ?? byToken
    if (!ended) return undefined
    await endSessions(tx, eq(sessions.id, ended.sessionId), now)
    await removeSessionFromDevice(tx, ended.userId, ended.sessionId)
    return ended.userId
  })

/**
 * Deletes the cookie and the browser's cache of book pages. Browsers honor `Clear-Site-Data` only
 * on secure connections, where they also send `Sec-Fetch-Site`; otherwise, they print a warning.
 */
export const createSignOutHeaders = (ctx: Context, request: Request) => ({
  'set-cookie': formatSessionCookie(ctx, request, ''),
  ...(request.headers.has('sec-fetch-site') && { 'clear-site-data': '"cache"' }),
})
