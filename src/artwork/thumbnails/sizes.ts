/**
 * Thumbnails smaller than they are stored: made of the stored one for whoever may ask next, and kept among
 * the pages that are made, where the longest unused give way. Nobody waits for them.
 */
import type { Context } from '../../context'
import { workshopOf } from '../../reading/pages/workshop'
import type { ThumbnailWidth } from './model'
import { thumbnailPath } from './place'
import type { ThumbnailRow } from './queries'

/** Nobody waits for it, and many are sent at a time. */
const look = { fit: 'inside', format: 'webp', quality: 65, effort: 4 } as const

/** undefined: it is not made, or the stored one is no larger. */
export async function smallerThumbnail(
  ctx: Context,
  row: ThumbnailRow,
  asked: ThumbnailWidth,
): Promise<Blob | undefined> {
  const width = Number(asked)
  if (row.width <= width) return undefined
  const { cache } = workshopOf(ctx.config)
  const name = nameOf(row, asked)
  const found = await cache.find(name)
  if (!found) makeSmaller(ctx, row, { name, width })
  return found
}

/**
 * With the time: what is made or sent while the stored one is being replaced may show the next picture under
 * this hash, and must not stand for the old picture when that is chosen again.
 */
export const versionOf = ({ hash, madeAt }: Pick<ThumbnailRow, 'hash' | 'madeAt'>) =>
  `${hash}-${madeAt.getTime()}`

const nameOf = (row: ThumbnailRow, width: ThumbnailWidth) =>
  `${row.ownerId}-${versionOf(row)}-${width}.webp`

function makeSmaller(
  { config, log }: Context,
  { ownerId }: ThumbnailRow,
  { name, width }: { name: string; width: number },
) {
  const source = { from: 'file', path: thumbnailPath(config, ownerId) } as const
  const form = { width, ...look }
  workshopOf(config)
    .makeAhead({ name, make: (target, run) => run('page', { source, form, target }) })
    .catch((error: unknown) => log.debug({ err: error, ownerId }, 'no smaller thumbnail was made'))
}
