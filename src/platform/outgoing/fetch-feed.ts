/** Fetches feeds from providers, and from addresses that an administrator has entered. */
import { Refusal } from '../../errors'
import type { Message } from '../messages/message'
import { fetchThroughEgress, type EgressContext } from './egress/fetch-through'
import { exchange, getUserAgent, isRedirect, readBounded } from './exchange'
import { outgoingMessages } from './messages'
import type { OutgoingContext, ProviderRules } from './model'
import { createBusyError, createProviderError } from './provider-error'
import { blockProvider, parseRetryAfter, waitForSlot } from './rate-limits'

const timeoutMs = 20_000
const maxBytes = 4 * 1024 * 1024
const maxRedirects = 3
const jobWaitMs = 120_000
const usualBlockMs = 60_000
const accept = 'application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1'

export interface FeedConditions {
  etag?: string | null
  lastModified?: string | null
}

/** null if the feed has not changed since the response that the `FeedConditions` come from. */
export type FeedResponse = {
  bytes: Uint8Array
  etag: string | null
  lastModified: string | null
} | null

/** Thrown if the address returned 404 or 410. The feed may still exist at another address. */
export class FeedMissing extends Refusal {
  override name = 'FeedMissing'
}

/** Fetches a feed. Throws a `Refusal` with a user-facing message. */
export async function fetchFeed(
  ctx: EgressContext,
  address: string,
  { conditions, signal }: { conditions: FeedConditions; signal: AbortSignal },
): Promise<FeedResponse> {
  if (ctx.config.providers.offline) throw fail(outgoingMessages.feed_offline())
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const result = await fetchOnce(ctx, url, { conditions, signal })
    if (!result || 'bytes' in result) return result
    url = resolve(url, result.location)
  }
  throw fail(outgoingMessages.feed_failed({ host: url.host }))
}

function resolve(from: URL, location: string): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (url?.protocol === 'https:') return url
  throw fail(outgoingMessages.feed_failed({ host: from.host }))
}

async function fetchOnce(
  ctx: EgressContext,
  url: URL,
  { conditions, signal }: { conditions: FeedConditions; signal: AbortSignal },
): Promise<FeedResponse | { location: string }> {
  const init = {
    headers: {
      accept,
      'user-agent': getUserAgent(ctx.config),
      ...buildConditionHeaders(conditions),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ctx.timeoutMs ?? timeoutMs)]),
  }
  try {
    return await fetchThroughEgress(ctx, url, init, async (response) => {
      const location = isRedirect(response) ? response.headers.get('location') : null
      return location === null ? readFeed(response, url.host) : { location }
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to download feed')
    throw fail(outgoingMessages.feed_failed({ host: url.host }))
  }
}

const buildConditionHeaders = ({ etag, lastModified }: FeedConditions) => ({
  ...(etag != null && { 'if-none-match': etag }),
  ...(lastModified != null && { 'if-modified-since': lastModified }),
})

async function readFeed(response: Response, host: string): Promise<FeedResponse> {
  const { status, headers } = response
  if (status === 304) return null
  if (!response.ok) {
    await response.body?.cancel()
    const message = outgoingMessages.feed_status({ host, status })
    throw status === 404 || status === 410 ? new FeedMissing('unavailable', message) : fail(message)
  }
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw fail(outgoingMessages.feed_too_large({ host, max: maxBytes / 1024 / 1024 }))
  return { bytes, etag: headers.get('etag'), lastModified: headers.get('last-modified') }
}

const fail = (message: Message) => new Refusal('unavailable', message)

interface ProviderFeedRequest {
  rules: ProviderRules
  /** Relative to the base URL. */
  path: string
  conditions: FeedConditions
  signal: AbortSignal
}

/**
 * Fetches a provider's feed, within its rate limit. Throws a `Refusal` with a user-facing message.
 */
export async function fetchProviderFeed(
  ctx: OutgoingContext,
  { rules, path, conditions, signal }: ProviderFeedRequest,
): Promise<FeedResponse> {
  if (ctx.config.providers.offline) throw createProviderError(rules.name, 'offline')
  const base = ctx.config.providers[rules.name].base ?? rules.base
  const budget = { isUrgent: false, endsAtMs: ctx.clock.now().getTime() + jobWaitMs, signal }
  const response = await send(ctx, {
    rules,
    base,
    request: {
      path,
      kind: 'work',
      headers: {
        accept,
        ...buildConditionHeaders({ lastModified: conditions.lastModified ?? null }),
      },
    },
    etag: conditions.etag ?? undefined,
    signal,
    beforeRequest: () => waitForSlot(ctx, rules, { bucket: undefined, budget }),
  })
  const { status, headers } = response
  if (status === 429 || status === 503) {
    await response.body?.cancel()
    const now = ctx.clock.now()
    const untilMs =
      parseRetryAfter(headers.get('retry-after'), now.getTime()) ?? now.getTime() + usualBlockMs
    await blockProvider(ctx, rules, untilMs)
    throw createBusyError(rules.name, untilMs, now)
  }
  return readFeed(response, new URL(base).host)
}

async function send(ctx: OutgoingContext, given: Parameters<typeof exchange>[1]) {
  try {
    return await exchange(ctx, given)
  } catch (error) {
    given.signal?.throwIfAborted()
    if (error instanceof Refusal) throw error
    throw createProviderError(given.rules.name, 'unreachable')
  }
}
