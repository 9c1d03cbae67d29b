import { statfs } from 'node:fs/promises'
import { Elysia, status } from 'elysia'
import type { Context } from '../../context'
import { answersDirectly } from './requests/direct-answers'
import { createWeakEtag, matchesEtag } from './responses/etag'
import { copyHeaders, prepareHeaders } from './responses/prepared-headers'
import { anyText, list, oneOf, shape, type Static } from './shapes'
import { httpLogMessages } from './messages'

const Healthy = shape({ status: oneOf(['ok']) })
type Healthy = Static<typeof Healthy>
const Unavailable = shape({ status: oneOf(['unavailable']), failing: list(anyText()) })

const timeoutMs = 2_000

/** A result is used for this long, so that frequent checks cost the database nothing. */
const reuseMs = 1_000

type HealthContext = Pick<Context, 'isAlive' | 'log' | 'config' | 'clock'>

/** Public health checks, which do not depend on running scans. */
export const healthRoutes = (ctx: HealthContext) =>
  new Elysia({ tags: ['Health'] })
    .get(
      '/health',
      async () => {
        const failing = await listFailing(ctx)
        if (failing.length === 0) return { status: 'ok' as const }
        return status(503, { status: 'unavailable' as const, failing })
      },
      {
        response: { 200: Healthy, 503: Unavailable },
        detail: {
          [answersDirectly]: true,
          summary: 'Check the service, its database and its disk',
          description:
            '`failing` contains `database`, `disk` (the disk is full) or `starting` (the server is still starting).',
          security: [],
        },
      },
    )
    .get('/health/live', ({ request }) => answerLiveCheck(request) as unknown as Healthy, {
      response: Healthy,
      detail: { summary: 'Check that the process responds', security: [] },
    })

export const liveCheckPath = '/health/live'

const liveBody = JSON.stringify({ status: 'ok' } satisfies Healthy)
const liveEtag = createWeakEtag(liveBody)
const liveHeaders = prepareHeaders({
  'cache-control': 'private, no-cache',
  'content-type': 'application/json',
  etag: liveEtag,
  vary: 'accept-encoding',
})

/** The listening socket answers with this, too, so that probes cost nearly nothing. */
export function answerLiveCheck(request: Request): Response {
  const headers = copyHeaders(liveHeaders, request)
  if (matchesEtag(request, liveEtag)) return new Response(null, { status: 304, headers })
  return new Response(liveBody, { headers })
}

interface Check {
  failing: Promise<string[]>
  untilMs: number
}

const lastChecks = new WeakMap<object, Check>()

/** Call this when a request has met an outage, so that the next check finds it. */
export const forgetHealth = (ctx: object): void => void lastChecks.delete(ctx)

/** Lists what fails. Checks at most once a second, unless a request meets an outage. */
function listFailing(ctx: HealthContext): Promise<string[]> {
  const nowMs = ctx.clock.now().getTime()
  const known = lastChecks.get(ctx)
  if (known && known.untilMs > nowMs) return known.failing
  const failing = checkAll(ctx)
  lastChecks.set(ctx, { failing, untilMs: nowMs + reuseMs })
  return failing
}

async function checkAll(ctx: HealthContext): Promise<string[]> {
  const [isAlive, hasSpace] = await Promise.all([isDatabaseAlive(ctx), hasDiskSpace(ctx)])
  return [...(isAlive ? [] : ['database']), ...(hasSpace ? [] : ['disk'])]
}

/** Minimum free disk space, which is more than any commit needs. */
const minFreeBytes = 1024 * 1024

/** Ignores a disk that does not respond, because the database check reports it. */
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
