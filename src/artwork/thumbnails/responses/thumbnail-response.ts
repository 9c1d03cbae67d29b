/** Responds to thumbnail requests: the image with an ETag, or a placeholder until it exists. */
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { andThen, type NowOrLater } from '../../../platform/lib/async/now-or-later'
import { matchesEtag } from '../../../platform/http/responses/etag'
import { copyHeaders, prepareHeaders } from '../../../platform/http/responses/prepared-headers'
import { createPrivateCacheHeaders } from '../../../platform/http/responses/private-cache'
import { counters } from '../../../platform/metrics/registry'
import { renderJpegThumbnail, type ThumbnailBox } from './jpeg-thumbnails'
import type { ThumbnailQuery } from '../model'
import { getThumbnailPath } from '../thumbnail-paths'
import type { ThumbnailRow } from '../queries'
import { findSmallerThumbnail, formatVersion } from './smaller-thumbnails'
import { thumbnailMessages } from '../messages'

const pictureHeaders = prepareHeaders(
  createPrivateCacheHeaders('max-age=3600, stale-while-revalidate=86400'),
)

export function answerThumbnail(
  ctx: Context,
  request: Request,
  row: ThumbnailRow | undefined,
  { width, format }: ThumbnailQuery,
): NowOrLater<Response | undefined> {
  if (row?.state !== 'made') return undefined
  if (format === 'jpeg')
    return answerJpegThumbnail(ctx, request, row, width ? { width: Number(width) } : {})
  return andThen(width && findSmallerThumbnail(ctx, row, width), (smaller) => {
    const etag = smaller ? `"${formatVersion(row)}-${width}"` : `"${formatVersion(row)}"`
    return answerPicture(request, { etag, 'content-type': 'image/webp' }, async () =>
      smaller ? smaller : findStoredThumbnail(ctx, row),
    )
  })
}

/**
 * Responds to devices that request a size. The image is never larger than the stored thumbnail.
 * Returns undefined if there is no thumbnail.
 */
export async function answerJpegThumbnail(
  ctx: Context,
  request: Request,
  row: ThumbnailRow | undefined,
  box: ThumbnailBox,
): Promise<Response | undefined> {
  if (row?.state !== 'made') return undefined
  const size = [box.width ?? 'full', ...(box.height ? [box.height] : [])].join('x')
  const etag = `"${formatVersion(row)}-${size}-jpeg"`
  return answerPicture(request, { etag, 'content-type': 'image/jpeg' }, async () =>
    (await findStoredThumbnail(ctx, row)) ? renderJpegThumbnail(ctx, row, box, request) : undefined,
  )
}

export function answerPicture(
  request: Request,
  named: { etag: string; 'content-type': string },
  find: () => Promise<Blob | undefined>,
): NowOrLater<Response | undefined> {
  const headers = copyHeaders(pictureHeaders, request)
  headers.set('etag', named.etag)
  headers.set('content-type', named['content-type'])
  if (!matchesEtag(request, named.etag)) return sendPicture(headers, find)
  counters.thumbnailsServed.inc({ answer: 'unchanged' })
  return new Response(null, { status: 304, headers })
}

async function sendPicture(
  headers: Headers,
  find: () => Promise<Blob | undefined>,
): Promise<Response | undefined> {
  const picture = await find()
  if (!picture) return undefined
  counters.thumbnailsServed.inc({ answer: 'picture' })
  return new Response(picture, { headers })
}

async function findStoredThumbnail({ config }: Context, { ownerId }: ThumbnailRow) {
  const file = Bun.file(getThumbnailPath(config, ownerId))
  return (await file.exists()) ? file : undefined
}

/** The response is not cacheable, because the thumbnail may exist by the next request. */
export function answerPlaceholder(query: ThumbnailQuery): Response {
  if (query.placeholder === 'false') throw notFound(thumbnailMessages.not_found())
  counters.thumbnailsServed.inc({ answer: 'placeholder' })
  return new Response(placeholder, {
    headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  })
}

/** A gray closed book, 200 × 300 pixels, as PNG for apps that do not support WebP. */
const placeholder = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAMgAAAEsBAMAAAB01OGNAAAAJ1BMVEXZ1cyjnZCmoJOxq5/SzcTLxryrppnCvbLW0s' +
    'i4s6jMyL25s6iqpJiWKJ6lAAAACXBIWXMAAAsTAAALEwEAmpwYAAAA60lEQVR42u3aMWoCQRiG4TEQwVT+pohlAmIv' +
    'eAK9gG2wkdzAzjZV2jT2HsEm91MbO92BHwYJz1MN7LIv7LRfKQAAAAAAAAAAAI/i8ys6TPfZxjIqzHONl4+ayOiQii' +
    'yiyiQVmdVFXjON56i0SkQG5/+9uxx6EcNbL/2c7+03EelHvJWuSNlGbBKRp4hxd+Q74j0RuX77buTuQxERERERERER' +
    'ERERERERERERERERERERERERERERERERERGRfxBpMlhqMr2qHpEdy4PP4ZoM+9pMFJuMLZvMRktZdw9g/woAAAAAAA' +
    'AAAADccgJO6WW7IO1q3wAAAABJRU5ErkJggg==',
  'base64',
)
