/** Two-factor authentication for an account: turns it on and off, and manages recovery codes. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { recordAudit } from '../../audit/record'
import { userMessages } from '../../permissions/messages'
import { type Viewer, userChanged } from '../../permissions/model'
import { refuseAdminChangeByKey, requireSession } from '../../permissions/permission-rules'
import { hashSecret } from '../../sessions/secrets'
import { confirmSession, leaveSharedDevices } from '../../sessions/service'
import { endSignedSessions } from '../../sessions/signed-sessions'
import { twoFactors, users } from '../schema'
import { getUser, refuseHigherUser } from '../service'
import { confirmPassword } from '../sign-in/change-password'
import { countAttempt, createCodeCounter, forgiveAttempt } from '../sign-in/login-throttle'
import { auditUser } from '../user-audit'
import { findTwoFactor, sealedTotpSecrets } from './second-factor'
import { buildTotpUri, encodeBase32, findTotpCounter, newTotpSecret } from './totp'

const recoveryCodeCount = 10

export async function getTwoFactor(ctx: Context, { userId }: Viewer) {
  const row = await findTwoFactor(ctx.db, userId)
  const enabled = row?.enabledAt != null
  return {
    enabled,
    enabledAt: row?.enabledAt ?? null,
    recoveryCodesLeft: enabled ? row.recoveryHashes.length : 0,
  }
}

/**
 * Generates a secret, which takes effect once the user has entered a code that was generated from
 * it.
 */
export async function beginTwoFactor(ctx: Context, viewer: Viewer, currentPassword: string) {
  await confirmPassword(ctx, viewer, currentPassword)
  const { userId } = viewer
  const secret = newTotpSecret()
  const id = Bun.randomUUIDv7()
  const sealedSecret = await sealedTotpSecrets.seal(ctx, id, secret.toString('base64url'))
  await ctx.write(async (tx) => {
    await refuseEnabled(tx, userId)
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
    await tx.insert(twoFactors).values({ id, userId, sealedSecret, recoveryHashes: [] })
  })
  return { secret: encodeBase32(secret), uri: buildTotpUri(viewer.username, secret) }
}

async function refuseEnabled(tx: Tx, userId: string) {
  const row = await findTwoFactor(tx, userId)
  if (row?.enabledAt) throw new Refusal('conflict', userMessages.two_factor_enabled())
}

/** Turns on two-factor authentication. Returns the recovery codes. */
export async function confirmTwoFactor(ctx: Context, viewer: Viewer, code: string) {
  const sessionId = requireSession(viewer)
  const { userId } = viewer
  const counters = [createCodeCounter(userId)]
  const row = await findTwoFactor(ctx.db, userId)
  if (!row) throw new Refusal('conflict', userMessages.two_factor_not_begun())
  await countAttempt(ctx, counters)
  const secret = Buffer.from(
    await sealedTotpSecrets.open(ctx, row.id, row.sealedSecret),
    'base64url',
  )
  const { lastCounter } = row
  const counter = findTotpCounter(secret, code.replaceAll(/\s/g, ''), {
    now: ctx.clock.now(),
    lastCounter,
  })
  if (counter === undefined) throw new Refusal('forbidden', userMessages.wrong_code())
  const codes = newRecoveryCodes()
  await ctx.write(async (tx) => {
    await refuseEnabled(tx, userId)
    const enabledAt = ctx.clock.now()
    const enabled = { enabledAt, lastCounter: counter, recoveryHashes: codes.map(hashCode) }
    await tx.update(twoFactors).set(enabled).where(eq(twoFactors.id, row.id))
    await tx.update(users).set({ hasTwoFactor: true }).where(eq(users.id, userId))
    // Ends the sessions of reading apps and shared devices, which were started without a code.
    await endSignedSessions(tx, userId, ctx.clock.now())
    await leaveSharedDevices(tx, userId, ctx.clock.now(), sessionId)
    await confirmSession(tx, sessionId)
    await forgiveAttempt(tx, counters)
    await recordAudit(ctx, tx, viewer, { action: 'enable_two_factor' })
  })
  ctx.bus.publish(userChanged, { userId })
  return { recoveryCodes: codes }
}

/** Generates codes with 80 random bits each, in groups that are easy to type. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    encodeBase32(crypto.getRandomValues(new Uint8Array(10)))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  )

const hashCode = (code: string) => hashSecret(code.replaceAll('-', ''))

/** The previous codes stop working. */
export async function replaceRecoveryCodes(ctx: Context, viewer: Viewer, currentPassword: string) {
  await confirmPassword(ctx, viewer, currentPassword)
  const codes = newRecoveryCodes()
  await ctx.write(async (tx) => {
    const row = await findTwoFactor(tx, viewer.userId)
    if (!row?.enabledAt) throw new Refusal('conflict', userMessages.two_factor_not_begun())
    const recoveryHashes = codes.map(hashCode)
    await tx.update(twoFactors).set({ recoveryHashes }).where(eq(twoFactors.id, row.id))
    await recordAudit(ctx, tx, viewer, { action: 'replace_recovery_codes' })
  })
  return { recoveryCodes: codes }
}

export async function disableTwoFactor(ctx: Context, viewer: Viewer, currentPassword: string) {
  await confirmPassword(ctx, viewer, currentPassword)
  const { userId: id, username } = viewer
  await ctx.write((tx) => removeTwoFactor(ctx, tx, viewer, { id, username }))
  ctx.bus.publish(userChanged, { userId: id })
}

/**
 * Lets administrators and commands turn off two-factor authentication for a user who has lost both
 * the phone and the recovery codes.
 */
export async function disableTwoFactorOfUser(ctx: Context, viewer: Viewer, userId: string) {
  if (viewer.proof.kind !== 'system') requireSession(viewer)
  const user = await getUser(ctx, userId)
  await refuseHigherUser(ctx.db, viewer, user)
  refuseAdminChangeByKey(viewer, user)
  await ctx.write((tx) => removeTwoFactor(ctx, tx, viewer, user))
  ctx.bus.publish(userChanged, { userId })
}

async function removeTwoFactor(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  user: { id: string; username: string },
) {
  const isTheirs = eq(twoFactors.userId, user.id)
  const [removed] = await tx
    .delete(twoFactors)
    .where(isTheirs)
    .returning({ enabledAt: twoFactors.enabledAt })
  await tx.update(users).set({ hasTwoFactor: false }).where(eq(users.id, user.id))
  if (removed?.enabledAt) await auditUser(ctx, tx, viewer, { user, action: 'disable_two_factor' })
}
