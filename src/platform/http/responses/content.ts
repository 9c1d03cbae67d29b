/** Content that services return and routes send: bytes with their type and version. */
import { andThen, type NowOrLater } from '../../lib/async/now-or-later'
import { formatDisposition } from './content-disposition'
import { matchesEtag } from './etag'
import { copyHeaders, prepareHeaders } from './prepared-headers'

export interface Content {
  type: string
  /** Strong ETag. Content without an ETag is always sent. */
  etag?: string
  caching: Caching
  /** File name for downloads. */
  fileName?: string
  /**
   * True if the content is generated while it is sent. Ranges are then not supported, and the
   * content is not opened for HEAD.
   */
  isGenerated?: boolean
  /**
   * Opens the bytes, or returns other content to send instead. Called only if the client does not
   * have this version.
   */
  open(recipient: Recipient): Promise<Body | Content>
  /** Called if the client has this version. */
  onUnchanged?(): void
}

type Body = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

/** The recipient of content, for example a `Request`. */
export interface Recipient {
  /**
   * `Request.signal` is created on first access, so code that does not wait should not access it.
   */
  readonly signal: AbortSignal
}

/**
 * Varies by cookie, so that after a sign-out the next user does not get content from the browser's
 * cache.
 */
const prepareForBrowser = (caching: string) =>
  prepareHeaders({ 'cache-control': `private, ${caching}`, vary: 'cookie' })

/** How long clients use content without checking whether it has changed. */
type Caching = keyof typeof headersByCaching

const headersByCaching = {
  never: prepareHeaders({ 'cache-control': 'no-store' }),
  neverShared: prepareHeaders({ 'cache-control': 'private, no-store' }),
  // Without `x-accel-buffering: no`, nginx would wait until its buffer is full.
  unbuffered: prepareHeaders({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }),
  /** Clients may store the content but must check whether it has changed before each use. */
  revalidate: prepareHeaders({ 'cache-control': 'private, no-cache' }),
  hour: prepareForBrowser('max-age=3600'),
  hourThenRefresh: prepareForBrowser('max-age=3600, stale-while-revalidate=86400'),
  day: prepareForBrowser('max-age=86400'),
}

/** Responds with the content, or with 304 if the client has this version. */
export const sendContent = (request: Request, content: NowOrLater<Content>): NowOrLater<Response> =>
  andThen(content, (found) => {
    const { etag } = found
    const headers = copyHeaders(headersByCaching[found.caching], request)
    if (etag !== undefined) headers.set('etag', etag)
    headers.set('content-type', found.type)
    if (found.fileName !== undefined) describeDownload(headers, found.fileName, found)
    if (etag === undefined || !matchesEtag(request, etag)) return sendBody(request, found, headers)
    found.onUnchanged?.()
    return new Response(null, { status: 304, headers })
  })

function describeDownload(headers: Headers, name: string, { isGenerated }: Content) {
  headers.set('content-disposition', formatDisposition('attachment', name))
  // For files on disk, Bun's server handles ranges with 206, 416 and If-Range.
  if (!isGenerated) headers.set('accept-ranges', 'bytes')
}

async function sendBody(request: Request, content: Content, headers: Headers): Promise<Response> {
  if (content.isGenerated && request.method === 'HEAD') return describeStream(headers)
  const body = await content.open(request)
  const isReplaced = typeof body === 'object' && 'open' in body
  return isReplaced ? sendContent(request, body) : new Response(body, { headers })
}

/**
 * Answers HEAD for a response of unknown length. Without `Transfer-Encoding`, an empty body would
 * be sent with `Content-Length: 0`, and clients would assume that the file is empty.
 */
function describeStream(headers: Headers): Response {
  headers.set('transfer-encoding', 'chunked')
  return new Response(null, { headers })
}
