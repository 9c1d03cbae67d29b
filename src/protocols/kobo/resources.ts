/**
 * URLs that a device receives at startup instead of the Kobo store's, and switches for store
 * features.
 */
import type { Context } from '../../context'
import { isHttps } from '../../platform/http/requests/client-address'

/**
 * Builds the base URL for a device. It contains the device's key and has no trailing slash. Kobo
 * devices omit the port from `Host`, so the server's port is used unless there is a proxy.
 */
export function buildDeviceBase(ctx: Context, request: Request, key: string): string {
  const { public_url: publicUrl, base_path: basePath } = ctx.config.server
  const path = `/kobo/${encodeURIComponent(key)}`
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`
  const scheme = isHttps(ctx, request) ? 'https' : 'http'
  return `${scheme}://${findHost(ctx, request, scheme)}${basePath}${path}`
}

function findHost({ config }: Context, request: Request, scheme: string): string {
  const host = request.headers.get('host') ?? new URL(request.url).host
  const isProxied = scheme === 'https' || request.headers.has('x-forwarded-for')
  const hasPort = /:\d+$/.test(host)
  return hasPort || isProxied ? host : `${host}:${config.server.port}`
}

/**
 * The names of the resources are defined by the firmware. Devices keep the URLs they already have
 * for resources that are not listed. `reading_services_host` is not listed, because devices delete
 * their annotations if the server at that URL does not store them.
 */
export const buildResources = (base: string) => ({
  image_host: new URL(base).origin,
  image_url_template: `${base}/v1/books/{ImageId}/thumbnail/{Width}/{Height}/false/image.jpg`,
  image_url_quality_template: `${base}/v1/books/{ImageId}/thumbnail/{Width}/{Height}/{Quality}/{IsGreyscale}/image.jpg`,
  library_sync: `${base}/v1/library/sync`,
  library_items: `${base}/v1/library`,
  library_metadata: `${base}/v1/library/{Ids}/metadata`,
  reading_state: `${base}/v1/library/{Ids}/state`,
  delete_entitlement: `${base}/v1/library/{Ids}`,
  delete_tag: `${base}/v1/library/tags/{TagId}`,
  tags: `${base}/v1/library/tags`,
  device_auth: `${base}/v1/auth/device`,
  device_refresh: `${base}/v1/auth/refresh`,
  post_analytics_event: `${base}/v1/analytics/event`,
  get_tests_request: `${base}/v1/analytics/gettests`,
  user_profile: `${base}/v1/user/profile`,
  user_loyalty_benefits: `${base}/v1/user/loyalty/benefits`,
  user_wishlist: `${base}/v1/user/wishlist`,
  user_recommendations: `${base}/v1/user/recommendations`,
  content_access_book: `${base}/v1/products/books/{ProductId}/access`,
  assets: `${base}/v1/assets`,
})

/** Sent when the store is not used, so that the device hides store features. */
export const storeSwitches = {
  kobo_subscriptions_enabled: 'False',
  kobo_audiobooks_enabled: 'False',
  kobo_superpoints_enabled: 'False',
  use_one_store: 'False',
}
