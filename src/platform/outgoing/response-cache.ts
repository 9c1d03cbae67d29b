/**
 * Stored responses of providers. They are revalidated only when they are old, and used while a
 * provider is unavailable.
 */
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { counters } from '../metrics/registry'
import { getSetting, type SettingsContext } from '../settings/settings'
import type { OutgoingContext, OutgoingRequest, ProviderRules, ResponseCheck } from './model'
import { cachedResponses } from './schema'

const dayMs = 24 * 3_600_000
const freshMs = { search: dayMs, work: 7 * dayMs }
/** Number of rows to delete in one transaction. */
const perTransaction = 100

export type CachedResponse = Pick<
  typeof cachedResponses.$inferSelect,
  'body' | 'etag' | 'freshUntil'
>

/**
 * API keys and the contact address are not part of the key, because they do not affect a provider's
 * data about a work.
 */
export function computeCacheKey({ name }: ProviderRules, base: string, request: OutgoingRequest) {
  const { method = 'GET', path, body, headers } = request
  const parts = [name, base, method, path, body ?? null, headers ?? null]
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Returns undefined if the stored response is an error or has an unexpected shape. Earlier versions
 * stored such responses.
 */
export async function findUsableResponse(
  ctx: OutgoingContext,
  { findBodyError }: ProviderRules,
  { key, accepts }: { key: string; accepts: ResponseCheck },
): Promise<CachedResponse | undefined> {
  const cached = await findCachedResponse(ctx, key)
  if (!cached) return undefined
  const body: unknown = JSON.parse(cached.body)
  return findBodyError?.(body) === undefined && accepts(body) ? cached : undefined
}

async function findCachedResponse(
  ctx: OutgoingContext,
  key: string,
): Promise<CachedResponse | undefined> {
  const { body, etag, freshUntil, usedAt } = cachedResponses
  const [row] = await ctx.db
    .select({ body, etag, freshUntil, usedAt })
    .from(cachedResponses)
    .where(eq(cachedResponses.key, key))
  if (!row) return undefined
  const now = ctx.clock.now()
  if (now.getTime() - row.usedAt.getTime() > dayMs) {
    await ctx.writeBulk((tx) =>
      tx.update(cachedResponses).set({ usedAt: now }).where(eq(cachedResponses.key, key)),
    )
  }
  return row
}

const isFresh = ({ freshUntil }: CachedResponse, now: Date) => freshUntil > now

/**
 * True if the response can be used without a request to the provider. `maxAgeMs` counts from the
 * time when the provider sent or last confirmed the response.
 */
export function isFreshEnough(
  response: CachedResponse,
  now: Date,
  { kind, maxAgeMs }: { kind: OutgoingRequest['kind']; maxAgeMs: number },
): boolean {
  const ageMs = now.getTime() - (response.freshUntil.getTime() - freshMs[kind])
  return isFresh(response, now) && ageMs <= maxAgeMs
}

export function countLookup(response: CachedResponse | undefined, now: Date) {
  const result = response && isFresh(response, now) ? 'hit' : 'miss'
  counters.cacheLookups.inc({ cache: 'providers', result })
}

interface StorableResponse {
  key: string
  provider: string
  kind: OutgoingRequest['kind']
  body: string
  etag: string | null
}

/** Bytes stored by this process since it last deleted old responses. */
let storedSinceTrim = 0

export async function storeResponse(ctx: OutgoingContext, response: StorableResponse) {
  const { key, provider, kind, body, etag } = response
  const now = ctx.clock.now()
  const freshUntil = new Date(now.getTime() + freshMs[kind])
  const size = Buffer.byteLength(body)
  const values = { provider, etag, body, size, freshUntil, usedAt: now }
  await ctx.writeBulk((tx) =>
    tx
      .insert(cachedResponses)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: cachedResponses.key, set: values }),
  )
  storedSinceTrim += size
  // Between two regular cleanups, processing a library may store more than the limit.
  if (storedSinceTrim > (await getLimit(ctx)) / 10) await deleteLeastUsedResponses(ctx)
}

/** Extends the freshness of a response that the provider has confirmed as unchanged. */
export async function renewResponse(
  ctx: OutgoingContext,
  key: string,
  kind: OutgoingRequest['kind'],
) {
  const now = ctx.clock.now()
  const values = { freshUntil: new Date(now.getTime() + freshMs[kind]), usedAt: now }
  await ctx.writeBulk((tx) =>
    tx.update(cachedResponses).set(values).where(eq(cachedResponses.key, key)),
  )
}

const getLimit = async (ctx: SettingsContext) =>
  (await getSetting(ctx, 'providers.cache_mb')) * 1024 * 1024

/** Deletes the least recently used responses if the stored ones exceed `providers.cache_mb`. */
export async function deleteLeastUsedResponses(
  ctx: Pick<Context, 'config' | 'db' | 'writeBulk'>,
): Promise<void> {
  storedSinceTrim = 0
  const { key, usedAt, size } = cachedResponses
  const total = sql<number>`sum(${size}) over (order by ${usedAt} desc, ${key})`.as('total')
  const ranked = ctx.db.select({ key, total }).from(cachedResponses).as('ranked')
  const limit = await getLimit(ctx)
  const rows = await ctx.db
    .select({ key: ranked.key })
    .from(ranked)
    .where(sql`${ranked.total} > ${limit}`)
    .orderBy(desc(ranked.total))
  for (let start = 0; start < rows.length; start += perTransaction) {
    const keys = rows.slice(start, start + perTransaction).map((row) => row.key)
    await ctx.writeBulk((tx) => tx.delete(cachedResponses).where(inArray(key, keys)))
  }
}
