import { type AnyElysia, Elysia } from 'elysia'
import { bookmarkRoutes } from './reading/bookmarks/routes'
import { bookMetadataRoutes } from './catalog/books/metadata/routes'
import { bookRoutes } from './catalog/books/routes'
import { listChangeRoutes } from './catalog/item-lists/change-routes'
import { listEntryRoutes } from './catalog/item-lists/entries/entry-routes'
import { routedCollections } from './catalog/collections/service'
import { routedReadingLists } from './catalog/reading-lists/service'
import { collectionRoutes } from './catalog/collections/routes'
import { readingListRoutes } from './catalog/reading-lists/routes'
import { filterPresetRoutes } from './catalog/filter-presets/routes'
import { cblRoutes } from './ingest/cbl/routes'
import type { Context } from './context'
import { correctionRoutes } from './catalog/corrections/routes'
import { bookCoverRoutes } from './artwork/covers/book-routes'
import { listCoverRoutes } from './artwork/covers/lists/list-cover-routes'
import { coverRoutes } from './artwork/covers/routes'
import { duplicateRoutes } from './catalog/duplicates/routes'
import { errorHandler } from './platform/http/errors'
import { groupingRoutes } from './ingest/grouping/routes'
import { healthRoutes } from './platform/http/health'
import { defaultHeaders } from './platform/http/default-headers'
import { jsonOnly } from './platform/http/json-only'
import { requestMetrics } from './platform/http/request-metrics'
import { isBelow, loadOnDemand } from './platform/http/requests/on-demand'
import { apiPrefix, docsRoutes, openapiRoutes } from './platform/http/openapi/openapi'
import { labelRoutes } from './catalog/labels/routes'
import { libraryRoutes } from './catalog/libraries/routes'
import { feedAddressRoutes } from './protocols/feeds/address-routes'
import { koboDeviceRoutes } from './protocols/kobo/device-routes'
import { syncLoginRoutes } from './protocols/koreader/login-routes'
import { inboxRoutes } from './admin/notifications/inbox/inbox-routes'
import { notificationRoutes } from './admin/notifications/routes'
import { metadataMatchingRoutes } from './ingest/metadata-matching/routes'
import { pluginRoutes } from './ingest/plugins/routes'
import { recommendationRoutes } from './ingest/recommendations/routes'
import { connectionRoutes } from './ingest/connections/routes'
import { readingSyncRoutes } from './ingest/reading-sync/routes'
import { releaseRoutes } from './ingest/releases/routes'
import { liveRoutes } from './admin/live/routes'
import { thumbnailRoutes } from './artwork/thumbnails/routes'
import { monitoringRoutes } from './admin/monitoring/routes'
import { epubRoutes } from './reading/pages/epub/routes'
import { pageRoutes } from './reading/pages/routes'
import { preferenceRoutes } from './reading/preferences/routes'
import { statisticsRoutes } from './reading/statistics/routes'
import { exportRoutes } from './reading/exports/routes'
import { highlightRoutes } from './reading/highlights/routes'
import { ratingRoutes } from './reading/ratings/routes'
import { readingRoutes } from './reading/progress/routes'
import { scanChangeRoutes } from './ingest/scanning/journal/change-routes'
import { reanalyzeRoutes } from './ingest/scanning/reanalyze/reanalyze-routes'
import { scanningRoutes } from './ingest/scanning/routes'
import { wantToReadRoutes } from './reading/want-to-read/routes'
import { searchRoutes } from './catalog/search/routes'
import { seriesPartRoutes } from './catalog/series/parts/routes'
import { editionRoutes } from './catalog/series/editions/routes'
import { seriesRoutes } from './catalog/series/routes'
import { sharingTagRoutes } from './catalog/sharing-tags/routes'
import { sidecarRoutes } from './catalog/sidecars/routes'
import { tasksRoutes } from './admin/tasks/routes'
import { trashRoutes } from './ingest/trash/routes'
import { limitRequestRate, setViewerIdentification } from './accounts/permissions/guard'
import { accessRoutes } from './accounts/access/routes'
import { identifyOrViewAs } from './accounts/access/view-as'
import { auditRoutes } from './accounts/audit/routes'
import { invitationRoutes } from './accounts/invitations/routes'
import { oidcRoutes } from './accounts/oidc/routes'
import { passkeyRoutes } from './accounts/passkeys/routes'
import { apiKeyRoutes } from './accounts/api-keys/routes'
import { roleRoutes } from './accounts/permissions/routes'
import { sessionRoutes } from './accounts/sessions/routes'
import { userRoutes } from './accounts/users/routes'
import { twoFactorRoutes } from './accounts/users/two-factor/routes'
import { signInRoutes } from './accounts/users/sign-in/routes'
import { pages, webRoutes } from './web/routes'
import './messages'

type Routes = AnyElysia['routes']
type Plugin = (app: AnyElysia) => AnyElysia

export interface App {
  handle(request: Request): Response | Promise<Response>
  /** The server that passes requests to it. */
  server: AnyElysia['server']
  /** Loads all parts. */
  listRoutes(): Promise<Routes>
}

/**
 * Builds the application. It has parts, so that a request costs only what its part needs: the API is
 * compiled on its first request, and each protocol is loaded on its first request.
 */
export function createApp(ctx: Context): App {
  setViewerIdentification(ctx, identifyOrViewAs)
  const routes: Routes = []
  const addHooks = createHooks(ctx, {
    routes: () => routes,
    send: async (request) => app.handle(request),
  })
  const createPart = (plugin: Plugin, prefix = '') => {
    const part = new Elysia({ ...options, prefix }).use(addHooks).use(plugin)
    routes.push(...part.routes)
    return part
  }
  const web = createPart((part) => part.use(healthRoutes(ctx)).use(docsRoutes()).use(webRoutes()))
  const api = createPart(
    apiRoutes(ctx, () => routes),
    apiPrefix,
  )
  const protocols = listProtocols(ctx).map(({ prefix, load }) => ({
    prefix,
    getPart: loadOnDemand(
      async () => createPart(asPlugin(await load())),
      (error) => new Elysia(options).use(addHooks).use(failWith(error)),
    ),
  }))
  const parts = [{ prefix: apiPrefix, getPart: () => api }, ...protocols]
  const pass = (part: AnyElysia, request: Request) => {
    part.server = app.server
    return part.fetch(request)
  }
  const app: App = {
    server: null,
    handle: (request) => {
      const part = parts.find(({ prefix }) => isBelow(request, prefix))?.getPart() ?? web
      return part instanceof Promise
        ? part.then((loaded) => pass(loaded, request))
        : pass(part, request)
    },
    listRoutes: async () => {
      for (const { getPart } of protocols) await getPart()
      return routes
    },
  }
  return app
}

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

// Unknown members are refused, not dropped: hence no normalizing. standardHostname is off because
// Elysia misreads paths when the host name is short, such as `nas`.
const options = { normalize: false, handler: { standardHostname: false } } as const

interface Surroundings {
  /** Of the parts that are loaded. */
  routes: () => Routes
  send: (request: Request) => Promise<Response>
}

/** Hooks for the requests to every part. All parts share one rate limit. */
function createHooks(ctx: Context, { routes, send }: Surroundings): Plugin {
  const hooks: AnyElysia[] = [
    requestMetrics(ctx),
    defaultHeaders(ctx),
    pages(ctx, { send, timeoutMs: 150 }),
    errorHandler(ctx, routes),
    limitRequestRate(ctx),
    jsonOnly(routes),
  ]
  return (app) => hooks.reduce((all, hook) => all.use(hook), app)
}

interface Protocol {
  prefix: string
  load: () => Promise<AnyElysia>
}

/**
 * The protocols that are enabled. They are loaded on demand, because most servers use one of them or
 * none, and together they have nearly as many routes as the rest.
 */
function listProtocols(ctx: Context): Protocol[] {
  const { opds, komga_api: komga, koreader, kobo } = ctx.config
  const startedAt = ctx.now()
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

const apiRoutes = (ctx: Context, routes: () => Routes) => (api: AnyElysia) =>
  api
    .use(openapiRoutes(routes))
    .use(readingAppRoutes(ctx))
    .use(libraryRoutes(ctx))
    .use(sidecarRoutes(ctx))
    .use(correctionRoutes(ctx))
    .use(ingestRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(editionRoutes(ctx))
    .use(sharingTagRoutes(ctx))
    .use(labelRoutes(ctx))
    .use(seriesPartRoutes(ctx))
    .use(bookRoutes(ctx))
    .use(bookMetadataRoutes(ctx))
    .use(pageRoutes(ctx))
    .use(epubRoutes(ctx))
    .use(thumbnailRoutes(ctx))
    .use(coverRoutes(ctx))
    .use(bookCoverRoutes(ctx))
    .use(searchRoutes(ctx))
    .use(listRoutes(ctx))
    .use(readerRoutes(ctx))
    .use(duplicateRoutes(ctx))
    .use(accountRoutes(ctx))
    .use(adminRoutes(ctx))

/** What users manage for the protocols. */
const readingAppRoutes = (ctx: Context) => (app: AnyElysia) => {
  const { koreader, kobo } = ctx.config
  if (koreader.enabled) app.use(syncLoginRoutes(ctx))
  if (kobo.enabled) app.use(koboDeviceRoutes(ctx))
  return app.use(feedAddressRoutes(ctx))
}

const readerRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(readingRoutes(ctx))
    .use(wantToReadRoutes(ctx))
    .use(preferenceRoutes(ctx))
    .use(bookmarkRoutes(ctx))
    .use(ratingRoutes(ctx))
    .use(highlightRoutes(ctx))
    .use(statisticsRoutes(ctx))
    .use(exportRoutes(ctx))

const listRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(collectionRoutes(ctx))
    .use(listChangeRoutes(ctx, routedCollections))
    .use(listEntryRoutes(ctx, routedCollections))
    .use(readingListRoutes(ctx))
    .use(listChangeRoutes(ctx, routedReadingLists))
    .use(listEntryRoutes(ctx, routedReadingLists))
    .use(listCoverRoutes(ctx))
    .use(filterPresetRoutes(ctx))
    .use(cblRoutes(ctx))

const ingestRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(scanningRoutes(ctx))
    .use(scanChangeRoutes(ctx))
    .use(reanalyzeRoutes(ctx))
    .use(groupingRoutes(ctx))
    .use(metadataMatchingRoutes(ctx))
    .use(pluginRoutes(ctx))
    .use(recommendationRoutes(ctx))
    .use(releaseRoutes(ctx))
    .use(connectionRoutes(ctx))
    .use(readingSyncRoutes(ctx))
    .use(trashRoutes(ctx))

const adminRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(liveRoutes(ctx))
    .use(monitoringRoutes(ctx))
    .use(tasksRoutes(ctx))
    .use(notificationRoutes(ctx))
    .use(inboxRoutes(ctx))

const accountRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(signInRoutes(ctx))
    .use(sessionRoutes(ctx))
    .use(userRoutes(ctx))
    .use(roleRoutes(ctx))
    .use(auditRoutes(ctx))
    .use(invitationRoutes(ctx))
    .use(twoFactorRoutes(ctx))
    .use(passkeyRoutes(ctx))
    .use(oidcRoutes(ctx))
    .use(apiKeyRoutes(ctx))
    .use(accessRoutes(ctx))
