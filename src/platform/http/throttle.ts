/** Slows down whoever asks too much: a bucket of tokens for each person, key or address, per process. */
import type { Config } from '../config/model'
import { Refusal } from '../../errors'
import { addressGroup } from './client-address'
import { requestMessages } from '../messages/common'

/** Who asks: somebody who proved it, or else an address. */
export interface Asker {
  identity?: string | undefined
  /** Undefined for a request of the program itself, which is never slowed down. */
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

/** A page of covers is one look at the screen: pictures have a bucket of their own, so much larger. */
const picturesPerRequest = 5

/** Gives a function that takes one token for a request and refuses when there is none. */
export function createThrottle(limits: Config['api']['rate_limit'], now: () => Date) {
  const buckets = new Map<string, Bucket>()
  const identity = { perSecond: limits.identity_per_second, burst: limits.identity_burst }
  const address = { perSecond: limits.address_per_second, burst: limits.address_burst }

  return (asker: Asker, request: Request): void => {
    const asks = keyOf(asker)
    if (!limits.enabled || !asks) return
    const isPicture = isPictureRequest(request)
    const rate = enlarged(asker.identity ? identity : address, isPicture ? picturesPerRequest : 1)
    const waitMs = take(buckets, `${isPicture ? 'picture' : 'api'} ${asks}`, rate, now().getTime())
    if (waitMs === 0) return
    throw new Refusal('too_many_requests', requestMessages.rate_limited(), {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
}

function keyOf({ identity, address }: Asker) {
  if (identity) return `identity ${identity}`
  return address && `address ${addressGroup(address)}`
}

const enlarged = ({ perSecond, burst }: Rate, factor: number): Rate => ({
  perSecond: perSecond * factor,
  burst: burst * factor,
})

/** Milliseconds until there is a token; 0 when one was taken. */
function take(buckets: Map<string, Bucket>, key: string, rate: Rate, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: rate.burst, filledAtMs: nowMs }
  const passedMs = Math.max(0, nowMs - bucket.filledAtMs)
  const tokens = Math.min(rate.burst, bucket.tokens + (passedMs / 1000) * rate.perSecond)
  const isServed = tokens >= 1
  // Set anew at the end: the map stays in the order of use, and the longest unused makes room.
  buckets.delete(key)
  buckets.set(key, { tokens: isServed ? tokens - 1 : tokens, filledAtMs: nowMs })
  if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!)
  return isServed ? 0 : ((1 - tokens) / rate.perSecond) * 1000
}

const picturePath = /\/(thumbnail|cover|poster|pages\/\d+(\/(raw|thumbnail))?)\/?$/

const isPictureRequest = ({ method, url }: Request) =>
  (method === 'GET' || method === 'HEAD') && picturePath.test(new URL(url).pathname)
