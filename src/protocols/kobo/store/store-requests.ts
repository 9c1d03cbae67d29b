/**
 * Forwards a device's calls to the Kobo store, with selected headers of the device. The store never
 * receives the device key or anything about Quire's books.
 */
import type { Context } from '../../../context'
import { fetchThroughEgress } from '../../../platform/outgoing/egress/fetch-through'
import { isRedirect, readBounded } from '../../../platform/outgoing/exchange'
import type { DeviceRequest } from '../devices'
import { hasDeviceBook } from '../device-books'

const storeOrigin = 'https://storeapi.kobo.com'
const timeoutMs = 15_000
const maxSentBytes = 256 * 1024
const maxReceivedBytes = 8 * 1024 * 1024

const sentHeaders = /^(accept|accept-language|authorization|content-type|user-agent|x-kobo-.+)$/
const receivedHeaders = /^(content-type|location|x-kobo-.+)$/
/**
 * Reading activity and book lists contain data about Quire's books, so they are never forwarded.
 */
const localPaths = /^\/v1\/(analytics|library\/tags)(\/|$)/i

export interface StoreCall {
  request: Request
  /** `key` is the device key in the URL. */
  params: { key: string }
}

export interface StoreAnswer {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export const isStoreUsed = ({ config }: Pick<Context, 'config'>) =>
  config.kobo.store_proxy && !config.providers.offline

/**
 * Forwards a call that Quire does not handle itself. Returns undefined if the store must not
 * receive the call, for example because it concerns Quire's books, or if the store did not respond
 * or is not used.
 */
export async function passOn(
  ctx: Context,
  call: StoreCall,
  exchange: DeviceRequest,
): Promise<StoreAnswer | undefined> {
  if (!isStoreUsed(ctx)) return undefined
  const { path } = getStorePath(call)
  if (localPaths.test(path) || (await namesOwnBook(ctx, call, exchange))) return undefined
  return askStore(ctx, call)
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const maxIds = 500

/**
 * Returns whether the URL or the body refers to one of Quire's books. Also returns true if the call
 * contains too many IDs to check.
 */
async function namesOwnBook(ctx: Context, call: StoreCall, exchange: DeviceRequest) {
  const { path, search } = getStorePath(call)
  const body = await readSentBody(call.request)
  const text = [path, search, body?.toString('latin1')].join('\n').toLowerCase()
  const named = [...new Set(text.match(ids))]
  return named.length > maxIds || (await hasDeviceBook(ctx, exchange, named))
}

/**
 * Returns undefined if the store cannot be reached, fails, or must not receive the call. `headers`
 * replace headers of the device that have the same name.
 */
export async function askStore(
  ctx: Context,
  call: StoreCall,
  headers: Readonly<Record<string, string>> = {},
): Promise<StoreAnswer | undefined> {
  const { path, search } = getStorePath(call)
  const body = await readSentBody(call.request)
  if (!isStoreUsed(ctx) || body === 'too large') return undefined
  const sent = { ...selectHeaders(call.request), ...headers }
  const texts = [path, search, body?.toString('latin1') ?? '', ...Object.values(sent)]
  if (texts.some((text) => text.includes(call.params.key))) return undefined
  const { method } = call.request
  const init = {
    method,
    headers: sent,
    signal: AbortSignal.any([call.request.signal, AbortSignal.timeout(timeoutMs)]),
    ...(body && { body }),
  }
  const url = new URL(storeOrigin + path + search)
  const read = (response: Response) => readAnswer(response, url)
  try {
    return await fetchThroughEgress(ctx, url, init, read)
  } catch (err) {
    ctx.log.debug({ err, path }, 'failed to reach the Kobo store')
    return undefined
  }
}

/** Returns the part of the URL that follows the key. */
function getStorePath({ request }: StoreCall) {
  const { pathname, search } = new URL(request.url)
  const [, path = '/'] = /^\/kobo\/+[^/]*(\/.*)$/i.exec(pathname) ?? []
  return { path, search }
}

/**
 * Reads a clone of the request, because the body is read again if the store does not respond.
 * Devices send the content length. A body without one counts as too large.
 */
async function readSentBody(request: Request) {
  if (['GET', 'HEAD'].includes(request.method) || !request.body) return undefined
  const size = Number(request.headers.get('content-length') ?? Number.NaN)
  return size <= maxSentBytes ? Buffer.from(await request.clone().arrayBuffer()) : 'too large'
}

/**
 * Selects the headers to forward. Omits the sync token, because it contains Quire's token, and
 * credentials other than the store's, because they may be for a reverse proxy.
 */
function selectHeaders({ headers }: Request): Record<string, string> {
  const all = [...headers].filter(([name]) => sentHeaders.test(name))
  return Object.fromEntries(
    all.filter(
      ([name, value]) =>
        name !== 'x-kobo-synctoken' && (name !== 'authorization' || /^bearer /i.test(value)),
    ),
  )
}

async function readAnswer(response: Response, asked: URL): Promise<StoreAnswer | undefined> {
  const given = isRedirect(response) ? response.headers.get('location') : null
  const location = given === null ? undefined : URL.parse(given, asked.href)
  const isUsable = response.status < 500 && (location === undefined || isStoreAddress(location))
  const bytes = isUsable ? await readBounded(response, maxReceivedBytes) : undefined
  if (!bytes) return undefined
  const kept = [...response.headers].filter(([name]) => receivedHeaders.test(name))
  const headers = new Headers(kept)
  // Makes the URL absolute, because the device would resolve a relative one against this server.
  if (location) headers.set('location', location.href)
  return { status: response.status, headers, bytes }
}

const isStoreAddress = (url: URL | null) =>
  url?.protocol === 'https:' && /(^|\.)kobo\.com$/.test(url.hostname)
