/** Rate limiting with a token bucket for each user or address, per process. */
import type { Config } from '../config/model'
import { Refusal } from '../../errors'
import type { Clock } from '../lib/clock'
import { getAddressGroup } from './requests/client-address'
import { getPath } from './requests/path'
import { requestMessages } from '../messages/common'

/** The client: an authenticated identity, or else an address. */
export interface Client {
  identity?: string | undefined
  /** Undefined for internal requests, which are not limited. */
  address: string | undefined
}

interface Bucket {
  tokens: number
  filledAtMs: number
}

interface Rate {
  perSecond: number
  burst: number
}

export const maxBuckets = 20_000

/** Images have a separate, larger bucket, because a screen loads many covers. */
const imageRateFactor = 5

export type RateLimits = Config['api']['rate_limit']

/**
 * Returns a function that takes a token for each request, and rejects the request if there is none.
 * The limits may change from one request to the next.
 */
export function createThrottle(limits: RateLimits, clock: Pick<Clock, 'now'>) {
  const images = new Map<string, Bucket>()
  const others = new Map<string, Bucket>()

  return (client: Client, request: Request, current = limits): void => {
    const clientKey = getBucketKey(client)
    if (!current.enabled || !clientKey) return
    const isImage = isImageRequest(request)
    const rate = computeRate(current, client, isImage ? imageRateFactor : 1)
    const buckets = isImage ? images : others
    const waitMs = takeToken(buckets, clientKey, rate, clock.now().getTime())
    if (waitMs === 0) return
    throw new Refusal('too_many_requests', requestMessages.rate_limited(), {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
}

const computeRate = (limits: RateLimits, { identity }: Client, factor: number): Rate =>
  identity
    ? {
        perSecond: limits.identity_per_second * factor,
        burst: limits.identity_burst * factor,
      }
    : { perSecond: limits.address_per_second * factor, burst: limits.address_burst * factor }

/** Address keys have a prefix, so that they never equal the key of an identity. */
const getBucketKey = ({ identity, address }: Client) =>
  identity ?? (address && `address ${getAddressGroup(address)}`)

/** Returns the number of milliseconds until the next token, or 0 if a token was taken. */
function takeToken(buckets: Map<string, Bucket>, key: string, rate: Rate, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: rate.burst, filledAtMs: nowMs }
  const passedMs = Math.max(0, nowMs - bucket.filledAtMs)
  const tokens = Math.min(rate.burst, bucket.tokens + (passedMs / 1000) * rate.perSecond)
  const isServed = tokens >= 1
  bucket.tokens = isServed ? tokens - 1 : tokens
  bucket.filledAtMs = nowMs
  // Moves the entry to the end, because the least recently used one is evicted.
  buckets.delete(key)
  buckets.set(key, bucket)
  if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!)
  return isServed ? 0 : ((1 - tokens) / rate.perSecond) * 1000
}

const imagePath = /\/(thumbnail|cover|poster|image\.jpg|pages\/\d+(\/(raw|thumbnail))?)\/?$/

const isImageRequest = (request: Request) =>
  (request.method === 'GET' || request.method === 'HEAD') && imagePath.test(getPath(request))
