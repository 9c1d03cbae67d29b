import type { Context } from '../../../context'
import { getBasePath } from '../../../platform/http/pagination'
import { getHiddenPrefix } from '../../../platform/http/requests/hidden-prefix'
import { getOwnHosts, isHttps } from '../../../platform/http/requests/client-address'

/** Returns the path below which the client accesses this API. Empty if the API has its own port. */
export const getApiPath = ({ config }: Context, request: Request) =>
  getHiddenPrefix(request) === undefined ? `${getBasePath(request)}${config.komga_api.prefix}` : ''

/** Returns the full URL of this API, without a trailing slash. */
export function getApiUrl(ctx: Context, request: Request): string {
  const { public_url: publicUrl } = ctx.config.server
  if (publicUrl !== undefined && getHiddenPrefix(request) === undefined)
    return `${publicUrl}${ctx.config.komga_api.prefix}`
  const [host] = getOwnHosts(ctx, request)
  return `${isHttps(ctx, request) ? 'https' : 'http'}://${host}${getApiPath(ctx, request)}`
}
