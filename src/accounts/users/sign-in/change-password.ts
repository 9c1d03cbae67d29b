import { userChanged } from '../../permissions/model'
import { accountLogMessages, userMessages } from '../../permissions/messages'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Viewer } from '../../permissions/model'
import { requireSession } from '../../permissions/permission-rules'
import { recordAudit } from '../../audit/record'
import { deleteUserApiKeys } from '../../api-keys/service'
import { endUserSessions } from '../../sessions/service'
import type { PasswordChange } from '../model'
import { findAccount } from '../queries'
import { users } from '../schema'
import { countAttempt, createConfirmationCounter, forgiveAttempt } from './login-throttle'
import { hashPassword, verifyPassword } from '../passwords/passwords'

/**
 * Ends all other sessions, because someone else may know the old password. API keys keep working
 * unless the request also revokes them.
 */
export async function changePassword(ctx: Context, viewer: Viewer, change: PasswordChange) {
  const sessionId = requireSession(viewer)
  await replacePassword(ctx, viewer, change, sessionId)
}

/**
 * For apps that send the password with each request. They have no session, so all sessions are
 * ended.
 */
export async function changePasswordWithoutSession(
  ctx: Context,
  viewer: Viewer,
  change: PasswordChange,
) {
  if (viewer.proof.kind !== 'password') {
    throw new Refusal('forbidden', userMessages.session_required())
  }
  await replacePassword(ctx, viewer, change, undefined)
}

async function replacePassword(
  ctx: Context,
  viewer: Viewer,
  { currentPassword, newPassword, deleteApiKeys = false }: PasswordChange,
  sessionId: string | undefined,
) {
  const confirmedHash = await verifyOwnPassword(ctx, viewer, currentPassword)
  const passwordHash = await hashPassword(newPassword)
  const now = ctx.clock.now()
  await ctx.write(async (tx) => {
    const account = await findAccount(tx, viewer.userId)
    if (account?.passwordHash !== confirmedHash) {
      throw new Refusal('conflict', userMessages.password_modified())
    }
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, viewer.userId))
    await endUserSessions(tx, viewer.userId, now, sessionId)
    if (deleteApiKeys) await deleteUserApiKeys(tx, viewer.userId)
    await recordAudit(ctx, tx, viewer, { action: 'change_password' })
  })
  const { userId, username: user } = viewer
  ctx.bus.publish(userChanged, { userId })
  ctx.log.info({ userId }, accountLogMessages.password_changed({ user }))
}

/** Verifies the current password of a signed-in user. Returns the stored hash that it matches. */
export async function confirmPassword(ctx: Context, viewer: Viewer, password: string) {
  requireSession(viewer)
  return verifyOwnPassword(ctx, viewer, password)
}

async function verifyOwnPassword(ctx: Context, viewer: Viewer, password: string) {
  const counters = [createConfirmationCounter(viewer.userId)]
  await countAttempt(ctx, counters)
  const account = await findAccount(ctx.db, viewer.userId)
  if (!(await verifyPassword(password, account?.passwordHash))) {
    throw new Refusal('forbidden', userMessages.wrong_password(), {
      details: [{ path: 'currentPassword', message: userMessages.wrong() }],
    })
  }
  await ctx.write((tx) => forgiveAttempt(tx, counters))
  return account!.passwordHash
}
