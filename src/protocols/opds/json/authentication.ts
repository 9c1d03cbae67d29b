/** Authentication for OPDS 1.0: tells apps without credentials how to sign in. */
import type { Context } from '../../../context'
import { getBasePath } from '../../../platform/http/pagination'
import { getSetting } from '../../../platform/settings/settings'
import { getOwnHosts, isHttps } from '../../../platform/http/requests/client-address'

const mediaType = 'application/opds-authentication+json'

/** Sends the authentication document, which does not require credentials. */
export const respondWithAuthentication = async (ctx: Context, request: Request) =>
  Response.json(await buildDocument(ctx, request), {
    headers: { 'content-type': mediaType, 'cache-control': 'no-cache' },
  })

/** Replaces the body of a 401 response. Other responses are unchanged. */
export async function requestAuthentication(
  ctx: Context,
  request: Request,
  response: unknown,
): Promise<Response | undefined> {
  if (!(response instanceof Response) || response.status !== 401) return undefined
  const document = await buildDocument(ctx, request)
  const headers = new Headers(response.headers)
  headers.set('content-type', mediaType)
  headers.delete('content-length')
  headers.set(
    'link',
    `<${document.id}>; rel="http://opds-spec.org/auth/document"; type="${mediaType}"`,
  )
  return Response.json(document, { status: 401, headers })
}

async function buildDocument(ctx: Context, request: Request) {
  const [host] = getOwnHosts(ctx, request)
  const scheme = isHttps(ctx, request) ? 'https' : 'http'
  const own = `${scheme}://${host}${getBasePath(request)}`
  const at = (path: string) => `${ctx.config.server.public_url ?? own}${path}`
  return {
    id: at('/opds/v2/authentication'),
    title: await getSetting(ctx, 'branding.name'),
    description: 'Enter your username and an API key, or your password.',
    links: [
      { rel: 'logo', href: at('/icons/icon-192.png'), type: 'image/png', width: 192, height: 192 },
      { rel: 'start', href: at('/opds/v2'), type: 'application/opds+json' },
    ],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: 'Username', password: 'API key or password' },
      },
    ],
  }
}
