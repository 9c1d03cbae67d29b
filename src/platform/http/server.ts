/**
 * The listening sockets of the server and of the additional port for the Komga API. They are opened
 * before the database, so that a port in use is reported immediately and health checks are answered
 * during a long migration.
 */
import type { Server } from 'bun'
import type { AnyElysia } from 'elysia'
import type { Config } from '../config/model'
import { storeBasePath } from './pagination'
import { storeHiddenPrefix } from './requests/hidden-prefix'
import { storePeer } from './requests/peer-address'
import { timings } from '../metrics/registry'
import { answerHealthy, liveCheckPath, readyCheckPath } from './health'
import { getPath } from './requests/path'
import { withText } from '../messages/message'
import { requestMessages } from '../messages/common'

export interface HttpServer {
  /** The local URL including the base path. */
  readonly url: string
  readonly port: number
  /** Passes all further requests to the app. */
  mount(app: Mounted): void
  /** Stops accepting requests, and waits at most `limitMs` for those in progress. */
  stop(limitMs: number): Promise<void>
}

type Handler = (request: Request) => Response | Promise<Response>

interface Mounted {
  handle: Handler
  server: AnyElysia['server']
}

const megabyte = 1024 * 1024

type Answer = (request: Request, server: Server<undefined>) => Response | Promise<Response>

export function startHttpServer(config: Config): HttpServer {
  const settings = config.server
  let handler: Handler = respondWhileStarting
  const listen = (port: number, answer: Answer) =>
    Bun.serve({
      hostname: settings.host,
      port,
      reusePort: false,
      development: false,
      idleTimeout: 120,
      // The largest upload plus the overhead of its form. Routes with smaller limits enforce them
      // themselves.
      maxRequestBodySize: (settings.max_upload_mb + 1) * megabyte,
      fetch: (request, self) =>
        hasValidHost(request) ? answer(request, self) : createInvalidHostResponse(),
    })
  const server = listen(settings.port, (request, self) => {
    if (isLiveCheck(request, settings.base_path)) return measureLiveCheck(request)
    const redirect = redirectHome(request, settings.base_path)
    return redirect ?? handler(prepareRequest(request, self, settings.base_path))
  })
  const prefix = config.komga_api.prefix
  const listenForKomgaApps = (port: number) =>
    listen(port, (request, self) => handler(addPrefix(request, self, prefix)))
  const servers = [server, ...listenForKomga(config, server, listenForKomgaApps)]
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? 'localhost' : settings.host
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}${settings.base_path}`,
    port: server.port ?? settings.port,
    mount: (app) => {
      app.server = server as unknown as NonNullable<AnyElysia['server']>
      handler = (request) => app.handle(request)
    },
    stop: async (limitMs) => {
      await Promise.all(servers.map((one) => stop(one, limitMs)))
    },
  }
}

/** Opens the additional port for the Komga API. */
function listenForKomga(
  { komga_api: { enabled, port } }: Config,
  main: Server<undefined>,
  listen: (port: number) => Server<undefined>,
): Server<undefined>[] {
  if (!enabled || port === 0) return []
  try {
    return [listen(port)]
  } catch (error) {
    void main.stop(true)
    throw Object.assign(error as Error, { setting: 'komga_api.port' })
  }
}

/** Used for clients that have already closed their connection. They share one rate limit. */
const unknownAddress = '0.0.0.0'

/**
 * Never returns undefined, because a request without an address counts as internal and is not
 * rate-limited.
 */
const getPeerAddress = (request: Request, server: Server<undefined>) =>
  server.requestIP(request)?.address ?? unknownAddress

/** Adds the prefix, which clients of the additional port do not send. */
function addPrefix(request: Request, server: Server<undefined>, prefix: string): Request {
  const address = getPeerAddress(request, server)
  const url = new URL(request.url)
  url.pathname = `${prefix}${url.pathname}`
  const inner = new Request(url.href, request)
  storeHiddenPrefix(inner, prefix)
  storePeer(inner, address)
  return inner
}

/** Removes the base path if the proxy has not removed it, and stores the address of the peer. */
function prepareRequest(request: Request, server: Server<undefined>, basePath: string): Request {
  const address = getPeerAddress(request, server)
  const url = basePath === '' ? undefined : new URL(request.url)
  const isBelow = url && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
  const inner = isBelow ? new Request(removeBasePath(url, basePath), request) : request
  if (basePath !== '') storeBasePath(inner, basePath)
  storePeer(inner, address)
  return inner
}

function removeBasePath(url: URL, basePath: string): string {
  url.pathname = url.pathname.slice(basePath.length) || '/'
  return url.href
}

/**
 * Redirects the base path to itself with a slash at the end. A service worker controls only paths
 * below the slash, so saved books would not work without it.
 */
function redirectHome({ url, method }: Request, basePath: string): Response | undefined {
  if (basePath === '' || method !== 'GET') return undefined
  const { pathname, search } = new URL(url)
  if (pathname !== basePath) return undefined
  return new Response(null, { status: 302, headers: { location: `${basePath}/${search}` } })
}

/** Does not parse the URL, because this runs for every request. */
function isLiveCheck(request: Request, basePath: string): boolean {
  if (request.method !== 'GET' || !request.url.includes(liveCheckPath)) return false
  const path = getPath(request)
  return path === liveCheckPath || path === `${basePath}${liveCheckPath}`
}

/** Responds without the app, so that liveness checks succeed even during startup. */
function measureLiveCheck(request: Request): Response {
  const startedMs = performance.now()
  const response = answerHealthy(request)
  const labels = { method: 'GET', route: liveCheckPath, status: String(response.status) }
  timings.requests.observe(labels, (performance.now() - startedMs) / 1000)
  return response
}

function respondWhileStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  const headers = { 'retry-after': '2', 'cache-control': 'no-store' }
  if (pathname === '/health' || pathname === readyCheckPath) {
    return Response.json({ status: 'unavailable', failing: ['starting'] }, { status: 503, headers })
  }
  const body = {
    error: 'unavailable',
    ...withText(requestMessages.starting()),
    requestId: Bun.randomUUIDv7(),
  }
  return Response.json(body, { status: 503, headers })
}

/**
 * The server joins repeated `Host` headers with commas, and takes the host in the URL from the
 * first one.
 */
const hasValidHost = ({ url, headers }: Request) =>
  URL.canParse(url) && !headers.get('host')?.includes(',')

/** An invalid `Host` results in a URL that cannot be parsed. */
function createInvalidHostResponse(): Response {
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
