/** HTTP requests that plugins make: only to allowed hosts, and limited in rate and size. */
import type { Context } from '../../../context'
import { fetchThroughEgress } from '../../../platform/outgoing/egress/fetch-through'
import { getUserAgent, isRedirect, readBounded } from '../../../platform/outgoing/exchange'
import { waitForSlot } from '../../../platform/outgoing/rate-limits'
import type { SandboxFetch } from '../../sandbox/model'
import { findPluginRow, type PluginRow, updatePluginRow } from '../queries'

const timeoutMs = 20_000
/** Shorter than the plugin's own timeout: waiting must not count as a failure of the plugin. */
const slotWaitMs = 10_000
const maxRedirects = 3
const maxBytes = 8 * 1024 * 1024
const maxRequestedHosts = 20
const defaultPerMinute = 60
const burst = 10
/** Hop-by-hop headers, and those that this server sets. */
const ownHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length|accept-encoding|via|cookie|proxy-.*|x-forwarded-.*)$/i
/** Headers that no longer apply, because the body has already been decoded. */
const staleHeaders = /^(content-encoding|content-length|transfer-encoding|connection|set-cookie)$/i

/** Throws with a message for the plugin's log. */
export async function fetchForPlugin(
  ctx: Context,
  pluginId: string,
  { redirect, ...asked }: SandboxFetch,
  signal: AbortSignal,
): Promise<Response> {
  if (ctx.config.providers.offline) throw new Error('This server is offline (providers.offline)')
  let url = parseUrl(asked.url)
  let request: Sent = { ...asked, method: asked.method.toUpperCase() }
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const plugin = await requireAllowed(ctx, pluginId, url)
    await waitForTurn(ctx, plugin, signal)
    const response = await send(ctx, url, request, signal)
    const location = isRedirect(response) ? response.headers.get('location') : null
    if (location === null || redirect === 'manual') return response
    if (redirect === 'error') throw new Error(`${url.host} redirects`)
    const target = parseUrl(location, url)
    request = buildNext(request, { status: response.status, isSameOrigin: isSame(url, target) })
    url = target
  }
  throw new Error(`${url.host} redirects too often`)
}

type Sent = Pick<SandboxFetch, 'method' | 'headers' | 'body'>

const isSame = (a: URL, b: URL) => a.origin === b.origin

const bodyHeaders = /^content-(type|encoding|language|location)$/i

/**
 * Builds the next request after a redirect as `fetch` does. Credentials are not sent to a different
 * server.
 */
function buildNext(
  { method, headers, body }: Sent,
  { status, isSameOrigin }: { status: number; isSameOrigin: boolean },
): Sent {
  const kept = isSameOrigin ? headers : headers.filter(([name]) => !/^authorization$/i.test(name))
  const isGet = status === 303 ? method !== 'HEAD' : method === 'POST' && status < 303
  if (!isGet) return { method, headers: kept, body }
  const ofGet = kept.filter(([name]) => !bodyHeaders.test(name))
  return { method: 'GET', headers: ofGet, body: undefined }
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('not a web address')
  return url
}

/** Checks the host for each request, because it can be removed from the list at any time. */
async function requireAllowed(ctx: Context, pluginId: string, url: URL): Promise<PluginRow> {
  const plugin = await findPluginRow(ctx.db, pluginId)
  if (!plugin) throw new Error('This plugin is not installed')
  if (plugin.hosts.includes(url.host)) return plugin
  await rememberRequestedHost(ctx, plugin, url.host)
  throw new Error(`${url.host} is not allowed for this plugin`)
}

/** Records the host, so that an administrator can allow it. */
async function rememberRequestedHost(
  ctx: Context,
  { id, requestedHosts }: PluginRow,
  host: string,
) {
  if (requestedHosts.includes(host) || requestedHosts.length >= maxRequestedHosts) return
  await ctx.write(async (tx) => {
    const current = await findPluginRow(tx, id)
    if (!current || current.requestedHosts.includes(host)) return
    await updatePluginRow(tx, id, { requestedHosts: [...current.requestedHosts, host] })
  })
}

const waitForTurn = (
  ctx: Context,
  { name, rateLimitRequestsPerMinute }: PluginRow,
  signal: AbortSignal,
) => {
  const everyMs = Math.ceil(60_000 / (rateLimitRequestsPerMinute ?? defaultPerMinute))
  const rules = { name: `plugin:${name}`, limits: { default: { everyMs, burst } } }
  const endsAtMs = ctx.clock.now().getTime() + slotWaitMs
  return waitForSlot(ctx, rules, {
    bucket: undefined,
    budget: { isUrgent: true, endsAtMs, signal },
  })
}

/**
 * Private hosts in the settings are reached directly, and all others at public addresses over
 * HTTPS.
 */
async function send(ctx: Context, url: URL, request: Sent, signal: AbortSignal): Promise<Response> {
  const init = buildInit(ctx, request, signal)
  if (ctx.config.plugins.private_hosts.includes(url.host)) {
    return copyBounded(url, await fetch(url, init))
  }
  if (url.protocol !== 'https:' || url.port !== '') {
    throw new Error(`${url.host} can be reached only over HTTPS on the default port`)
  }
  return fetchThroughEgress(ctx, url, init, (response) => copyBounded(url, response))
}

function buildInit(ctx: Context, { method, headers, body }: Sent, signal: AbortSignal) {
  const kept = new Headers(headers.filter(([name]) => !ownHeaders.test(name)))
  if (!kept.has('user-agent')) kept.set('user-agent', getUserAgent(ctx.config))
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return {
    method,
    headers: kept,
    redirect: 'manual' as const,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }),
  }
}

const emptyStatuses: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** Copies the whole body, because the connection closes afterwards. */
async function copyBounded(url: URL, response: Response): Promise<Response> {
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw new Error(`the response of ${url.host} is too large`)
  const { status, statusText } = response
  const headers = [...response.headers].filter(([name]) => !staleHeaders.test(name))
  const body = emptyStatuses.has(status) ? null : new Uint8Array(bytes)
  return new Response(body, { status, statusText, headers })
}
