/** JPEG thumbnails for apps that cannot show WebP. They are kept in the page cache. */
import type { Context } from '../../../context'
import type { Recipient } from '../../../platform/http/responses/content'
import { getRenderQueue, renderStoredPicture } from '../../../reading/pages/render-queue'
import type { ThumbnailRow } from '../queries'
import { formatVersion } from './smaller-thumbnails'
import { getThumbnailKey } from '../picture-keys'

const encoding = { fit: 'inside', format: 'jpeg', quality: 82 } as const

/** Size in pixels. A missing dimension is computed from the aspect ratio. */
export interface ThumbnailBox {
  width?: number
  height?: number
}

/**
 * Renders a thumbnail that fits into the box and is never larger than the stored one. Throws a
 * `Refusal` if the stored thumbnail cannot be read.
 */
export function renderJpegThumbnail(
  ctx: Context,
  row: ThumbnailRow,
  box: ThumbnailBox,
  recipient: Recipient,
): Promise<Blob> {
  const width = Math.min(box.width ?? row.width, row.width)
  const size = box.height ? { width, height: Math.min(box.height, row.height) } : { width }
  const name = `${row.ownerId}-${formatVersion(row)}-${Object.values(size).join('x')}.jpg`
  const key = getThumbnailKey(row.ownerId)
  const job = renderStoredPicture(name, key, { ...size, ...encoding })
  return getRenderQueue(ctx).render(job, recipient)
}
