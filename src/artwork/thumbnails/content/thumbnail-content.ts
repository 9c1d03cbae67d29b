/** Thumbnails as content: the image with its version, or a placeholder until it exists. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Content, Recipient } from '../../../platform/http/responses/content'
import { andThen, type NowOrLater } from '../../../platform/lib/async/now-or-later'
import { counters } from '../../../platform/metrics/registry'
import type { OpenFile } from '../../../platform/storage/storage'
import { getStorage } from '../../../platform/storage/open-storage'
import { thumbnailMessages } from '../messages'
import type { ThumbnailQuery } from '../model'
import type { ThumbnailRow } from '../queries'
import { requestBookThumbnail } from '../request-thumbnail'
import { getBookThumbnail } from '../service'
import { getThumbnailKey } from '../picture-keys'
import { renderJpegThumbnail, type ThumbnailBox } from './jpeg-thumbnails'
import { findSmallerThumbnail, formatVersion } from './smaller-thumbnails'

export interface Thumbnail {
  row: ThumbnailRow | undefined
  /** Called if the image does not exist. */
  remake(this: void): void
}

/** Throws a `Refusal` if the viewer cannot see the book. */
export const getBookThumbnailContent = (
  ctx: Context,
  viewer: Viewer,
  bookId: string,
  query: ThumbnailQuery,
): NowOrLater<Content> =>
  andThen(getBookThumbnail(ctx, viewer, bookId), (row) =>
    createThumbnailContent(ctx, { row, remake: () => requestBookThumbnail(ctx, bookId) }, query),
  )

export function createThumbnailContent(
  ctx: Context,
  thumbnail: Thumbnail,
  query: ThumbnailQuery,
): NowOrLater<Content> {
  const { row } = thumbnail
  const { width, format } = query
  if (row?.state !== 'made') return replaceThumbnail(thumbnail, query)
  if (format === 'jpeg') {
    return createJpegContent(ctx, thumbnail, width ? { width: Number(width) } : {}, query)
  }
  return andThen(width && findSmallerThumbnail(ctx, row, width), (smaller) =>
    createPicture(
      smaller ? `"${formatVersion(row)}-${width}"` : `"${formatVersion(row)}"`,
      'image/webp',
      async () =>
        smaller ?? (await findStoredThumbnail(ctx, row)) ?? replaceThumbnail(thumbnail, query),
    ),
  )
}

/** For devices that request a size. The image is never larger than the stored thumbnail. */
export function createJpegContent(
  ctx: Context,
  thumbnail: Thumbnail,
  box: ThumbnailBox,
  query: ThumbnailQuery = {},
): Content {
  const { row } = thumbnail
  if (row?.state !== 'made') return replaceThumbnail(thumbnail, query)
  const size = [box.width ?? 'full', ...(box.height ? [box.height] : [])].join('x')
  return createPicture(`"${formatVersion(row)}-${size}-jpeg"`, 'image/jpeg', async (recipient) =>
    (await findStoredThumbnail(ctx, row))
      ? renderJpegThumbnail(ctx, row, box, recipient)
      : replaceThumbnail(thumbnail, query),
  )
}

type Picture = OpenFile['body']

/** `open` returns other content if there is no image. */
export const createPicture = (
  etag: string,
  type: string,
  open: (recipient: Recipient) => Promise<Picture | Content>,
): Content => ({
  type,
  etag,
  caching: 'hourThenRefresh',
  async open(recipient) {
    const picture = await open(recipient)
    if (!('open' in picture)) counters.thumbnailsServed.inc({ answer: 'picture' })
    return picture
  },
  onUnchanged: countUnchanged,
})

const countUnchanged = () => counters.thumbnailsServed.inc({ answer: 'unchanged' })

async function findStoredThumbnail({ config }: Context, { ownerId }: ThumbnailRow) {
  return (await getStorage(config).get(getThumbnailKey(ownerId)))?.body
}

function replaceThumbnail({ remake }: Thumbnail, query: ThumbnailQuery): Content {
  remake()
  return createPlaceholder(query)
}

/** Clients do not cache the placeholder, because the thumbnail may exist by the next request. */
export function createPlaceholder(query: ThumbnailQuery): Content {
  if (query.placeholder === 'false') throw notFound(thumbnailMessages.not_found())
  counters.thumbnailsServed.inc({ answer: 'placeholder' })
  return { type: 'image/png', caching: 'never', open: async () => placeholder }
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
