/**
 * Narrower thumbnails. They are created in the background from the stored thumbnail for later
 * requests, and kept in the page cache, which evicts the least recently used ones.
 */
import type { Context } from '../../../context'
import { getRenderQueue, renderStoredPicture } from '../../../reading/pages/render-queue'
import type { ThumbnailWidth } from '../model'
import { getThumbnailKey } from '../picture-keys'
import type { ThumbnailRow } from '../queries'

/** Encoding runs in the background, so small files are more important than speed. */
const encoding = { fit: 'inside', format: 'webp', quality: 65, effort: 4 } as const

/**
 * Returns undefined if the smaller thumbnail does not exist yet, or if the stored one is no larger.
 */
export async function findSmallerThumbnail(
  ctx: Context,
  row: ThumbnailRow,
  asked: ThumbnailWidth,
): Promise<Blob | undefined> {
  const width = Number(asked)
  if (row.width <= width) return undefined
  const { cache } = getRenderQueue(ctx)
  const name = formatCacheName(row, asked)
  const found = await cache.find(name)
  if (!found) createSmallerThumbnail(ctx, row, { name, width })
  return found
}

/**
 * The version includes the creation time. While a thumbnail is being replaced, the new image can be
 * sent under the old hash, and it must not be served when the old image is selected again.
 */
export const formatVersion = ({ hash, madeAt }: Pick<ThumbnailRow, 'hash' | 'madeAt'>) =>
  `${hash}-${madeAt.getTime()}`

const formatCacheName = (row: ThumbnailRow, width: ThumbnailWidth) =>
  `${row.ownerId}-${formatVersion(row)}-${width}.webp`

function createSmallerThumbnail(
  ctx: Context,
  { ownerId }: ThumbnailRow,
  { name, width }: { name: string; width: number },
) {
  const form = { width, ...encoding }
  getRenderQueue(ctx)
    .prefetch(renderStoredPicture(name, getThumbnailKey(ownerId), form))
    .catch((error: unknown) =>
      ctx.log.debug({ err: error, ownerId }, 'failed to create a smaller thumbnail'),
    )
}
