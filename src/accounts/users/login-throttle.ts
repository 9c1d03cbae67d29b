/**
 * Slows down guessing, per account and per address. The count is in the database, so it holds for all
 * processes together, and an attempt is counted before it is tried, so many at once gain nothing.
 */
import { inArray } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { Refusal } from '../../errors'
import { addressGroup } from '../../platform/http/client-address'
import { counters as metrics } from '../../platform/metrics/registry'
import { loginFailures } from './schema'
import { findLoginFailures } from './session-queries'
import { hashSecret } from './tokens'
import { userMessages } from './messages'

const maxWaitSeconds = 30
/** A count is forgotten when nothing has failed for so long. */
const memoryMs = 15 * 60_000

/** What is counted: `free` failures cost nothing, each further one doubles the wait. */
export interface Counter {
  key: string
  free: number
}

export const accountCounter = (userId: string): Counter => ({ key: `account:${userId}`, free: 5 })
/** A name without an account is counted the same way, so that the counting tells nothing. */
export const nameCounter = (nameKey: string): Counter => ({
  key: `name:${hashSecret(nameKey)}`,
  free: 5,
})
/** Questions for the current password within a session; strangers cannot use this one up. */
export const confirmationCounter = (userId: string): Counter => ({
  key: `confirmation:${userId}`,
  free: 5,
})
/** Larger: a family or a school may share one address. */
export const addressCounters = (address: string | undefined): Counter[] =>
  address ? [{ key: `address:${addressGroup(address)}`, free: 20 }] : []
export const setupCounter = (address: string | undefined): Counter => ({
  key: `setup:${address ? addressGroup(address) : 'unknown'}`,
  free: 10,
})

/** Counts an attempt as failed, or refuses it. Call `forgive` when it turns out well. */
export async function countAttempt(ctx: Context, counters: readonly Counter[]) {
  if (counters.length === 0) return
  const keys = counters.map(({ key }) => key)
  const now = ctx.now()
  // The waiting are turned away without a write.
  refuseWaiting(await findLoginFailures(ctx.db, keys), now)
  const waiting = await ctx.write(async (tx) => {
    const rows = await findLoginFailures(tx, keys)
    if (waitOf(rows, now) > 0) return rows
    for (const counter of counters) {
      const row = rows.find(({ key }) => key === counter.key)
      await countFailure(tx, counter, row, now)
    }
    return []
  })
  refuseWaiting(waiting, now)
}

type Row = typeof loginFailures.$inferSelect

async function countFailure(
  tx: Tx,
  { key, free }: Counter,
  row: Pick<Row, 'failures' | 'lastFailedAt'> | undefined,
  now: Date,
) {
  const isRemembered = row && now.getTime() - row.lastFailedAt.getTime() < memoryMs
  const failures = isRemembered ? row.failures + 1 : 1
  const waitSeconds = failures < free ? 0 : Math.min(maxWaitSeconds, 2 ** (failures - free))
  const blockedUntil = waitSeconds > 0 ? new Date(now.getTime() + waitSeconds * 1000) : null
  const counted = { failures, lastFailedAt: now, blockedUntil }
  await tx
    .insert(loginFailures)
    .values({ key, ...counted })
    .onConflictDoUpdate({ target: loginFailures.key, set: counted })
}

/** The attempt was right: the account starts anew, the address gets this one attempt back. */
export async function forgive(tx: Tx, counters: readonly Counter[]) {
  if (counters.length === 0) return
  const keys = counters.map(({ key }) => key)
  const shared = (await findLoginFailures(tx, keys)).filter(
    ({ key, failures }) => key.startsWith('address:') && failures > 1,
  )
  await tx.delete(loginFailures).where(inArray(loginFailures.key, keys))
  if (shared.length === 0) return
  const lowered = shared.map((row) => ({ ...row, failures: row.failures - 1, blockedUntil: null }))
  await tx.insert(loginFailures).values(lowered)
}

/** The line that tools which lock out guessers look for; it holds no name, as people type passwords there. */
export function noteRefusal(ctx: Context, address: string | undefined) {
  metrics.loginsRefused.inc({ reason: 'wrong' })
  ctx.log.warn({ address }, 'a sign-in was refused')
}

function refuseWaiting(rows: readonly Row[], now: Date) {
  const waitMs = waitOf(rows, now)
  if (waitMs <= 0) return
  metrics.loginsRefused.inc({ reason: 'throttled' })
  throw new Refusal('too_many_requests', userMessages.too_many_attempts(), {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

const waitOf = (rows: readonly Row[], now: Date) =>
  Math.max(0, ...rows.map(({ blockedUntil }) => (blockedUntil?.getTime() ?? 0) - now.getTime()))
