/**
 * Measures requests, and logs them at level `debug`. The metrics are grouped by route pattern,
 * because IDs in labels would make the number of time series unlimited.
 */
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { timings } from '../metrics/registry'
import { getLoggedPath } from './requests/logged-path'
import { getRequestId } from './requests/request-id'

const startedAt = new WeakMap<Request, number>()
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Use this before all other plugins, so that the measured duration includes them. */
export const requestMetrics = ({ log }: Pick<Context, 'log'>) =>
  new Elysia({ name: 'request-metrics' })
    .onRequest(({ request }) => void startedAt.set(request, performance.now()))
    .onAfterResponse({ as: 'global' }, ({ request, responseValue, route, set }) => {
      const startedMs = startedAt.get(request)
      if (startedMs === undefined) return
      startedAt.delete(request)
      const status = getResponseStatus(route, responseValue, set)
      recordRequest(log, request, { route: route || 'none', status, startedMs })
    })

export interface HandledRequest extends Handled {
  method: string
  /** Time from `performance.now()`. */
  endedMs: number
}

type RequestListener = (request: HandledRequest) => void

let listener: RequestListener | undefined

/** Calls the function after each request. Replaces the previous function. */
export function setRequestListener(next: RequestListener | undefined) {
  listener = next
}

interface Handled {
  /** Pattern of the matched route. */
  route: string
  status: number
  /** Time from `performance.now()`. */
  startedMs: number
}

export function recordRequest(
  log: Context['log'],
  request: Request,
  { route, status, startedMs }: Handled,
) {
  const method = methods.has(request.method) ? request.method : 'other'
  const labels = { method, route, status: String(status) }
  const endedMs = performance.now()
  const milliseconds = endedMs - startedMs
  timings.requests.observe(labels, milliseconds / 1000)
  listener?.({ method, route, status, startedMs, endedMs })
  if (log.isLevelEnabled('debug')) {
    const requestId = getRequestId(request)
    const path = getLoggedPath(request)
    const ms = Math.round(milliseconds * 10) / 10
    log.debug({ requestId, ...labels, path, ms }, 'handled request')
  }
}

interface ResponseSettings {
  status?: number | string
  headers: Record<string, unknown>
}

/**
 * If no route matches, the hook does not receive the response, and a 405 is recognized by its
 * `allow` header.
 */
function getResponseStatus(
  route: string | undefined,
  answer: unknown,
  { status, headers }: ResponseSettings,
): number {
  if (answer instanceof Response) return answer.status
  if (!route) return 'allow' in headers ? 405 : 404
  return typeof status === 'number' ? status : 200
}
