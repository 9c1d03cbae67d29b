import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Store } from '../../../src/platform/db/store'
import type { RateLimit, SendOptions } from '../../../src/platform/outgoing/model'
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { sendRequest } from '../../../src/platform/outgoing/send-request'
import { createDatabase, openDatabase } from '../jobs/support'
import {
  createOutgoingContext,
  createRules,
  startMs,
  startProvider,
  type TestContext,
  type TestProvider,
} from './support'

let location: string
let store: Store
let provider: TestProvider
let ctx: TestContext
beforeEach(async () => {
  location = await createDatabase()
  store = openDatabase(location)
  provider = startProvider()
  ctx = createOutgoingContext(store)
})
afterEach(async () => {
  provider.stop()
  await store.close()
})

let lastPath = 0
/** Sends a request that is not stored yet. Returns when it was sent, or the error. */
async function send(limit: RateLimit, options: SendOptions & { bucket?: string } = {}) {
  const { bucket, ...rest } = options
  const rules = createRules(provider, limit)
  const given = { ...rules, limits: { ...rules.limits, issue: limit } }
  const request = {
    path: `/${++lastPath}`,
    kind: 'work',
    accepts: () => true,
    ...(bucket && { bucket }),
  } as const
  try {
    await sendRequest(ctx, given, request, rest)
    return ctx.clock.nowMs - startMs
  } catch (error) {
    if (error instanceof ProviderError) return error.retryAt!.getTime() - startMs
    throw error
  }
}

describe('the rate limit', () => {
  test('refuses nothing of 500 requests to a provider that allows 30 a minute', async () => {
    const sentAt: number[] = []
    let refusals = 0
    provider.answer = () => {
      const { nowMs } = ctx.clock
      if (sentAt.filter((at) => at > nowMs - 60_000).length >= 30) {
        refusals++
        return Response.json({}, { status: 429, headers: { 'retry-after': '60' } })
      }
      sentAt.push(nowMs)
      return Response.json({})
    }
    for (let count = 0; count < 500; count++) await send({ everyMs: 2400, burst: 5 })
    expect({ refusals, sent: sentAt.length }).toEqual({ refusals: 0, sent: 500 })
    // 3 of the burst for jobs, then one every 2.4 seconds.
    expect(ctx.clock.nowMs - startMs).toBe(497 * 2400)
  })

  test('lets a person use the whole burst, and leaves two of it free for jobs', async () => {
    const limit = { everyMs: 1000, burst: 5 }
    const jobs = [await send(limit), await send(limit), await send(limit)]
    expect(jobs).toEqual([0, 0, 0])
    expect(await send(limit, { isUrgent: true })).toBe(0)
    expect(await send(limit, { isUrgent: true })).toBe(0)
    expect(await send(limit, { isUrgent: true })).toBe(1000)
    expect(await send(limit)).toBe(4000)
  })

  test('lets a person wait 10 seconds at most, and a job two minutes', async () => {
    const limit = { everyMs: 10_001, burst: 1 }
    expect(await send(limit, { isUrgent: true })).toBe(0)
    expect(await send(limit, { isUrgent: true })).toBe(10_001)
    expect(ctx.clock.sleeps).toEqual([])
    expect(await send(limit)).toBe(10_001)
    const slow = { everyMs: 121_000, burst: 1 }
    expect(await send(slow, { bucket: 'issue' })).toBe(10_001)
    expect(await send(slow, { bucket: 'issue' })).toBe(131_001)
    expect(ctx.clock.sleeps).toEqual([10_001])
  })

  test('lets a job wait out the usual block of a minute', async () => {
    provider.answer = () => {
      // The request takes 100 ms.
      ctx.clock.nowMs += 100
      return provider.requests.length === 1
        ? Response.json({}, { status: 429, headers: { 'retry-after': '60' } })
        : Response.json({})
    }
    expect(await send({ everyMs: 2400, burst: 5 })).toBe(60_200)
    expect(provider.requests).toHaveLength(2)
  })

  test('counts buckets apart, but a refusal blocks all of them', async () => {
    const limit = { everyMs: 3_600_000, burst: 1 }
    expect(await send(limit)).toBe(0)
    expect(await send(limit, { bucket: 'issue' })).toBe(0)
    expect(provider.requests).toHaveLength(2)
    ctx.clock.nowMs += 3_600_000
    provider.answer = () => Response.json({}, { status: 429, headers: { 'retry-after': '7200' } })
    expect(await send(limit, { bucket: 'issue' })).toBe(3 * 3_600_000)
    expect(await send(limit)).toBe(3 * 3_600_000)
    expect(provider.requests).toHaveLength(3)
  })

  test('recovers when the clock was set back', async () => {
    await store.writeBulk((tx) =>
      tx.insert(providerRateLimits).values({
        name: 'anilist',
        freeAt: startMs + 30 * 24 * 3_600_000,
        blockedUntil: startMs + 30 * 24 * 3_600_000,
      }),
    )
    const limit = { everyMs: 1000, burst: 5 }
    expect(await send(limit, { isUrgent: true })).toBe(1000)
    provider.answer = () => Response.json({}, { status: 429, headers: { 'retry-after': '600' } })
    expect(await send(limit)).toBe(604_000)
    expect(await send(limit)).toBe(604_000)
    expect(provider.requests).toHaveLength(2)
  })

  test('is shared by processes: two of them use one burst', async () => {
    const script = join(import.meta.dir, 'process.ts')
    const run = async () => {
      const child = Bun.spawn(
        [process.execPath, script, location, provider.base, String(startMs)],
        {
          env: { ...process.env },
          stdout: 'pipe',
          stderr: 'inherit',
        },
      )
      const output = await new Response(child.stdout).json()
      expect(await child.exited).toBe(0)
      return output as { sent: number; busy: number }
    }
    const [one, two] = await Promise.all([run(), run()])
    expect(one.sent + two.sent).toBe(10)
    expect(one.busy + two.busy).toBe(30)
    expect(provider.requests).toHaveLength(10)
  })
})
