/**
 * Accounts that a shared device offers for switching with a PIN. A device is identified by a random
 * cookie. An account must be signed in on the device when it is added. It is removed when its
 * latest session on the device is ended.
 */
import { and, desc, eq, inArray, lt, ne, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/store'
import { deviceAccounts } from '../schema'
import { hashSecret, newSecret } from '../secrets'

/** Maximum number of accounts on a device. */
export const maxAccountsOfDevice = 12
/** Maximum number of devices of an account. The device that was used least recently is removed. */
const maxDevicesOfUser = 20

export const findDevicesOfUser = (db: Db, userId: string) =>
  db
    .select()
    .from(deviceAccounts)
    .where(eq(deviceAccounts.userId, userId))
    .orderBy(desc(deviceAccounts.lastUsedAt), desc(deviceAccounts.id))

const isOn = (deviceHash: string, userId: string) =>
  and(eq(deviceAccounts.deviceHash, deviceHash), eq(deviceAccounts.userId, userId))

export const listUsersOfDevice = async (db: Db, secret: string) => {
  const isOfDevice = eq(deviceAccounts.deviceHash, hashSecret(secret))
  const rows = await db
    .select({ userId: deviceAccounts.userId })
    .from(deviceAccounts)
    .where(isOfDevice)
  return rows.map(({ userId }) => userId)
}

export const isUserOnDevice = async (db: Db, secret: string, userId: string) =>
  (await db.$count(deviceAccounts, isOn(hashSecret(secret), userId))) > 0

interface AddedAccount {
  /** Value of the device's cookie, if the device has one. */
  secret: string | null
  userId: string
  sessionId: string
  userAgent: string | null
  now: Date
}

/**
 * Adds an account to a device, unless the device already has too many accounts. Returns the new
 * value of the device's cookie, so that someone who knew or planted the old value cannot use this
 * account. Returns undefined if the account was not added.
 */
export async function addToDevice(
  tx: Tx,
  { secret, userId, sessionId, userAgent, now }: AddedAccount,
): Promise<string | undefined> {
  const fresh = newSecret()
  const deviceHash = hashSecret(fresh)
  if (secret !== null) {
    const old = eq(deviceAccounts.deviceHash, hashSecret(secret))
    await tx.delete(deviceAccounts).where(and(old, eq(deviceAccounts.userId, userId)))
    if ((await tx.$count(deviceAccounts, old)) >= maxAccountsOfDevice) return undefined
    await tx.update(deviceAccounts).set({ deviceHash }).where(old)
  }
  const devices = await findDevicesOfUser(tx, userId)
  const surplus = devices.slice(maxDevicesOfUser - 1).map(({ id }) => id)
  if (surplus.length > 0) await tx.delete(deviceAccounts).where(inArray(deviceAccounts.id, surplus))
  const times = { createdAt: now, lastUsedAt: now }
  await tx.insert(deviceAccounts).values({ deviceHash, userId, sessionId, userAgent, ...times })
  return fresh
}

/**
 * Sets the latest session of the account on the device. If that session is ended, the account is
 * removed from the device.
 */
export async function renewOnDevice(
  tx: Tx,
  { deviceHash, userId, sessionId }: { deviceHash: string; userId: string; sessionId: string },
  now: Date,
) {
  await tx
    .update(deviceAccounts)
    .set({ sessionId, lastUsedAt: now })
    .where(isOn(deviceHash, userId))
}

/** Returns the number of removed accounts. */
async function removeFromDevices(tx: Tx, condition: SQL | undefined): Promise<number> {
  const removed = await tx
    .delete(deviceAccounts)
    .where(condition)
    .returning({ id: deviceAccounts.id })
  return removed.length
}

/** Removes the account from all devices, except from the one with the session `exceptSessionId`. */
export const removeUserFromDevices = (tx: Tx, userId: string, exceptSessionId?: string) =>
  removeFromDevices(
    tx,
    and(
      eq(deviceAccounts.userId, userId),
      exceptSessionId === undefined ? undefined : ne(deviceAccounts.sessionId, exceptSessionId),
    ),
  )

/**
 * Removes accounts from devices that were last used before `since`. The browsers of these devices
 * have deleted their cookies.
 */
export const removeUnusedFromDevices = (tx: Tx, since: Date) =>
  removeFromDevices(tx, lt(deviceAccounts.lastUsedAt, since))

export const removeSessionFromDevice = (tx: Tx, userId: string, sessionId: string) =>
  removeFromDevices(
    tx,
    and(eq(deviceAccounts.userId, userId), eq(deviceAccounts.sessionId, sessionId)),
  )

export const removeOneDevice = (tx: Tx, userId: string, id: string) =>
  removeFromDevices(tx, and(eq(deviceAccounts.userId, userId), eq(deviceAccounts.id, id)))
