/**
 * Slows down password guessing, per account and per address. The counters are stored in the
 * database, so all processes share them. An attempt is counted before it is verified, so parallel
 * attempts have no advantage. Also logs failed logins.
 */
import { userMessages } from '../../permissions/messages'
import { inArray, lt } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { Refusal } from '../../../errors'
import { getAddressGroup } from '../../../platform/http/requests/client-address'
import { counters as metrics } from '../../../platform/metrics/registry'
import { isDiskOutage } from '../../sessions/held-sessions'
import { recordFailedSignIn } from '../../audit/record'
import { hashSecret } from '../../sessions/secrets'
import { listSessionAddresses } from '../../sessions/service'
import { findKnownBrowser } from './known-browser'
import { findLoginFailures } from '../queries'
import { loginFailures } from '../schema'
import { accountLogMessages } from '../../permissions/messages'

const usualMaxWaitSeconds = 30
/** A counter is reset when no attempt has failed for this long. */
const resetMs = 15 * 60_000
/** Time for which counters are stored after the last failure. */
const storedMs = 3_600_000

/**
 * The first `free` - 1 failures do not cause a wait. The next one causes a wait of one second, and
 * each further failure doubles the wait.
 */
export interface Counter {
  key: string
  free: number
  /** Defaults to 30. */
  maxWaitSeconds?: number
}

const createAccountCounter = (userId: string): Counter => ({
  key: `account:${userId}`,
  free: 5,
})
/**
 * For a browser or address that has signed in to the account before. Attempts from elsewhere cannot
 * exhaust this counter.
 */
const createKnownCounter = (userId: string, origin: string): Counter => ({
  key: `known:${userId}:${hashSecret(origin)}`,
  free: 5,
})
/**
 * Names that do not belong to an account are counted as well, so that the throttle does not reveal
 * which names exist.
 */
export const createNameCounter = (nameKey: string): Counter => ({
  key: `name:${hashSecret(nameKey)}`,
  free: 5,
})
/**
 * For confirmations of the current password within a session. Attempts without the session cannot
 * exhaust this counter.
 */
export const createConfirmationCounter = (userId: string): Counter => ({
  key: `confirmation:${userId}`,
  free: 5,
})
/** Allows more failures, because a household or a school can share one address. */
export const createAddressCounters = (address: string | undefined): Counter[] =>
  address ? [{ key: `address:${getAddressGroup(address)}`, free: 20 }] : []
export const createSetupCounter = (address: string | undefined): Counter => ({
  key: `setup:${address ? getAddressGroup(address) : 'unknown'}`,
  free: 10,
})

/**
 * Codes have only six digits, so waits are longer. They affect nobody else, because only someone
 * who knows the password can try codes.
 */
export const createCodeCounter = (userId: string): Counter => ({
  key: `code:${userId}`,
  free: 5,
  maxWaitSeconds: 600,
})
export const createInvitationCounter = (address: string | undefined): Counter => ({
  key: `invitation:${address ? getAddressGroup(address) : 'unknown'}`,
  free: 10,
})

/**
 * Selects the counters for an attempt to sign in to an account. A known browser is not counted by
 * its address, because other people may share that address behind a proxy.
 */
export async function selectAccountCounters(
  ctx: Context,
  userId: string,
  { address, browserCookie }: { address: string | undefined; browserCookie: string | null },
): Promise<Counter[]> {
  const browser = findKnownBrowser(ctx, browserCookie, userId)
  if (browser) return [createKnownCounter(userId, browser)]
  const group = address && getAddressGroup(address)
  const known = group ? await listSessionAddresses(ctx, userId) : []
  const isKnown = known.some((each) => getAddressGroup(each) === group)
  const own = isKnown ? createKnownCounter(userId, group!) : createAccountCounter(userId)
  return [own, ...createAddressCounters(address)]
}

/**
 * Counts an attempt as failed, or rejects it during a wait. Call `forgiveAttempt` after a success.
 */
export async function countAttempt(ctx: Context, counters: readonly Counter[]) {
  if (counters.length === 0) return
  const keys = counters.map(({ key }) => key)
  const now = ctx.clock.now()
  // Attempts during a wait are rejected without a write.
  refuseDuringWait([...(await findLoginFailures(ctx.db, keys)), ...listUnstored(keys)], now)
  try {
    refuseDuringWait(await storeAttempt(ctx, counters, now), now)
  } catch (error) {
    if (!isDiskOutage(error)) throw error
    // Other attempts may have been counted in the meantime.
    refuseDuringWait(listUnstored(keys), now)
    countUnstored(counters, now)
  }
}

/** Counts the attempt. If a counter requires a wait, returns the stored counters instead. */
const storeAttempt = (ctx: Context, counters: readonly Counter[], now: Date) =>
  ctx.write(async (tx) => {
    const rows = await findLoginFailures(
      tx,
      counters.map(({ key }) => key),
    )
    if (computeWaitMs(rows, now) > 0) return rows
    for (const counter of counters) {
      const row = rows.find(({ key }) => key === counter.key)
      await countFailure(tx, counter, row, now)
    }
    return []
  })

/**
 * Counters of this process that cannot be stored because the disk is full. Keyed by counter key.
 */
const unstored = new Map<string, Row>()
const maxUnstored = 10_000

const listUnstored = (keys: readonly string[]) =>
  unstored.size === 0 ? [] : keys.flatMap((key) => unstored.get(key) ?? [])

function countUnstored(counters: readonly Counter[], now: Date) {
  for (const counter of counters) {
    const counted = computeFailure(counter, unstored.get(counter.key), now)
    // Moves the counter to the end, because the least recently counted ones are dropped first.
    unstored.delete(counter.key)
    unstored.set(counter.key, { key: counter.key, ...counted })
  }
  while (unstored.size > maxUnstored) unstored.delete(unstored.keys().next().value!)
}

/** Like `forgiveAttempt`, but for a success that cannot be stored. */
function forgiveUnstored(counters: readonly Counter[]) {
  for (const { key } of counters) {
    const row = unstored.get(key)
    if (row && isShared(row)) unstored.set(key, lower(row))
    else unstored.delete(key)
  }
}

const isShared = ({ key, failures }: Row) => key.startsWith('address:') && failures > 1
const lower = (row: Row): Row => ({ ...row, failures: row.failures - 1, blockedUntil: null })

type Row = typeof loginFailures.$inferSelect

type Failures = Pick<Row, 'failures' | 'lastFailedAt'>

async function countFailure(tx: Tx, counter: Counter, row: Failures | undefined, now: Date) {
  const counted = computeFailure(counter, row, now)
  await tx
    .insert(loginFailures)
    .values({ key: counter.key, ...counted })
    .onConflictDoUpdate({ target: loginFailures.key, set: counted })
}

function computeFailure(
  { free, maxWaitSeconds = usualMaxWaitSeconds }: Counter,
  row: Failures | undefined,
  now: Date,
) {
  const isCounting = row && now.getTime() - row.lastFailedAt.getTime() < resetMs
  const failures = isCounting ? row.failures + 1 : 1
  const waitSeconds = failures < free ? 0 : Math.min(maxWaitSeconds, 2 ** (failures - free))
  const blockedUntil = waitSeconds > 0 ? new Date(now.getTime() + waitSeconds * 1000) : null
  return { failures, lastFailedAt: now, blockedUntil }
}

/**
 * Resets the counters, except for the counter of the address, which other people may share: only
 * this attempt is subtracted from it.
 */
export async function forgiveAttempt(tx: Tx, counters: readonly Counter[]) {
  if (counters.length === 0) return
  forgiveUnstored(counters)
  const keys = counters.map(({ key }) => key)
  const shared = (await findLoginFailures(tx, keys)).filter(isShared)
  await tx.delete(loginFailures).where(inArray(loginFailures.key, keys))
  if (shared.length === 0) return
  await tx.insert(loginFailures).values(shared.map(lower))
}

/** Works even while the disk is full. */
export async function forgiveAttempts(ctx: Context, counters: readonly Counter[]) {
  forgiveUnstored(counters)
  try {
    await ctx.write((tx) => forgiveAttempt(tx, counters))
  } catch (error) {
    if (!isDiskOutage(error)) throw error
  }
}

interface Named {
  id: string
  username: string
}

/**
 * Records a failed login in the log, which intrusion prevention tools parse, and in the audit log.
 * The log line does not contain the name, because people sometimes type a password into the name
 * field.
 */
export async function recordFailedLogin(
  ctx: Context,
  address: string | undefined,
  { account, method }: { account?: Named | undefined; method: string },
) {
  metrics.loginsRefused.inc({ reason: 'wrong' })
  ctx.log.warn({ address }, accountLogMessages.login_failed())
  const person = { userId: account?.id ?? null, username: account?.username ?? null }
  await recordFailedSignIn(ctx, { ...person, address, method })
}

function refuseDuringWait(rows: readonly Row[], now: Date) {
  const waitMs = computeWaitMs(rows, now)
  if (waitMs <= 0) return
  metrics.loginsRefused.inc({ reason: 'throttled' })
  throw new Refusal('too_many_requests', userMessages.too_many_attempts(), {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

const computeWaitMs = (rows: readonly Row[], now: Date) =>
  Math.max(0, ...rows.map(({ blockedUntil }) => (blockedUntil?.getTime() ?? 0) - now.getTime()))

export async function deleteOldLoginFailures(ctx: Context) {
  const limit = new Date(ctx.clock.now().getTime() - storedMs)
  await ctx.writeBulk(async (tx) => {
    await tx.delete(loginFailures).where(lt(loginFailures.lastFailedAt, limit))
  })
}
