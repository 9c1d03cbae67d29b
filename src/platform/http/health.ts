import { statfs } from 'node:fs/promises'
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { list, oneOf, shape, anyText } from './shapes'
import { httpLogMessages } from './messages'

const Healthy = shape({ status: oneOf(['ok']) })
const Unavailable = shape({ status: oneOf(['unavailable']), failing: list(anyText()) })

const timeoutMs = 2_000

/** A result is used for this long, so that frequent checks cost the database nothing. */
const reuseMs = 1_000

type HealthContext = Pick<Context, 'isAlive' | 'log' | 'config' | 'clock'>

/** Public health checks, which do not depend on running scans. */
export const healthRoutes = (ctx: HealthContext) => {
  const listFailing = createHealthCheck(ctx)
  return new Elysia({ tags: ['Health'] })
    .get(
      '/health',
      async ({ status }) => {
        const failing = await listFailing()
        if (failing.length === 0) return { status: 'ok' as const }
        return status(503, { status: 'unavailable' as const, failing })
      },
      {
        response: { 200: Healthy, 503: Unavailable },
        detail: {
          summary: 'Check the service, its database and its disk',
          description:
            '`failing` contains `database`, `disk` (the disk is full) or `starting` (the server is still starting).',
          security: [],
        },
      },
    )
    .get('/health/live', () => ({ status: 'ok' as const }), {
      response: Healthy,
      detail: { summary: 'Check that the process responds', security: [] },
    })
}

/** Returns a function that lists what fails, and checks at most once a second. */
function createHealthCheck(ctx: HealthContext): () => Promise<string[]> {
  let last: { failing: Promise<string[]>; untilMs: number } | undefined
  return () => {
    const nowMs = ctx.clock.now().getTime()
    if (!last || last.untilMs <= nowMs) {
      last = { failing: checkAll(ctx), untilMs: nowMs + reuseMs }
    }
    return last.failing
  }
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
