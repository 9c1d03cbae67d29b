/** Downloads images from addresses that providers specify. */
import { Refusal } from '../../errors'
import { type EgressContext, fetchThroughEgress } from './egress/fetch-through'
import { getUserAgent, isRedirect, readBounded } from './exchange'
import { outgoingMessages } from './messages'

const timeoutMs = 20_000
const maxBytes = 20 * 1024 * 1024
const maxRedirects = 3
const allowedTypes = /^image\/(jpe?g|png|webp|gif|avif|jxl)$/

export interface Picture {
  readonly bytes: Uint8Array
  /** Media type as declared by the server. The bytes are not checked. */
  readonly type: string
}

export type PictureContext = EgressContext

interface PictureOptions {
  signal?: AbortSignal
  /**
   * URL of a mirror that the administrator has configured. Images from it may be on a private
   * network.
   */
  mirror?: string | undefined
}

/**
 * Downloads an image from the mirror, which must not redirect, or from an HTTPS address on the
 * public internet, which may redirect to other hosts. Throws a `Refusal` with a user-facing
 * message.
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
  let url = parseAddress(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const result = await fetchOnce(ctx, url, signal)
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

function parseAddress(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!url || !isPlain) throw fail('picture_address')
  return url
}

async function fetchOnce(
  ctx: PictureContext,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<Picture | { location: string }> {
  try {
    return await fetchThroughEgress(ctx, url, buildInit(ctx, signal), async (response) => {
      const location = isRedirect(response) ? response.headers.get('location') : null
      return location === null ? readPicture(url, response) : { location }
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, host: url.host }, 'failed to download picture')
    throw failAt('picture_failed', url)
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
