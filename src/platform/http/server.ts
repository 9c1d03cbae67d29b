/**
 * The listening socket. It opens before the database does: a port that is taken is told at once, and
 * health checks are answered while a long migration runs.
 */
import type { Server } from 'bun'
import type { AnyElysia } from 'elysia'
import type { Config } from '../config/model'
import { keepBasePath } from './pagination'
import { keepPeer } from './peer'
import { withText } from '../messages/message'
import { requestMessages } from '../messages/common'

export interface Front {
  /** Where it can be reached from this machine, with the base path. */
  readonly url: string
  readonly port: number
  /** From now on requests go to the app. */
  show(app: AnyElysia): void
  /** Takes no new requests and waits for those under way, at most `limitMs`. */
  stop(limitMs: number): Promise<void>
}

type Handler = (request: Request) => Response | Promise<Response>

const megabyte = 1024 * 1024

export function openFront({ server: settings }: Config): Front {
  let handler: Handler = starting
  const server = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    reusePort: false,
    development: false,
    idleTimeout: 120,
    // The largest upload and the form around it; routes with smaller bodies check for themselves.
    maxRequestBodySize: (settings.max_upload_mb + 1) * megabyte,
    fetch: (request, self) =>
      URL.canParse(request.url)
        ? handler(addressed(request, self, settings.base_path))
        : unreadable(),
  })
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? 'localhost' : settings.host
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}${settings.base_path}`,
    port: server.port ?? settings.port,
    show: (app) => {
      app.server = server as unknown as NonNullable<AnyElysia['server']>
      handler = (request) => app.fetch(request)
    },
    stop: (limitMs) => stop(server, limitMs),
  }
}

/** Takes the base path off, whether a proxy left it on or not, and remembers who is at the other end. */
function addressed(request: Request, server: Server<undefined>, basePath: string): Request {
  const address = server.requestIP(request)?.address
  const url = basePath === '' ? undefined : new URL(request.url)
  const isBelow = url && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
  const inner = isBelow ? new Request(below(url, basePath), request) : request
  keepBasePath(inner, basePath)
  if (address) keepPeer(inner, address)
  return inner
}

function below(url: URL, basePath: string): string {
  url.pathname = url.pathname.slice(basePath.length) || '/'
  return url.href
}

function starting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/health/live') return Response.json({ status: 'ok' })
  const headers = { 'retry-after': '2', 'cache-control': 'no-store' }
  if (pathname === '/health') {
    return Response.json({ status: 'unavailable', failing: ['starting'] }, { status: 503, headers })
  }
  const body = {
    error: 'unavailable',
    ...withText(requestMessages.starting()),
    requestId: Bun.randomUUIDv7(),
  }
  return Response.json(body, { status: 503, headers })
}

/** A `Host` that is no name makes an address that nobody can take apart. */
function unreadable(): Response {
  const requestId = Bun.randomUUIDv7()
  const body = { error: 'invalid', ...withText(requestMessages.host_invalid()), requestId }
  const headers = { 'cache-control': 'no-store', 'x-request-id': requestId }
  return Response.json(body, { status: 400, headers })
}

async function stop(server: Server<undefined>, limitMs: number) {
  const limit = setTimeout(() => void server.stop(true), limitMs)
  await server.stop(false)
  clearTimeout(limit)
}
