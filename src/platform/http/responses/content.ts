/** Content that services return and routes send: bytes with their type and version. */
import { andThen, type NowOrLater } from '../../lib/async/now-or-later'
import { matchesEtag } from './etag'
import { copyHeaders, prepareHeaders } from './prepared-headers'
import { createPrivateCacheHeaders } from './private-cache'

export interface Content {
  /** Media type. */
  type: string
  /** Strong ETag. */
  etag: string
  caching: Caching
  /** Called only if the client does not have this version. */
  open(recipient: Recipient): Promise<Blob>
}

/** Whoever waits for content, such as a `Request`. */
export interface Recipient {
  /** A `Request` creates its signal on first access, so code that does not wait leaves it alone. */
  readonly signal: AbortSignal
}

/** How long clients use content without asking whether it has changed. */
type Caching = keyof typeof headersByCaching

const headersByCaching = {
  hour: prepareHeaders(createPrivateCacheHeaders('max-age=3600')),
}

/** Responds with the content, or with 304 if the client has this version. */
export const sendContent = (request: Request, content: NowOrLater<Content>): NowOrLater<Response> =>
  andThen(content, (found) => {
    const headers = copyHeaders(headersByCaching[found.caching], request)
    headers.set('etag', found.etag)
    headers.set('content-type', found.type)
    if (matchesEtag(request, found.etag)) return new Response(null, { status: 304, headers })
    return sendBody(request, found, headers)
  })

const sendBody = async (request: Request, content: Content, headers: Headers) =>
  new Response(await content.open(request), { headers })
