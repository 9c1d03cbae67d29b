/**
 * Limits the rate of requests to providers, and reads the limits in their responses. The state is
 * stored in the database, because all processes of an installation share one IP address. The state
 * of a bucket is a single number (generic cell rate algorithm): the time at which the bucket will
 * be empty again.
 */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../db/store'
import { timings } from '../metrics/registry'
import type { OutgoingContext, ProviderRules, RateLimit } from './model'
import { createBusyError } from './provider-error'
import { providerRateLimits } from './schema'

/** Number of requests in the burst that are reserved for people, so that jobs cannot use them. */
const reserved = 2
const maxBlockMs = 24 * 3_600_000

export interface WaitBudget {
  readonly isUrgent: boolean
  /** The latest time at which waiting may end. */
  readonly endsAtMs: number
  readonly signal: AbortSignal | undefined
}

/** A built-in provider or a plugin. */
type LimitedProvider = Pick<ProviderRules, 'limits'> & { readonly name: string }

/** Waits until a request may be sent. Throws `busy` if that would exceed the budget. */
export async function waitForSlot(
  ctx: OutgoingContext,
  rules: LimitedProvider,
  { bucket, budget }: { bucket: string | undefined; budget: WaitBudget },
) {
  const limit = rules.limits[bucket ?? 'default']
  if (!limit) throw new Error(`${rules.name} has no rate limit ${bucket}`)
  const name = bucket === undefined ? rules.name : `${rules.name}:${bucket}`
  const allowed = budget.isUrgent ? limit.burst : Math.max(limit.burst - reserved, 1)
  for (;;) {
    const now = ctx.clock.now().getTime()
    const slot = { provider: rules.name, name, limit, allowed, now }
    const freeAtMs = await ctx.writeBulk((tx) => takeSlot(tx, slot))
    if (freeAtMs <= now) return
    await waitUntil(ctx, rules, { atMs: freeAtMs, budget })
  }
}

/** Waits until `atMs`. Throws `busy` if the budget ends before that time. */
export async function waitUntil(
  ctx: OutgoingContext,
  { name }: Pick<LimitedProvider, 'name'>,
  { atMs, budget }: { atMs: number; budget: WaitBudget },
) {
  const now = ctx.clock.now()
  if (atMs > budget.endsAtMs) throw createBusyError(name, atMs, now)
  const ms = Math.max(atMs - now.getTime(), 0)
  timings.providerWaits.observe({ provider: name }, ms / 1000)
  await ctx.clock.sleep(ms, budget.signal)
}

interface Slot {
  provider: string
  name: string
  limit: RateLimit
  /** Number of requests in the burst that this request may use. */
  allowed: number
  now: number
}

/**
 * Takes a slot if one is free, and returns `now`. Otherwise, returns when the next one will be
 * free, without reserving it. A process that gives up or dies while waiting therefore does not
 * delay others.
 */
async function takeSlot(tx: Tx, slot: Slot): Promise<number> {
  const { name, limit, allowed, now } = slot
  const blockedUntil = await findBlock(tx, slot)
  if (blockedUntil > now) return blockedUntil
  const time = sql.param(now, providerRateLimits.freeAt)
  const taken = await tx
    .insert(providerRateLimits)
    .values({ name, freeAt: now + limit.everyMs, blockedUntil: 0 })
    .onConflictDoUpdate({
      target: providerRateLimits.name,
      set: {
        freeAt: sql`case when ${providerRateLimits.freeAt} > ${time} then ${providerRateLimits.freeAt} else ${time} end + ${sql.param(limit.everyMs, providerRateLimits.freeAt)}`,
      },
      setWhere: lte(providerRateLimits.freeAt, now + (allowed - 1) * limit.everyMs),
    })
    .returning({ name: providerRateLimits.name })
  return taken.length > 0 ? now : findNextSlot(tx, slot)
}

async function findNextSlot(tx: Tx, { name, limit, allowed, now }: Slot): Promise<number> {
  const fullAt = now + limit.burst * limit.everyMs
  // A later time is impossible unless a clock has been set back, so it is corrected.
  await tx
    .update(providerRateLimits)
    .set({ freeAt: fullAt })
    .where(and(eq(providerRateLimits.name, name), gt(providerRateLimits.freeAt, fullAt)))
  const [row] = await tx
    .select({ freeAt: providerRateLimits.freeAt })
    .from(providerRateLimits)
    .where(eq(providerRateLimits.name, name))
  return row!.freeAt - (allowed - 1) * limit.everyMs
}

async function findBlock(tx: Tx, { provider, now }: Slot): Promise<number> {
  const [row] = await tx
    .select({ blockedUntil: providerRateLimits.blockedUntil })
    .from(providerRateLimits)
    .where(eq(providerRateLimits.name, provider))
  const blockedUntil = row?.blockedUntil ?? 0
  // A block that ends later than the longest possible one means that a clock has been set back.
  return blockedUntil > now + maxBlockMs ? 0 : blockedUntil
}

/**
 * Prevents all processes from sending requests to the provider before `untilMs`. Does not shorten a
 * longer block.
 */
export async function blockProvider(
  ctx: OutgoingContext,
  { name }: Pick<ProviderRules, 'name'>,
  untilMs: number,
) {
  const impossible = ctx.clock.now().getTime() + maxBlockMs
  await ctx.writeBulk((tx) =>
    tx
      .insert(providerRateLimits)
      .values({ name, freeAt: 0, blockedUntil: untilMs })
      .onConflictDoUpdate({
        target: providerRateLimits.name,
        set: { blockedUntil: untilMs },
        setWhere: sql`${providerRateLimits.blockedUntil} not between ${untilMs} and ${impossible}`,
      }),
  )
}

/**
 * Returns the time until which a response asks clients to wait with `Retry-After` (seconds or a
 * date), limited to between 1 second and 24 hours from now.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(ms) ? undefined : nowMs + Math.min(Math.max(ms, 1000), maxBlockMs)
}

/**
 * Returns when requests will be accepted again, if the response says that no more are allowed.
 * `X-RateLimit-Reset` is in seconds, either since 1970 or from now. Times more than a day ahead are
 * ignored.
 */
export function parseExhausted(headers: Headers, nowMs: number): number | undefined {
  if (headers.get('x-ratelimit-remaining') !== '0') return undefined
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000
  const untilMs = reset <= maxBlockMs ? nowMs + reset : reset
  return untilMs > nowMs && untilMs <= nowMs + maxBlockMs ? untilMs : undefined
}
