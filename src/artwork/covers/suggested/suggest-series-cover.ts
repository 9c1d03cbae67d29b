/** Covers from plugins and metadata providers. */
import type { Context } from '../../../context'
import { isSeriesCoverLocked } from '../../../catalog/series/cover-choice'
import { system } from '../../../accounts/permissions/model'
import { getBookThumbnail } from '../../thumbnails/service'
import { Refusal } from '../../../errors'
import { addCover } from '../uploads/add-cover'
import {
  findFirstBookId,
  findOwnedCover,
  findSeriesForCover,
  listCovers,
  setReplacedSource,
} from '../queries'
import { chooseCover, deleteSeriesCover, publishSeriesUpdate } from '../series-covers'
import { toSeriesOwner } from '../shown-cover'

/**
 * Stores a plugin's image, unless the series already has it. Selects the image if the series' cover
 * is not locked and comes from its first book or a plugin. With `isSpare`, selects it only if the
 * first book has no image.
 */
export async function suggestSeriesCover(
  ctx: Context,
  seriesId: string,
  plugin: string,
  { file, isSpare = false }: { file: Blob; isSpare?: boolean },
) {
  const isShown = isSpare && (await hasPictureOfBook(ctx, seriesId))
  const picture = { source: `plugin:${plugin}`, file }
  const before = await listCovers(ctx.db, toSeriesOwner(seriesId))
  let selected = false
  const cover = await addCover(ctx, toSeriesOwner(seriesId), picture, async (tx, added) => {
    const shown = (await findSeriesForCover(tx, system, seriesId))?.selectedCoverSource ?? ''
    const isReplaceable = /^(first_book$|plugin:)/.test(shown) && !isShown
    selected = isReplaceable && !(await isSeriesCoverLocked(tx, seriesId))
    if (selected) {
      if (!added.isSelected) await setReplacedSource(tx, added.id, shown)
      await chooseCover(tx, seriesId, added, { lock: false, now: ctx.clock.now() })
    }
    return []
  })
  if (selected) await publishSeriesUpdate(ctx, seriesId)
  const isNew = !before.some(({ id }) => id === cover.id)
  return { coverId: cover.id, isNew, selected }
}

async function hasPictureOfBook(ctx: Context, seriesId: string) {
  const bookId = await findFirstBookId(ctx.db, seriesId)
  if (bookId === undefined) return false
  return (await getBookThumbnail(ctx, system, bookId))?.state === 'made'
}

/** Deletes a suggested cover, unless a user chose or deleted it, or the series is in the trash. */
export async function withdrawSeriesCover(ctx: Context, seriesId: string, coverId: string) {
  const cover = await findOwnedCover(ctx.db, toSeriesOwner(seriesId), coverId)
  if (cover?.isSelected && (await isSeriesCoverLocked(ctx.db, seriesId))) return
  try {
    await deleteSeriesCover(ctx, system, seriesId, coverId)
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'not_found')) throw error
  }
}
