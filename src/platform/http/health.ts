import { statfs } from 'node:fs/promises'
import { Elysia, status } from 'elysia'
import type { Context } from '../../context'
import { answersDirectly } from './requests/direct-answers'
import { list, oneOf, shape, anyText } from './shapes'
import { httpLogMessages } from './messages'

const Healthy = shape({ status: oneOf(['ok']) })
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
    .get('/health/live', () => ({ status: 'ok' as const }), {
      response: Healthy,
      detail: {
        [answersDirectly]: true,
        summary: 'Check that the process responds',
        security: [],
      },
    })

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
