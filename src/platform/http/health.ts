import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { list, oneOf, shape, anyText } from './shapes'

const Healthy = shape({ status: oneOf(['ok']) })
const Unavailable = shape({ status: oneOf(['unavailable']), failing: list(anyText()) })

const patienceMs = 2_000

/** Public, and never behind a scan: a health check asks whether the service answers, no more. */
export const health = (ctx: Pick<Context, 'isAlive' | 'log'>) =>
  new Elysia({ tags: ['Health'] })
    .get(
      '/health',
      async ({ status }) => {
        const failing = (await answers(ctx)) ? [] : ['database']
        if (failing.length === 0) return { status: 'ok' as const }
        return status(503, { status: 'unavailable' as const, failing })
      },
      {
        response: { 200: Healthy, 503: Unavailable },
        detail: { summary: 'Is the service healthy?', security: [] },
      },
    )
    .get('/health/live', () => ({ status: 'ok' as const }), {
      response: Healthy,
      detail: { summary: 'Does the process answer?', security: [] },
    })

async function answers(ctx: Pick<Context, 'isAlive' | 'log'>) {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), patienceMs)
  try {
    return await Promise.race([ctx.isAlive(), late])
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer')
    return false
  } finally {
    // Left alone it would hold up the end of the process.
    clearTimeout(timer)
  }
}
