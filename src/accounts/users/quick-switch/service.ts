/**
 * Switching between users on a shared device with a PIN. An administrator must allow this. It works
 * only for accounts that were signed in on the device, and never for administrators or accounts
 * with two-factor authentication.
 */
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import type { Db, Tx } from '../../../platform/db/store'
import { getSetting, type SettingsContext } from '../../../platform/settings/settings'
import { recordAudit } from '../../audit/record'
import { userMessages } from '../../permissions/messages'
import { type Viewer, userChanged } from '../../permissions/model'
import { isAdmin, requireSession } from '../../permissions/permission-rules'
import type { Client } from '../../sessions/devices/describe-client'
import {
  addToDevice,
  findDevicesOfUser,
  isUserOnDevice,
  listUsersOfDevice,
  maxAccountsOfDevice,
  removeOneDevice,
  removeUserFromDevices,
} from '../../sessions/devices/device-accounts'
import { endSessionsByPin } from '../../sessions/service'
import { matchesHash } from '../../sessions/secrets'
import { hashPassword } from '../passwords/passwords'
import { findAccount } from '../queries'
import { confirmPassword } from '../sign-in/change-password'
import { registerOtherWay } from '../sign-in/other-sign-in-ways'
import { maxPinFailures, type PinCreation, type QuickPerson, type QuickSwitch } from './model'
import { deletePin, findPeopleWithPin, findPin, storePin } from './queries'

registerOtherWay(async (tx, userId) => {
  await deletePin(tx, userId)
  await removeUserFromDevices(tx, userId)
})

type Eligible = Pick<
  NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  'role' | 'permissions' | 'hasTwoFactor' | 'isActive'
>

const isEligible = (account: Eligible) =>
  account.isActive && !isAdmin(account) && !account.hasTwoFactor

/** Pass the transaction as `db` if the setting must not change before the commit. */
export async function requireAllowed({ config, db }: SettingsContext) {
  if (!(await getSetting({ config, db }, 'auth.quick_switch')))
    throw new Refusal('forbidden', userMessages.quick_switch_off())
}

/** Ends the sessions that were started with a PIN, because switching is no longer allowed. */
export async function endPinSessions(ctx: Context, tx: Tx) {
  const userIds = await endSessionsByPin(tx, ctx.clock.now())
  tx.afterCommit(() => {
    for (const userId of userIds) ctx.bus.publish(userChanged, { userId })
  })
}

/**
 * Call this when the server starts, because the setting may have been turned off in a settings
 * file.
 */
export async function endForbiddenPinSessions(ctx: Context) {
  if (!(await getSetting(ctx, 'auth.quick_switch')))
    await ctx.write((tx) => endPinSessions(ctx, tx))
}

async function findStatus(ctx: Context, account: Eligible): Promise<QuickSwitch['status']> {
  if (!(await getSetting(ctx, 'auth.quick_switch'))) return 'off'
  if (isAdmin(account)) return 'admin'
  return account.hasTwoFactor ? 'two_factor' : 'available'
}

export async function getQuickSwitch(
  ctx: Context,
  { userId }: Viewer,
  secret: string | null,
): Promise<QuickSwitch> {
  const account = await findAccount(ctx.db, userId)
  if (!account) throw notFound(userMessages.user_not_found())
  const pin = await findPin(ctx.db, userId)
  const devices = await findDevicesOfUser(ctx.db, userId)
  return {
    status: await findStatus(ctx, account),
    hasPin: pin !== undefined,
    triesLeft: maxPinFailures - (pin?.failures ?? 0),
    devices: devices.map(({ id, userAgent, deviceHash, createdAt, lastUsedAt }) => ({
      id,
      userAgent,
      isCurrent: secret !== null && matchesHash(secret, deviceHash),
      createdAt,
      lastUsedAt,
    })),
  }
}

async function requireEligible(db: Db, userId: string) {
  const account = await findAccount(db, userId)
  if (!account || !isEligible(account))
    throw new Refusal('forbidden', userMessages.quick_switch_not_for_account())
}

export async function setPin(ctx: Context, viewer: Viewer, { currentPassword, pin }: PinCreation) {
  const { userId } = viewer
  await requireAllowed(ctx)
  await requireEligible(ctx.db, userId)
  await confirmPassword(ctx, viewer, currentPassword)
  const pinHash = await hashPassword(pin)
  await ctx.write(async (tx) => {
    await requireEligible(tx, userId)
    await storePin(tx, { userId, pinHash, now: ctx.clock.now() })
    await recordAudit(ctx, tx, viewer, { action: 'set_pin' })
  })
}

/** Works even if switching is no longer allowed. */
export async function removePin(ctx: Context, viewer: Viewer) {
  requireSession(viewer)
  await ctx.write(async (tx) => {
    await deletePin(tx, viewer.userId)
    await removeUserFromDevices(tx, viewer.userId)
    await recordAudit(ctx, tx, viewer, { action: 'remove_pin' })
  })
}

/**
 * Offers the account on the device that sends the request. Returns the new value of the device's
 * cookie.
 */
export async function offerOnDevice(
  ctx: Context,
  viewer: Viewer,
  { secret, userAgent }: { secret: string | null; userAgent: string | null },
): Promise<string> {
  const sessionId = requireSession(viewer)
  const { userId } = viewer
  await requireAllowed(ctx)
  const now = ctx.clock.now()
  return ctx.write(async (tx) => {
    await requireEligible(tx, userId)
    if (!(await findPin(tx, userId)))
      throw new Refusal('conflict', userMessages.quick_switch_needs_pin())
    const added = await addToDevice(tx, { secret, userId, sessionId, userAgent, now })
    if (added !== undefined) return added
    throw new Refusal('conflict', userMessages.device_full({ max: maxAccountsOfDevice }))
  })
}

export async function removeDevice(ctx: Context, viewer: Viewer, id: string) {
  requireSession(viewer)
  const removed = await ctx.write((tx) => removeOneDevice(tx, viewer.userId, id))
  if (removed === 0) throw notFound(userMessages.device_not_found())
}

/** Lists the users to whom the device can switch. Names are shown only to the device itself. */
export async function listPeopleOfDevice(
  ctx: Context,
  secret: string | null,
): Promise<QuickPerson[]> {
  if (secret === null || !(await getSetting(ctx, 'auth.quick_switch'))) return []
  const userIds = await listUsersOfDevice(ctx.db, secret)
  if (userIds.length === 0) return []
  const people = await findPeopleWithPin(ctx.db, userIds)
  return people.filter(isEligible).map(({ id, username, pictureVersion, failures }) => ({
    id,
    username,
    pictureVersion,
    needsPassword: failures >= maxPinFailures,
  }))
}

/** Returns whether the PIN of this account may be tried on the device. */
export async function mayTryPin(db: Db | Tx, client: Client, userId: string): Promise<boolean> {
  const { deviceSecret } = client
  if (deviceSecret === null || !(await isUserOnDevice(db, deviceSecret, userId))) return false
  const account = await findAccount(db, userId)
  return account !== undefined && isEligible(account)
}
