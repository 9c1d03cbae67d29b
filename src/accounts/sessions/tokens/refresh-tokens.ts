/** Exchanges a refresh token for new tokens, and detects reuse. */
import { userChanged } from '../../permissions/model'
import { userMessages } from '../../permissions/messages'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { Refusal } from '../../../errors'
import type { Tokens } from '../model'
import { removeSessionFromDevice } from '../devices/device-accounts'
import { findHeldHolder } from '../held-sessions'
import { endSessions, findRefreshToken } from '../queries'
import { refreshTokens, sessions } from '../schema'
import { deriveSuccessor, hashSecret, newSecret } from '../secrets'
import { accountLogMessages } from '../../permissions/messages'
import { computeExpiry, insertRefreshToken, issueTokens } from '../service'

/** Time for which a replaced refresh token can still be used, in case the response was lost. */
const graceMs = 30_000

/**
 * A token has exactly one successor: during the grace period, exchanging it again returns the same
 * successor. A stolen token therefore cannot start a chain of its own, and using it after the grace
 * period reveals the theft and ends the session.
 */
export async function exchangeRefreshToken(ctx: Context, token: string): Promise<Tokens> {
  // For a session that was started while the disk was full, nothing can be stored, so its token
  // stays the same.
  const held = await findHeldHolder(ctx, { refreshHash: hashSecret(token) })
  if (held) {
    return issueTokens(ctx, {
      userId: held.user.id,
      sessionId: held.sessionId,
      refreshToken: token,
    })
  }
  const outcome = await ctx.write((tx) => replaceRefreshToken(ctx, tx, token))
  if (outcome?.refreshToken) return issueTokens(ctx, outcome)
  if (outcome) {
    ctx.log.warn({ userId: outcome.userId }, accountLogMessages.token_reused())
    ctx.bus.publish(userChanged, { userId: outcome.userId })
  }
  throw new Refusal('unauthenticated', userMessages.session_expired())
}

/**
 * Returns an empty `refreshToken` if the token was reused too late, and undefined for an unknown
 * token.
 */
async function replaceRefreshToken(ctx: Context, tx: Tx, token: string) {
  const now = ctx.clock.now()
  const found = await findRefreshToken(tx, hashSecret(token), now)
  if (!found) return undefined
  const { replacedAt, successorSalt, sessionId, userId } = found
  if (replacedAt && now.getTime() - replacedAt.getTime() > graceMs) {
    await endSessions(tx, eq(sessions.id, sessionId), now)
    await removeSessionFromDevice(tx, userId, sessionId)
    return { userId, sessionId, refreshToken: '' }
  }
  if (replacedAt && successorSalt) {
    return { userId, sessionId, refreshToken: deriveSuccessor(token, successorSalt) }
  }
  const salt = newSecret()
  const refreshToken = deriveSuccessor(token, salt)
  await tx
    .update(refreshTokens)
    .set({ replacedAt: now, successorSalt: salt })
    .where(eq(refreshTokens.hash, hashSecret(token)))
  await insertRefreshToken(ctx, tx, sessionId, refreshToken)
  const extendedTo = computeExpiry(ctx, 'app', now)
  const expiresAt = extendedTo > found.expiresAt ? extendedTo : found.expiresAt
  await tx.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.id, sessionId))
  return { userId, sessionId, refreshToken }
}
