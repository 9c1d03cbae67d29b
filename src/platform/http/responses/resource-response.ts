/**
 * Sends files from books to a browser. The files are untrusted. All files of a book are below one
 * folder in the URL.
 */
import type { Config } from '../../config/model'
import type { NowOrLater } from '../../lib/async/now-or-later'
import { getHiddenPrefix } from '../requests/hidden-prefix'
import { type Content, sendContent } from './content'

export interface ResourceRequest {
  /** Path within the book, as in the URL. */
  path: string
  /** True to convert XHTML and SVG that browsers cannot show to HTML. */
  asHtml: boolean
  signal: AbortSignal
}

export const readResourceRequest = (request: Request): ResourceRequest => ({
  path: splitAddress(request).name,
  asHtml: new URL(request.url).searchParams.get('as') === 'html',
  signal: request.signal,
})

export async function sendResource(
  request: Request,
  resource: NowOrLater<Content>,
  config: Config,
): Promise<Response> {
  const response = await sendContent(request, resource)
  const { headers } = response
  headers.set('content-security-policy', buildContentPolicy(request, config))
  headers.set('x-frame-options', 'SAMEORIGIN')
  headers.set('vary', 'cookie, sec-fetch-dest')
  return response
}

/**
 * Allows only resources of this book and fonts of the interface. Scripts and requests to other
 * destinations are blocked. A section that is opened directly gets an opaque origin. Inside the
 * reader's frame, it has Quire's origin, so that the reader can access it.
 */
function buildContentPolicy(request: Request, config: Config): string {
  const { book: own, fonts } = getAddresses(request, config)
  const destination = request.headers.get('sec-fetch-dest')
  return [
    "default-src 'none'",
    `img-src ${own} data:`,
    `style-src ${own} 'unsafe-inline'`,
    `font-src ${[own, ...fonts].join(' ')} data:`,
    `media-src ${own}`,
    "script-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    mayBeFramed(destination) ? 'sandbox allow-same-origin' : 'sandbox',
  ].join('; ')
}

/**
 * Browsers send Sec-Fetch-Dest only over secure connections. The reader must also work over plain
 * HTTP in a home network, so requests without the header are accepted. The other rules of the
 * policy apply in both cases.
 */
const mayBeFramed = (destination: string | null) =>
  destination === null || destination === 'iframe' || destination === 'frame'

/**
 * Returns the addresses of this book's resources and of the interface's fonts. `'self'` would also
 * allow requests to the API with the reader's session.
 */
function getAddresses(request: Request, { server }: Config): { book: string; fonts: string[] } {
  const { headers, url } = request
  const hidden = getHiddenPrefix(request)
  const publicUrl = hidden === undefined ? server.public_url : undefined
  const { host: asked } = new URL(publicUrl ?? url)
  const given = publicUrl ? asked : (headers.get('host') ?? asked)
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(given) ? given : asked
  // The folder needs no escaping in the policy, because the route accepts only an ID in it.
  const { folder } = splitAddress(request)
  // The port of a protocol has no interface.
  if (hidden !== undefined) return { book: `${host}${folder.slice(hidden.length)}`, fonts: [] }
  const root = `${host}${server.base_path}`
  return { book: `${root}${folder}`, fonts: [`${root}/assets/`] }
}

/** Splits the URL after the folder, which is named `resource` in Komga's API. */
function splitAddress({ url }: Request) {
  const { pathname } = new URL(url)
  const { index, 0: folder } = /\/resources?\//.exec(pathname) ?? { index: pathname.length, 0: '' }
  const end = index + folder.length
  return { folder: pathname.slice(0, end), name: pathname.slice(end) }
}
