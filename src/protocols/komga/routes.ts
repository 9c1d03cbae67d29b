/** Komga's API, for apps that were made for a Komga server. */
import { type AnyElysia, Elysia } from 'elysia'
import { addViewerIdentification } from '../../accounts/permissions/guard'
import { refuseChangeWhileViewing } from '../../accounts/access/view-as'
import { identifyViewer, preferTrustedName } from '../../accounts/users/sign-in/identify-viewer'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { getStoredPeer, storePeer } from '../../platform/http/requests/peer-address'
import { options } from './access/komga-call'
import { createKomgaError } from './responses'
import { findSessionViewer } from './access/komga-session'
import { komgaActivityRoutes } from './admin/activity-routes'
import { komgaItemAdminRoutes } from './admin/item-admin-routes'
import { komgaLibraryAdminRoutes } from './admin/library-admin-routes'
import { komgaMetricRoutes } from './admin/metric-routes'
import { komgaServerRoutes } from './admin/server-routes'
import { komgaSettingsRoutes } from './admin/settings-routes'
import { komgaUnsupportedRoutes } from './admin/unsupported-routes'
import { komgaUserAdminRoutes } from './admin/user-admin-routes'
import { komgaUserWriteRoutes } from './admin/user-write-routes'
import { komgaClientSettingRoutes } from './client-settings/client-setting-routes'
import { komgaEventRoutes } from './events/event-routes'
import { komgaLabelRoutes } from './labels/label-routes'
import { komgaMessages } from './messages'
import { komgaMetadataRoutes } from './metadata/metadata-routes'
import { komgaPosterRoutes } from './posters/poster-routes'
import { komgaAccountRoutes } from './routes/account-routes'
import { komgaBookRoutes } from './routes/book-routes'
import { komgaEpubRoutes } from './routes/epub-routes'
import { komgaLibraryRoutes } from './routes/library-routes'
import { komgaCollectionRoutes } from './item-lists/collection-routes'
import { komgaReadListRoutes } from './item-lists/read-list-routes'
import { komgaOpdsRoutes } from './routes/opds-routes'
import { komgaPageRoutes } from './routes/page-routes'
import { komgaProgressRoutes } from './routes/progress-routes'
import { komgaSeriesRoutes } from './routes/series-routes'

export function komgaRoutes(ctx: Context) {
  const { prefix } = ctx.config.komga_api
  addViewerIdentification(ctx, prefix, identifyKomgaViewer)
  return new Elysia({ prefix })
    .use(komgaAccountRoutes(ctx))
    .use(komgaClientSettingRoutes(ctx))
    .use(komgaLibraryRoutes(ctx))
    .use(komgaSeriesRoutes(ctx))
    .use(komgaBookRoutes(ctx))
    .use(komgaPageRoutes(ctx))
    .use(komgaEpubRoutes(ctx))
    .use(komgaProgressRoutes(ctx))
    .use(komgaCollectionRoutes(ctx))
    .use(komgaReadListRoutes(ctx))
    .use(komgaLabelRoutes(ctx))
    .use(komgaMetadataRoutes(ctx))
    .use(komgaPosterRoutes(ctx))
    .use(komgaOpdsRoutes(ctx))
    .use(komgaEventRoutes(ctx))
    .use(komgaAdminRoutes(ctx))
    .use(unknownRoutes())
}

const refuse = ({ request }: { request: Request }) =>
  createKomgaError(request, notFound(komgaMessages.not_found()))

/** Apps expect Komga's errors for all requests. HEAD uses the routes for GET. */
function unknownRoutes() {
  const app = new Elysia()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    app.route(method, '/*', refuse, options)
  }
  return app
}

const komgaAdminRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(komgaLibraryAdminRoutes(ctx))
    .use(komgaItemAdminRoutes(ctx))
    .use(komgaUserAdminRoutes(ctx))
    .use(komgaActivityRoutes(ctx))
    .use(komgaUserWriteRoutes(ctx))
    .use(komgaServerRoutes(ctx))
    .use(komgaMetricRoutes(ctx))
    .use(komgaSettingsRoutes(ctx))
    .use(komgaUnsupportedRoutes(ctx))

/**
 * Uses the session of this API only if the request has no other credentials. Ignores the browser
 * session.
 */
async function identifyKomgaViewer(ctx: Context, request: Request) {
  refuseChangeWhileViewing(request)
  const { headers } = request
  const isOtherwise = headers.has('x-api-key') || headers.has('authorization')
  const bySession = isOtherwise ? undefined : await findSessionViewer(ctx, request)
  const viewer = bySession && (await preferTrustedName(ctx, request, bySession))
  return viewer ?? identifyViewer(ctx, withoutCookie(request), 'komga')
}

/** Copies a request without its cookies and body. Identification does not read the body. */
function withoutCookie(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  const copy = new Request(request.url, { method: request.method, headers })
  const peer = getStoredPeer(request)
  if (peer !== undefined) storePeer(copy, peer)
  return copy
}
