/** OPDS page streaming (PSE 1.2). Pages are numbered from 0 and are JPEG, PNG or GIF images. */
import type { Context } from '../../context'
import type { Content } from '../../platform/http/responses/content'
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

type Params = Static<typeof StreamParams>
type Query = Static<typeof StreamQuery>

/** Formats that every client with page streaming can show. */
const streamable = /^image\/(?:jpeg|png|gif)$/

/** Returns the page in a format that every client can show. */
export async function getStreamedPage(
  ctx: Context,
  viewer: Viewer,
  { id: bookId, number }: Params,
  { maxWidth }: Query,
): Promise<Content> {
  const query = maxWidth === undefined ? {} : { width: maxWidth }
  const order = { number: toPageNumber(number), query }
  const page = await getPage(ctx, viewer, bookId, order)
  if (streamable.test(page.type)) return page
  return getPage(ctx, viewer, bookId, { ...order, query: { ...query, format: 'jpeg' } })
}

/** Moves the reading position to a page that was sent to the client. */
export async function recordSentPage(
  ctx: Context,
  viewer: Viewer,
  { id: bookId, number }: Params,
  request: Request,
) {
  if (request.method !== 'GET') return
  const device = request.headers.get('user-agent')?.slice(0, 200)
  await recordStreamedPage(ctx, viewer, bookId, { page: toPageNumber(number), device })
}

const toPageNumber = (streamed: string) => Number(streamed) + 1
