/** OPDS page streaming (PSE 1.2). Pages are numbered from 0 and are JPEG, PNG or GIF images. */
import type { Context } from '../../context'
import { type Content, sendContent } from '../../platform/http/responses/content'
import { ImageVersionQuery } from '../../platform/http/responses/image-version'
import { id, integerText, optional, shape, type Static } from '../../platform/http/shapes'
import type { Viewer } from '../../accounts/permissions/model'
import { getPage } from '../../reading/pages/service'
import { recordStreamedPage } from '../../reading/progress/clients/streamed-pages'

export const StreamParams = shape({
  id: id(),
  number: integerText({ minimum: 0, maximum: 1_000_000 }),
})
export const StreamQuery = shape({
  ...ImageVersionQuery,
  maxWidth: optional(integerText({ minimum: 0, maximum: 100_000 })),
})

interface StreamRequest {
  params: Static<typeof StreamParams>
  query: Static<typeof StreamQuery>
  request: Request
}

/** Formats that every client with page streaming can show. */
const streamable = /^image\/(?:jpeg|png|gif)$/

export async function streamPage(
  ctx: Context,
  viewer: Viewer,
  { params, query: { maxWidth }, request }: StreamRequest,
): Promise<Response> {
  const number = Number(params.number) + 1
  const page = await getStreamable(ctx, viewer, params.id, { number, maxWidth })
  const response = await sendContent(request, page)
  if (request.method === 'GET') {
    const device = request.headers.get('user-agent')?.slice(0, 200)
    await recordStreamedPage(ctx, viewer, params.id, { page: number, device })
  }
  return response
}

async function getStreamable(
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  { number, maxWidth }: { number: number; maxWidth: string | undefined },
): Promise<Content> {
  const query = maxWidth === undefined ? {} : { width: maxWidth }
  const page = await getPage(ctx, viewer, bookId, { number, query })
  if (streamable.test(page.type)) return page
  return getPage(ctx, viewer, bookId, { number, query: { ...query, format: 'jpeg' } })
}
