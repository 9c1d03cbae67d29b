/**
 * Creates thumbnails that clients are waiting for, in the background and ahead of the job queue.
 */
import type { Context } from '../../context'
import { findThumbnail } from './queries'
import { thumbnailLogMessages } from './messages'
import { type CoverImage, createCurrentThumbnail, createCoverThumbnail } from './service'

const urgent = new Set<string>()

const maxUrgent = 500

/**
 * Returns immediately. The thumbnail is created in the background, ahead of those in the job queue,
 * unless the last attempt failed.
 */
export const requestBookThumbnail = (ctx: Context, bookId: string) =>
  runInBackground(ctx, bookId, () => createCurrentThumbnail(ctx, bookId))

/** Like `requestBookThumbnail`, for a cover. `onMade` runs after the thumbnail is created. */
export const requestCoverThumbnail = (
  ctx: Context,
  { coverId, image, onMade }: { coverId: string; image: CoverImage; onMade: () => void },
) =>
  runInBackground(ctx, coverId, async () => {
    if (await createCoverThumbnail(ctx, coverId, image)) onMade()
  })

function runInBackground(ctx: Context, ownerId: string, make: () => Promise<void>) {
  if (urgent.has(ownerId) || urgent.size >= maxUrgent) return
  urgent.add(ownerId)
  void hasFailed(ctx, ownerId)
    .then((hopeless) => (hopeless ? undefined : make()))
    .catch((error: unknown) => ctx.log.warn({ err: error, ownerId }, thumbnailLogMessages.failed()))
    .finally(() => urgent.delete(ownerId))
}

/** Returns true if the last attempt failed and the source has not changed since. */
async function hasFailed(ctx: Context, ownerId: string) {
  const known = await findThumbnail(ctx.db, ownerId)
  return known?.state === 'failed' && known.madeAt.getTime() > 0
}
