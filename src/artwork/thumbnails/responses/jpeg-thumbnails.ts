/** Thumbnails as JPEG, for apps that cannot show WebP. They are kept in the page cache. */
import type { Context } from '../../../context'
import { getRenderQueue } from '../../../reading/pages/render-queue'
import type { ThumbnailWidth } from '../model'
import type { ThumbnailRow } from '../queries'
import { formatVersion } from './smaller-thumbnails'
import { getThumbnailPath } from '../thumbnail-paths'

const encoding = { fit: 'inside', format: 'jpeg', quality: 82 } as const

/** Throws a `Refusal` if the stored thumbnail cannot be read. */
export function renderJpegThumbnail(
  { config }: Context,
  row: ThumbnailRow,
  { width, signal }: { width: ThumbnailWidth | undefined; signal: AbortSignal },
): Promise<Blob> {
  const source = { from: 'file', path: getThumbnailPath(config, row.ownerId) } as const
  const form = { width: Number(width ?? row.width), ...encoding }
  return getRenderQueue(config).getOrRender({
    name: `${row.ownerId}-${formatVersion(row)}-${form.width}.jpg`,
    signal,
    make: (target, run) => run('page', { source, form, target }),
  })
}
