/**
 * The Authentication for OPDS 1.0 document, from which apps without credentials learn how to sign
 * in.
 */
import type { Context } from '../../../context'
import { getBasePath } from '../../../platform/http/pagination'
import { getSetting } from '../../../platform/settings/settings'
import { getOwnHosts, isHttps } from '../../../platform/http/requests/client-address'

export const authenticationType = 'application/opds-authentication+json'

export async function buildAuthenticationDocument(ctx: Context, request: Request) {
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
