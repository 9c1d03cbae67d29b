/** A thumbnail as an answer: the picture with its validator, or a placeholder while there is none. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { matchesEtag } from '../../platform/http/responses/conditional'
import { createPrivateCacheHeaders } from '../../platform/http/responses/private-cache'
import { counters } from '../../platform/metrics/registry'
import type { ThumbnailQuery } from './model'
import { thumbnailPath } from './place'
import { placeholder } from './placeholder'
import type { ThumbnailRow } from './queries'
import { smallerThumbnail, versionOf } from './sizes'
import { thumbnailMessages } from './messages'

const kept = createPrivateCacheHeaders('max-age=3600, stale-while-revalidate=86400')

export async function answerThumbnail(
  ctx: Context,
  request: Request,
  row: ThumbnailRow | undefined,
  { width }: ThumbnailQuery,
): Promise<Response | undefined> {
  if (row?.state !== 'made') return undefined
  const smaller = width && (await smallerThumbnail(ctx, row, width))
  const etag = smaller ? `"${versionOf(row)}-${width}"` : `"${versionOf(row)}"`
  const headers = { ...kept, etag, 'content-type': 'image/webp' }
  if (matchesEtag(request, etag)) {
    counters.thumbnailsServed.inc({ answer: 'unchanged' })
    return new Response(null, { status: 304, headers })
  }
  const picture = smaller || (await storedThumbnail(ctx, row))
  if (!picture) return undefined
  counters.thumbnailsServed.inc({ answer: 'picture' })
  return new Response(picture, { headers })
}

async function storedThumbnail({ config }: Context, { ownerId }: ThumbnailRow) {
  const file = Bun.file(thumbnailPath(config, ownerId))
  return (await file.exists()) ? file : undefined
}

/** Never kept by anyone: the next question may have the real picture. */
export function answerWithout(query: ThumbnailQuery): Response {
  if (query.placeholder === 'false') throw notFound(thumbnailMessages.not_found())
  counters.thumbnailsServed.inc({ answer: 'placeholder' })
  return new Response(placeholder, {
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  })
}
