/** A thumbnail as an answer: the picture with its validator, or a placeholder while there is none. */
import type { Context } from '../context'
import { notFound } from '../errors'
import { isUnchanged } from '../http/conditional'
import { counters } from '../metrics/registry'
import { thumbnailPath } from './place'
import { placeholder } from './placeholder'
import type { ThumbnailRow } from './queries'

const caching = 'private, max-age=3600, stale-while-revalidate=86400'

export async function answerThumbnail(
  ctx: Context,
  request: Request,
  row: ThumbnailRow | undefined,
): Promise<Response | undefined> {
  if (row?.state !== 'made') return undefined
  const etag = `"${row.hash}"`
  const headers = { etag, 'cache-control': caching, 'content-type': 'image/webp' }
  if (isUnchanged(request, etag)) {
    counters.thumbnailsServed.inc({ answer: 'unchanged' })
    return new Response(null, { status: 304, headers })
  }
  const file = Bun.file(thumbnailPath(ctx.config, row.ownerId))
  if (!(await file.exists())) return undefined
  counters.thumbnailsServed.inc({ answer: 'picture' })
  return new Response(file, { headers })
}

/** Never kept by anyone: the next question may have the real picture. */
export function answerWithout(query: { placeholder?: string }): Response {
  if (query.placeholder === 'false') throw notFound('Thumbnail')
  counters.thumbnailsServed.inc({ answer: 'placeholder' })
  return new Response(placeholder, {
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  })
}
