/**
 * Limits how many requests are handled at the same time, because each request that waits for the
 * database occupies memory. Rejected requests cost nothing, and clients retry them.
 */
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { NowOrLater } from '../../lib/async/now-or-later'
import { requestMessages } from '../../messages/common'
import { createDefaultHeaders } from '../default-headers'
import { recordRequest } from '../request-metrics'
import { isBelow } from './on-demand'

const retryAfterSeconds = 2

/**
 * Health checks must always be answered. Otherwise, load balancers would take this server out of
 * service and overload the others.
 */
const isHealthCheck = (request: Request) => isBelow(request, '/health')

interface Options {
  mapError: (failure: {
    code: string
    error: unknown
    request: Request
    set: { headers: ReturnType<typeof createDefaultHeaders> }
  }) => Response
}

type Handle = (request: Request) => NowOrLater<Response>

/** Wraps `handle` so that requests are rejected while too many are in progress. */
export function limitRequests(
  { config, log }: Pick<Context, 'config' | 'log'>,
  handle: Handle,
  { mapError }: Options,
): Handle {
  const most = config.server.max_requests
  // Counted separately, so that clients that send their body slowly do not block read requests.
  const running = { reads: 0, changes: 0 }
  return (request) => {
    const kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'changes'
    if (running[kind] >= most && !isHealthCheck(request)) {
      const startedMs = performance.now()
      const error = new Refusal('unavailable', requestMessages.overloaded(), { retryAfterSeconds })
      const set = { headers: createDefaultHeaders(request) }
      const response = mapError({ code: 'UNKNOWN', error, request, set })
      recordRequest(log, request, { route: 'overload', status: response.status, startedMs })
      return response
    }
    running[kind]++
    const end = () => void running[kind]--
    try {
      const response = handle(request)
      if (response instanceof Promise) return response.finally(end)
      end()
      return response
    } catch (error) {
      end()
      throw error
    }
  }
}
