/** Pictures at addresses that providers name. */
import { Refusal } from '../../errors'
import { type Egress, startEgress } from './egress/egress'
import { findUpstreamProxy } from './egress/upstream-proxy'
import { getUserAgent, isRedirect, readBounded } from './exchange'
import { outgoingMessages } from './messages'
import type { OutgoingContext } from './model'

const timeoutMs = 20_000
const maxBytes = 20 * 1024 * 1024
const maxRedirects = 3
const exceptionLists = ['NO_PROXY', 'no_proxy'] as const
const allowedTypes = /^image\/(jpe?g|png|webp|gif|avif|jxl)$/

export interface Picture {
  readonly bytes: Uint8Array
  /** Media type as sent; the bytes are not checked. */
  readonly type: string
}

export interface PictureContext extends Pick<OutgoingContext, 'config' | 'log' | 'timeoutMs'> {
  /** Tests reach a server on this machine. */
  readonly egress?: Egress
  readonly certificate?: string
}

let ownEgress: Promise<Egress> | undefined

interface PictureOptions {
  signal?: AbortSignal
  /** URL of a mirror that the administrator set: its pictures may be on a private network. */
  mirror?: string | undefined
}

/**
 * Downloads a picture from an HTTPS address on the public internet. Redirects may lead to other hosts.
 * Throws a `Refusal` with a message for people.
 */
export async function fetchPicture(
  ctx: PictureContext,
  address: string,
  { signal, mirror }: PictureOptions = {},
): Promise<Picture> {
  if (ctx.config.providers.offline) throw fail('picture_offline')
  if (mirror !== undefined && isOnMirror(address, mirror)) {
    return fetchFromMirror(ctx, new URL(address), signal)
  }
  const egress = ctx.egress ?? (await (ownEgress ??= openEgress(ctx)))
  let url = parseAddress(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const result = await fetchOnce(ctx, { egress, url, signal })
    if ('bytes' in result) return result
    url = parseAddress(result.location, url)
  }
  throw failAt('picture_failed', url)
}

const isOnMirror = (address: string, mirror: string) =>
  URL.parse(address)?.origin === new URL(mirror).origin

async function fetchFromMirror(ctx: PictureContext, url: URL, signal?: AbortSignal) {
  try {
    const response = await fetch(url, { ...buildInit(ctx, signal), redirect: 'error' })
    return await readPicture(url, response)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to download picture')
    throw failAt('picture_failed', url)
  }
}

function buildInit(ctx: PictureContext, signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(ctx.timeoutMs ?? timeoutMs)
  return {
    headers: { accept: 'image/*', 'user-agent': getUserAgent(ctx.config) },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
}

async function openEgress({ config }: PictureContext): Promise<Egress> {
  try {
    return await startEgress({ findProxy: (host) => findUpstreamProxy(config, host) })
  } catch (error) {
    ownEgress = undefined
    throw error
  }
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!url || !isPlain) throw fail('picture_address')
  return url
}

interface PictureRequest {
  egress: Egress
  url: URL
  signal: AbortSignal | undefined
}

async function fetchOnce(
  ctx: PictureContext,
  { egress, url, signal }: PictureRequest,
): Promise<Picture | { location: string }> {
  const client = egress.addClient([url.hostname])
  try {
    const response = await fetchThrough(client.proxyUrl, url, {
      redirect: 'manual',
      ...buildInit(ctx, signal),
      ...(ctx.certificate !== undefined && { tls: { ca: ctx.certificate } }),
    })
    const location = isRedirect(response) ? response.headers.get('location') : null
    return location === null ? await readPicture(url, response) : { location }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to download picture')
    throw failAt('picture_failed', url)
  } finally {
    client.close()
  }
}

/**
 * `fetch` through a proxy, for every host. Bun's own `fetch` skips even an explicit proxy for hosts that
 * NO_PROXY lists; it reads the variables before it returns.
 */
function fetchThrough(proxy: string, url: URL, init: BunFetchRequestInit): Promise<Response> {
  const saved = exceptionLists.map((name) => [name, process.env[name]] as const)
  for (const name of exceptionLists) delete process.env[name]
  try {
    return fetch(url, { ...init, proxy })
  } finally {
    for (const [name, value] of saved) if (value !== undefined) process.env[name] = value
  }
}

async function readPicture(url: URL, response: Response): Promise<Picture> {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!response.ok) throw failAt('picture_failed', url)
  if (!allowedTypes.test(type.trim())) throw failAt('picture_type', url)
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw failAt('picture_too_large', url)
  return { bytes, type: type.trim() }
}

const fail = (name: 'picture_offline' | 'picture_address') =>
  new Refusal('unavailable', outgoingMessages[name]())

const failAt = (name: 'picture_failed' | 'picture_type' | 'picture_too_large', { host }: URL) =>
  new Refusal('unavailable', outgoingMessages[name]({ host, max: maxBytes / 1024 / 1024 }))
