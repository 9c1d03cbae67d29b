import { statfs } from 'node:fs/promises'
import { Elysia, status } from 'elysia'
import type { Context } from '../../context'
import { andThen, type NowOrLater } from '../lib/async/now-or-later'
import { answersDirectly } from './requests/direct-answers'
import { createWeakEtag, matchesEtag } from './responses/etag'
import { copyHeaders, prepareHeaders } from './responses/prepared-headers'
import { anyText, list, oneOf, shape, type Static } from './shapes'
import { httpLogMessages } from './messages'

const Healthy = shape({ status: oneOf(['ok']) })
type Healthy = Static<typeof Healthy>
const Unavailable = shape({ status: oneOf(['unavailable']), failing: list(anyText()) })

const timeoutMs = 2_000

/** A result is reused for this long, so that frequent checks do not burden the database. */
const reuseMs = 1_000

type HealthContext = Pick<Context, 'isAlive' | 'log' | 'config' | 'clock'>

/** Public health checks. Their results do not depend on whether a scan is running. */
export const healthRoutes = (ctx: HealthContext) =>
  new Elysia({ tags: ['Health'] })
    .get(
      '/health',
      ({ request }) =>
        andThen(listFailing(ctx), (failing) =>
          failing.length === 0
            ? (answerHealthy(request) as unknown as Healthy)
            : status(503, { status: 'unavailable' as const, failing }),
        ),
      {
        response: { 200: Healthy, 503: Unavailable },
        detail: {
          [answersDirectly]: true,
          summary: 'Check the service, its database and its disk',
          description:
            '`failing` contains `database`, `disk` (the disk is full), `starting` or `stopping` (the server is still starting, or about to stop).',
          security: [],
        },
      },
    )
    .get(
      readyCheckPath,
      ({ request }) =>
        andThen(listFailing(ctx), (all) => {
          const failing = all.filter((part) => part !== 'disk')
          return failing.length === 0
            ? (answerHealthy(request) as unknown as Healthy)
            : status(503, { status: 'unavailable' as const, failing })
        }),
      {
        response: { 200: Healthy, 503: Unavailable },
        detail: {
          [answersDirectly]: true,
          summary: 'Check that the process can take requests',
          description:
            'For load balancers. `failing` contains `database`, `starting` or `stopping`. A full disk does not count, because it affects all processes alike and reading continues.',
          security: [],
        },
      },
    )
    .get('/health/live', ({ request }) => answerHealthy(request) as unknown as Healthy, {
      response: Healthy,
      detail: { summary: 'Check that the process responds', security: [] },
    })

export const liveCheckPath = '/health/live'
export const readyCheckPath = '/health/ready'

const healthyBody = JSON.stringify({ status: 'ok' } satisfies Healthy)
const healthyEtag = createWeakEtag(healthyBody)
const healthyHeaders = prepareHeaders({
  'cache-control': 'private, no-cache',
  'content-type': 'application/json',
  etag: healthyEtag,
  vary: 'accept-encoding',
})

/** Sends a prebuilt response, because probes are frequent. Also used by the listening socket. */
export function answerHealthy(request: Request): Response {
  const headers = copyHeaders(healthyHeaders, request)
  if (matchesEtag(request, healthyEtag)) return new Response(null, { status: 304, headers })
  return new Response(healthyBody, { headers })
}

interface Check {
  failing: NowOrLater<string[]>
  untilMs: number
}

const lastChecks = new WeakMap<object, Check>()

/** Call this when a request has failed because of an outage, so that the next check detects it. */
export const forgetHealth = (ctx: object): void => void lastChecks.delete(ctx)

const stopping = new WeakSet<object>()

/** Makes health checks fail from now on, so that load balancers stop sending requests. */
export const announceStop = (ctx: object): void => void stopping.add(ctx)

/**
 * Lists failing components. Checks at most once a second, unless a request has failed because of an
 * outage.
 */
function listFailing(ctx: HealthContext): NowOrLater<string[]> {
  if (stopping.has(ctx)) return ['stopping']
  const nowMs = ctx.clock.now().getTime()
  const known = lastChecks.get(ctx)
  if (known && known.untilMs > nowMs) return known.failing
  const pending = checkAll(ctx)
  const check: Check = { failing: pending, untilMs: nowMs + reuseMs }
  lastChecks.set(ctx, check)
  return pending.then((failing) => (check.failing = failing))
}

async function checkAll(ctx: HealthContext): Promise<string[]> {
  const [isAlive, hasSpace] = await Promise.all([isDatabaseAlive(ctx), hasDiskSpace(ctx)])
  return [...(isAlive ? [] : ['database']), ...(hasSpace ? [] : ['disk'])]
}

/** Minimum free disk space, which is more than any commit needs. */
const minFreeBytes = 1024 * 1024

/** Ignores a disk that does not respond. With SQLite, the database check reports it. */
async function hasDiskSpace({ config: { data_dir: folder } }: Pick<Context, 'config'>) {
  const stats = await Promise.race([statfs(folder).catch(() => null), Bun.sleep(timeoutMs)])
  return !stats || stats.bavail * stats.bsize >= minFreeBytes
}

async function isDatabaseAlive(ctx: Pick<Context, 'isAlive' | 'log'>) {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  try {
    return await Promise.race([ctx.isAlive(), late])
  } catch (error) {
    ctx.log.error({ err: error }, httpLogMessages.health_check_failed())
    return false
  } finally {
    // A pending timer would delay the exit of the process.
    clearTimeout(timer)
  }
}
