/** Redirects requests for Komga's OPDS feeds to the corresponding feeds in Quire. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { getBasePath } from '../../../platform/http/pagination'
import { getHiddenPrefix } from '../../../platform/http/requests/hidden-prefix'
import { options } from '../access/komga-call'
import { createKomgaError } from '../responses'
import { komgaMessages } from '../messages'
import { translateFeed, type Version } from './opds-addresses'

const feedRoots: Record<Version, string> = { 'v1.2': '/opds', v2: '/opds/v2' }

export function komgaOpdsRoutes(ctx: Context) {
  const app = new Elysia()
  for (const version of ['v1.2', 'v2'] as const) {
    const redirect = ({ request }: { request: Request }) => redirectToFeed(ctx, request, version)
    app.get(`/opds/${version}`, redirect, options).get(`/opds/${version}/*`, redirect, options)
  }
  return app
}

/** Feeds exist only at the main address, not at a separate port for this API. */
function redirectToFeed({ config }: Context, request: Request, version: Version): Response {
  if (!config.opds.enabled || getHiddenPrefix(request) !== undefined) {
    return createKomgaError(request, notFound(komgaMessages.not_found()))
  }
  const { pathname, searchParams } = new URL(request.url)
  const root = `${config.komga_api.prefix}/opds/${version}`
  const below = pathname.slice(pathname.indexOf(root) + root.length + 1)
  const { path, search, isFeed } = translateFeed(version, below, searchParams)
  const start = isFeed ? feedRoots[version] : config.komga_api.prefix
  const target = `${start}${path && `/${path}`}${search}`
  return new Response(null, {
    status: 308,
    headers: { location: `${getBasePath(request)}${target}` },
  })
}
