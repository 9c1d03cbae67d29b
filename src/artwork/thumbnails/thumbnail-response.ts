/** Answers requests for thumbnails: the picture with an ETag, or a placeholder while it does not exist. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { matchesEtag } from '../../platform/http/responses/etag'
import { createPrivateCacheHeaders } from '../../platform/http/responses/private-cache'
import { counters } from '../../platform/metrics/registry'
import type { ThumbnailQuery } from './model'
import { getThumbnailPath } from './thumbnail-paths'
import type { ThumbnailRow } from './queries'
import { findSmallerThumbnail, formatVersion } from './smaller-thumbnails'
import { thumbnailMessages } from './messages'

const cacheHeaders = createPrivateCacheHeaders('max-age=3600, stale-while-revalidate=86400')

export async function answerThumbnail(
  ctx: Context,
  request: Request,
  row: ThumbnailRow | undefined,
  { width }: ThumbnailQuery,
): Promise<Response | undefined> {
  if (row?.state !== 'made') return undefined
  const smaller = width && (await findSmallerThumbnail(ctx, row, width))
  const etag = smaller ? `"${formatVersion(row)}-${width}"` : `"${formatVersion(row)}"`
  const headers = { ...cacheHeaders, etag, 'content-type': 'image/webp' }
  if (matchesEtag(request, etag)) {
    counters.thumbnailsServed.inc({ answer: 'unchanged' })
    return new Response(null, { status: 304, headers })
  }
  const picture = smaller || (await findStoredThumbnail(ctx, row))
  if (!picture) return undefined
  counters.thumbnailsServed.inc({ answer: 'picture' })
  return new Response(picture, { headers })
}

async function findStoredThumbnail({ config }: Context, { ownerId }: ThumbnailRow) {
  const file = Bun.file(getThumbnailPath(config, ownerId))
  return (await file.exists()) ? file : undefined
}

/** Not cacheable, because the thumbnail can exist at the next request. */
export function answerPlaceholder(query: ThumbnailQuery): Response {
  if (query.placeholder === 'false') throw notFound(thumbnailMessages.not_found())
  counters.thumbnailsServed.inc({ answer: 'placeholder' })
  return new Response(placeholder, {
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  })
}

/** A closed book in gray, 200 × 300 pixels, as PNG for apps without WebP. */
const placeholder = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAMgAAAEsBAMAAAB01OGNAAAAJ1BMVEXZ1cyjnZCmoJOxq5/SzcTLxryrppnCvbLW0s' +
    'i4s6jMyL25s6iqpJiWKJ6lAAAACXBIWXMAAAsTAAALEwEAmpwYAAAA60lEQVR42u3aMWoCQRiG4TEQwVT+pohlAmIv' +
    'eAK9gG2wkdzAzjZV2jT2HsEm91MbO92BHwYJz1MN7LIv7LRfKQAAAAAAAAAAAI/i8ys6TPfZxjIqzHONl4+ayOiQii' +
    'yiyiQVmdVFXjON56i0SkQG5/+9uxx6EcNbL/2c7+03EelHvJWuSNlGbBKRp4hxd+Q74j0RuX77buTuQxERERERERER' +
    'ERERERERERERERERERERERERERERERERERGRfxBpMlhqMr2qHpEdy4PP4ZoM+9pMFJuMLZvMRktZdw9g/woAAAAAAA' +
    'AAAADccgJO6WW7IO1q3wAAAABJRU5ErkJggg==',
  'base64',
)
