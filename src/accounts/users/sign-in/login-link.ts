/**
 * One-time sign-in links, printed by "quire user login-link", so that administrators can never be
 * locked out of the server.
 */
import { and, eq, gt, lte, or } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { userMessages } from '../../permissions/messages'
import type { Viewer } from '../../permissions/model'
import type { Client } from '../../sessions/devices/describe-client'
import { hashSecret, newSecret } from '../../sessions/secrets'
import type { User } from '../model'
import { findAccount } from '../queries'
import { loginLinks } from '../schema'
import { auditUser } from '../user-audit'
import { signIn, type SignInResult } from './login'
import {
  countAttempt,
  createInvitationCounter,
  forgiveAttempts,
  recordFailedLogin,
} from './login-throttle'

const lifetimeMs = 15 * 60_000

/** The database stores only a hash of the token. A new link replaces the previous one. */
export async function createLoginLink(
  ctx: Context,
  viewer: Viewer,
  user: Pick<User, 'id' | 'username'>,
): Promise<string> {
  const token = newSecret()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await ctx.write(async (tx) => {
    const isOld = or(eq(loginLinks.userId, user.id), lte(loginLinks.expiresAt, now))
    await tx.delete(loginLinks).where(isOld)
    await tx.insert(loginLinks).values({ hash: hashSecret(token), userId: user.id, expiresAt })
    await auditUser(ctx, tx, viewer, { user, action: 'create_login_link' })
  })
  return token
}

export async function signInByLink(
  ctx: Context,
  client: Client,
  token: string,
): Promise<SignInResult> {
  const counters = [createInvitationCounter(client.address)]
  await countAttempt(ctx, counters)
  const userId = await ctx.write((tx) => takeLink(ctx, tx, token))
  if (userId === undefined) {
    await recordFailedLogin(ctx, client.address, { method: 'login link' })
    throw new Refusal('forbidden', userMessages.login_link_invalid())
  }
  await forgiveAttempts(ctx, counters)
  return signIn(ctx, userId, { ...client, method: 'login link' }, async () => undefined)
}

/** Each link works once. */
async function takeLink(ctx: Context, tx: Tx, token: string): Promise<string | undefined> {
  const isValid = and(
    eq(loginLinks.hash, hashSecret(token)),
    gt(loginLinks.expiresAt, ctx.clock.now()),
  )
  const [row] = await tx.delete(loginLinks).where(isValid).returning({ userId: loginLinks.userId })
  const account = row && (await findAccount(tx, row.userId))
  return account?.isActive ? account.id : undefined
}
