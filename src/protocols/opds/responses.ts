/** Responses of the OPDS protocol: feeds, downloads, and requests for credentials. */
import type { Context } from '../../context'
import { type Content, sendContent } from '../../platform/http/responses/content'
import { respondWithEtag } from '../../platform/http/responses/etag'
import type { NowOrLater } from '../../platform/lib/async/now-or-later'
import { getSetting } from '../../platform/settings/settings'
import type { Group, Listing } from './catalog/listing'
import { createFeedRequest, type FeedFormat } from './feed-request'
import { authenticationType, buildAuthenticationDocument } from './json/authentication'

type List = () => Promise<Listing & { groups?: readonly Group[] }>

export async function respondWithFeed(
  ctx: Context,
  request: Request,
  format: FeedFormat,
  list: List,
): Promise<Response> {
  const serverName = await getSetting(ctx, 'branding.name')
  const feedRequest = { ...createFeedRequest(request, format), serverName }
  const { body, mediaType } = format.render(ctx, feedRequest, await list())
  return respondWithEtag(request, body, { 'content-type': mediaType })
}

/** Sends the authentication document, which is available without credentials. */
export const respondWithAuthentication = async (ctx: Context, request: Request) =>
  Response.json(await buildAuthenticationDocument(ctx, request), {
    headers: { 'content-type': authenticationType, 'cache-control': 'no-cache' },
  })

/**
 * Replaces the body of a 401 response with the authentication document. Other responses are
 * unchanged.
 */
export async function requestAuthentication(
  ctx: Context,
  request: Request,
  response: unknown,
): Promise<Response | undefined> {
  if (!(response instanceof Response) || response.status !== 401) return undefined
  const document = await buildAuthenticationDocument(ctx, request)
  const headers = new Headers(response.headers)
  headers.set('content-type', authenticationType)
  headers.delete('content-length')
  headers.set(
    'link',
    `<${document.id}>; rel="http://opds-spec.org/auth/document"; type="${authenticationType}"`,
  )
  return Response.json(document, { status: 401, headers })
}

/** Sends a file under its name on disk. */
export async function sendDownload(
  request: Request,
  content: NowOrLater<Content>,
): Promise<Response> {
  const response = await sendContent(request, content)
  const disposition = response.headers.get('content-disposition')
  if (disposition) response.headers.set('content-disposition', useRawName(disposition))
  return response
}

/**
 * Puts the full name in UTF-8 into `filename`, because KOReader supports only that parameter and
 * percent-decodes it. Other clients prefer `filename*`, which is kept.
 */
function useRawName(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
  if (encoded === undefined) return disposition
  const name = decodeURIComponent(encoded)
    .replaceAll('"', '_')
    .replace(/%(?=[\da-f]{2})/gi, '%25')
  // Header values contain one byte per character.
  const bytes = Buffer.from(name, 'utf8').toString('latin1')
  return disposition.replace(/filename="[^"]*"/, () => `filename="${bytes}"`)
}
