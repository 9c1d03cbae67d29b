import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from './context'
import { createErrorMapper, errorHandler } from './platform/http/errors'
import { andThen } from './platform/lib/async/now-or-later'
import { healthRoutes } from './platform/http/health'
import { defaultHeaders } from './platform/http/default-headers'
import { jsonOnly } from './platform/http/json-only'
import { requestMetrics } from './platform/http/request-metrics'
import { ChangeQueue } from './platform/http/requests/change-queue'
import { ifMatchCheck } from './platform/http/requests/if-match'
import { createDirectRoutes } from './platform/http/requests/direct-answers'
import { limitRequests } from './platform/http/requests/concurrent-requests'
import { isBelow, loadOnDemand } from './platform/http/requests/on-demand'
import { apiPrefix, docsRoutes } from './platform/http/openapi/openapi'
import {
  createRateLimit,
  limitRequestRate,
  setViewerIdentification,
} from './accounts/permissions/guard'
import { identifyOrViewAs } from './accounts/access/view-as'
import { pages, webRoutes } from './web/routes'
import './messages'

type Routes = AnyElysia['routes']
type Plugin = (app: AnyElysia) => AnyElysia

export interface App {
  handle(request: Request): Response | Promise<Response>
  /** The server that passes requests to the app. */
  server: AnyElysia['server']
  /** Loads the API ahead of its first request. */
  loadApi(): Promise<void>
  /** Loads all parts and returns their routes. */
  listRoutes(): Promise<Routes>
}

interface AppOptions {
  /** The API is not loaded until this has finished. */
  prepareApi?: () => Promise<void>
}

const webParts = (ctx: Context) => (part: AnyElysia) =>
  part.use(healthRoutes(ctx)).use(docsRoutes()).use(webRoutes(ctx))

/**
 * Builds the application from parts, so that each request loads only what it needs. The API and
 * each protocol are loaded when they receive their first request.
 */
export function createApp(ctx: Context, { prepareApi }: AppOptions = {}): App {
  setViewerIdentification(ctx, identifyOrViewAs)
  const routes: Routes = []
  const { addHooks, direct, queue, mapError } = createHooks(ctx, {
    routes: () => routes,
    send: async (request) => answer(request),
  })
  const createPart = (plugin: Plugin, prefix = '') => {
    const part = new Elysia({ ...options, prefix }).use(addHooks).use(plugin)
    routes.push(...part.routes)
    direct.add(part.routes)
    return part
  }
  const onDemand = createOnDemand(addHooks)
  const web = createPart(webParts(ctx))
  const api = onDemand(apiPrefix, async () => {
    await prepareApi?.()
    const { apiRoutes } = await import('./api')
    return createPart(
      apiRoutes(ctx, () => routes),
      apiPrefix,
    )
  })
  const protocols = listProtocols(ctx).map(({ prefix, load }) =>
    onDemand(prefix, async () => {
      // The API is loaded first, because its modules register device credentials and job handlers.
      await api.getPart()
      return createPart(asPlugin(await load()))
    }),
  )
  const parts = [api, ...protocols]
  const pass = (request: Request) =>
    andThen(parts.find(({ prefix }) => isBelow(request, prefix))?.getPart() ?? web, (part) => {
      part.server = app.server
      return queue.endAfter(request, () => part.fetch(request))
    })
  const answer = (request: Request) =>
    andThen(direct.answer(request), (response) => response ?? pass(request))
  const app: App = {
    server: null,
    handle: limitRequests(ctx, answer, { mapError }),
    loadApi: async () => void (await api.getPart()),
    listRoutes: async () => {
      for (const { getPart } of parts) await getPart()
      return routes
    },
  }
  return app
}

const createOnDemand = (addHooks: Plugin) => (prefix: string, load: () => Promise<AnyElysia>) => ({
  prefix,
  getPart: loadOnDemand(load, (error) => new Elysia(options).use(addHooks).use(failWith(error))),
})

const asPlugin =
  (part: AnyElysia): Plugin =>
  (app) =>
    app.use(part)

const failWith =
  (error: unknown): Plugin =>
  (app) =>
    app.all('/*', () => {
      throw error
    })

// Unknown members are refused, not dropped, so normalization is off. standardHostname is
// off because Elysia misreads paths when the host name is short, such as `nas`.
const options = { normalize: false, handler: { standardHostname: false } } as const

interface Surroundings {
  /** Routes of the loaded parts. */
  routes: () => Routes
  /** Sends a request on behalf of another one that has already passed the rate limit. */
  send: (request: Request) => Promise<Response>
}

/**
 * Creates the hooks for requests to all parts and for direct responses, which share one rate limit.
 */
function createHooks(ctx: Context, { routes, send }: Surroundings) {
  const queue = new ChangeQueue(ctx)
  const limitRate = createRateLimit(ctx)
  const hooks: AnyElysia[] = [
    requestMetrics(ctx),
    defaultHeaders(ctx),
    pages(ctx, { send, timeoutMs: 150 }),
    errorHandler(ctx, routes),
    limitRequestRate(limitRate),
    jsonOnly(routes),
    ifMatchCheck({ routes, send, queue }),
  ]
  const addHooks: Plugin = (app) => hooks.reduce((all, hook) => all.use(hook), app)
  const mapError = createErrorMapper(ctx, routes)
  return { addHooks, direct: createDirectRoutes(ctx, { limitRate, mapError }), queue, mapError }
}

interface Protocol {
  prefix: string
  load: () => Promise<AnyElysia>
}

/**
 * Lists the protocols that are enabled. They are loaded on demand, because most servers use only
 * one of them or none, and together they have nearly as many routes as everything else.
 */
function listProtocols(ctx: Context): Protocol[] {
  const { opds, komga_api: komga, koreader, kobo } = ctx.config
  const startedAt = ctx.clock.now()
  const loadOpds = async () => {
    const { opdsRoutes } = await import('./protocols/opds/routes')
    return opdsRoutes(ctx, startedAt)
  }
  const loadKomga = async () => (await import('./protocols/komga/routes')).komgaRoutes(ctx)
  const loadKoreader = async () => (await import('./protocols/koreader/routes')).koreaderRoutes(ctx)
  const loadKobo = async () => (await import('./protocols/kobo/routes')).koboRoutes(ctx)
  const loadFeeds = async () => (await import('./protocols/feeds/routes')).feedRoutes(ctx)
  return [
    ...(opds.enabled ? [{ prefix: '/opds', load: loadOpds }] : []),
    ...(komga.enabled ? [{ prefix: komga.prefix, load: loadKomga }] : []),
    ...(koreader.enabled ? [{ prefix: '/koreader', load: loadKoreader }] : []),
    ...(kobo.enabled ? [{ prefix: '/kobo', load: loadKobo }] : []),
    { prefix: '/feeds', load: loadFeeds },
  ]
}
