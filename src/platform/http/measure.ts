/** Counts requests and their time, by the pattern of the route: an id in a label would never end. */
import { Elysia } from 'elysia'
import { timings } from '../metrics/registry'

const startedAt = new WeakMap<Request, number>()
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Hang it before all others: its clock starts when a request comes in. */
export const measure = () =>
  new Elysia({ name: 'measure' })
    .onRequest(({ request }) => void startedAt.set(request, performance.now()))
    .onAfterResponse({ as: 'global' }, ({ request, responseValue, route, set }) => {
      const began = startedAt.get(request)
      if (began === undefined) return
      startedAt.delete(request)
      const method = methods.has(request.method) ? request.method : 'other'
      const status = String(statusOf(route, responseValue, set))
      const labels = { method, route: route || 'none', status }
      timings.requests.observe(labels, (performance.now() - began) / 1000)
    })

interface Sent {
  status?: number | string
  headers: Record<string, unknown>
}

/** Where no route was found the answer is not handed to this hook; a wrong method names the right ones. */
function statusOf(route: string | undefined, answer: unknown, { status, headers }: Sent): number {
  if (answer instanceof Response) return answer.status
  if (!route) return 'allow' in headers ? 405 : 404
  return typeof status === 'number' ? status : 200
}
