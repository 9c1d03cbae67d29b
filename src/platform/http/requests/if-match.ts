/**
 * Checks `If-Match` for requests that change a resource, against the ETag that a GET of the same
 * path returns. Operations that declare `supportsIfMatch` check it themselves, in the transaction
 * of the change.
 */
import { type AnyElysia, Elysia } from 'elysia'
import { getBasePath, storeBasePath } from '../pagination'
import { getStoredPeer, storePeer } from './peer-address'
import { supportsIfMatch } from '../openapi/documented-refusals'
import { requireMatch } from '../responses/etag'
import type { ChangeQueue } from './change-queue'

type Route = AnyElysia['routes'][number]

interface Surroundings {
  /** Routes of all parts of the API that have been loaded. */
  routes: () => readonly Route[]
  send: (request: Request) => Promise<Response>
  queue: ChangeQueue
}

const apiPath = '/api/v1/'
const changes = new Set(['PUT', 'PATCH', 'DELETE'])
/** Headers of the change that the GET request must not contain. */
const dropped = [
  'if-match',
  'if-none-match',
  'content-length',
  'content-type',
  'range',
  'accept-encoding',
]

export function ifMatchCheck({ routes, send, queue }: Surroundings) {
  let paths: Set<string> | undefined
  return new Elysia({ name: 'if-match' }).onBeforeHandle(
    { as: 'global' },
    async ({ request, route }) => {
      if (!request.headers.has('if-match') || !changes.has(request.method)) return
      // Requests reach the API only after all of its routes have been loaded.
      if (!route.startsWith(apiPath)) return
      paths ??= new Set(listChecked(routes()))
      if (!paths.has(`${request.method} ${route}`)) return
      await queue.start(request)
      const current = await send(createRead(request))
      // The operation itself will report that the resource does not exist.
      if (current.status === 404) return
      requireMatch(request, current.headers.get('etag') ?? '')
    },
  )
}

/**
 * Lists the operations on paths that support GET, except those that check `If-Match` themselves.
 */
function listChecked(routes: readonly Route[]): string[] {
  const readable = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return routes
    .filter(({ path }) => path.startsWith(apiPath) && readable.has(path))
    .filter(({ hooks }) => hooks.detail?.[supportsIfMatch] !== true)
    .map(({ method, path }) => `${method} ${path}`)
}

function createRead(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of dropped) headers.delete(name)
  const read = new Request(request.url.replace(/\?.*$/s, ''), { headers })
  const peer = getStoredPeer(request)
  if (peer !== undefined) storePeer(read, peer)
  storeBasePath(read, getBasePath(request))
  return read
}
