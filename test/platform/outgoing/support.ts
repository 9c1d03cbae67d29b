/** A provider on a real HTTP server, and a context whose clock only moves when it sleeps. */
import { type Clock, systemClock } from '../../../src/platform/lib/clock'
import type { Store } from '../../../src/platform/db/store'
import type {
  OutgoingContext,
  ProviderRules,
  RateLimit,
} from '../../../src/platform/outgoing/model'
import { createTestConfig } from '../../support/server'
import { silentLog } from '../jobs/support'

export const startMs = Date.UTC(2026, 5, 1, 12)

interface TestClock extends Clock {
  nowMs: number
  /** Durations of all sleeps in milliseconds. */
  sleeps: number[]
}

export interface TestContext extends OutgoingContext {
  readonly clock: TestClock
}

export function createOutgoingContext(
  store: Store,
  settings: Record<string, string> = {},
): TestContext {
  const clock: TestClock = {
    ...systemClock,
    nowMs: startMs,
    sleeps: [],
    now: () => new Date(clock.nowMs),
    sleep: async (ms) => {
      clock.sleeps.push(ms)
      clock.nowMs += ms
    },
  }
  return {
    ...store,
    config: createTestConfig({ 'providers.offline': 'false', ...settings }),
    log: silentLog,
    clock,
  }
}

export type Answer = (request: Request, url: URL) => Response | Promise<Response>

export interface TestProvider {
  readonly base: string
  readonly requests: { method: string; path: string; headers: Headers; body: string }[]
  answer: Answer
  stop(): void
}

export const answerJson =
  (body: unknown, init: ResponseInit = {}): Answer =>
  () =>
    Response.json(body, init)

export function startProvider(answer: Answer = answerJson({ ok: true })): TestProvider {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const url = new URL(request.url)
      const { method, headers } = request
      const path = `${url.pathname}${url.search}`
      provider.requests.push({ method, path, headers, body: await request.text() })
      return provider.answer(request, url)
    },
  })
  const provider: TestProvider = {
    base: `http://127.0.0.1:${server.port}`,
    requests: [],
    answer,
    stop: () => void server.stop(true),
  }
  return provider
}

/** Builds rules. The default limit allows more requests than any test sends. */
export const createRules = (
  { base }: Pick<TestProvider, 'base'>,
  limit: RateLimit = { everyMs: 1, burst: 1000 },
): ProviderRules => ({ name: 'anilist', base, limits: { default: limit } })
