/** Leads apps that were set up with the OPDS feeds of a Komga server to the same feeds of Quire. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { getBasePath } from '../../../platform/http/pagination'
import { getHiddenPrefix } from '../../../platform/http/requests/hidden-prefix'
import { createKomgaError, options } from '../access/komga-call'
import { komgaMessages } from '../messages'

export function komgaOpdsRoutes(ctx: Context) {
  const redirect = ({ request }: { request: Request }) => redirectToFeed(ctx, request)
  const app = new Elysia()
  for (const version of ['v1.2', 'v2'] as const) {
    app.get(`/opds/${version}`, redirect, options).get(`/opds/${version}/*`, redirect, options)
  }
  return app
}

/** Only the main address has feeds: a port of its own for this API has none. */
function redirectToFeed({ config }: Context, request: Request): Response {
  if (!config.opds.enabled || getHiddenPrefix(request) !== undefined) {
    return createKomgaError(request, notFound(komgaMessages.not_found()))
  }
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice(pathname.indexOf(`${config.komga_api.prefix}/opds/`))
  const feed = path.slice(config.komga_api.prefix.length)
  return new Response(null, {
    status: 308,
    headers: { location: `${getBasePath(request)}${feed}${search}` },
  })
}
