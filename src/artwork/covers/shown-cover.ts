/** The cover that a series shows: one of its own, of its folder, or of one of its books. */
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { requestCoverThumbnail, requestBookThumbnail } from '../thumbnails/request-thumbnail'
import { findCoverThumbnail, getBookThumbnail } from '../thumbnails/service'
import type { Viewer } from '../../accounts/permissions/model'
import { seriesMessages } from '../../catalog/series/messages'
import { findLocalCover, findLocalThumbnail } from './folder-covers'
import { coverUpdated } from './model'
import {
  bookIsInSeries,
  findCoverBySource,
  findFirstBookId,
  findSeriesForCover,
  type Owner,
} from './queries'

export const toSeriesOwner = (id: string): Owner => ({ kind: 'series', id })

/**
 * Returns the thumbnail of the current cover, if it exists, and a function that requests a new one.
 */
export async function getSeriesThumbnail(ctx: Context, viewer: Viewer, seriesId: string) {
  const found = await getSeriesForCover(ctx, viewer, seriesId)
  const { selectedCoverSource: source, groupKey } = found
  const onMade = () => publishCoverChange(ctx, found)
  const local = await findLocalCover(ctx.db, groupKey, source)
  const localThumbnail = local && (await findLocalThumbnail(ctx, local, onMade))
  if (localThumbnail) return localThumbnail
  const given = isUploaded(source)
    ? await findCoverBySource(ctx.db, toSeriesOwner(seriesId), source)
    : undefined
  if (given) {
    const image = { upload: given.fileName }
    const remake = () => requestCoverThumbnail(ctx, { coverId: given.id, image, onMade })
    return { row: await findCoverThumbnail(ctx, given.id), remake }
  }
  const bookId = await findShownBookId(ctx, seriesId, source)
  if (!bookId) return { row: undefined, remake: () => undefined }
  return {
    row: await getBookThumbnail(ctx, viewer, bookId),
    remake: () => requestBookThumbnail(ctx, bookId),
  }
}

/** Falls back to the first book if the chosen book no longer exists. */
async function findShownBookId(ctx: Context, seriesId: string, source: string) {
  const chosen = parseChosenBookId(source)
  if (chosen && (await bookIsInSeries(ctx.db, seriesId, chosen))) return chosen
  return findFirstBookId(ctx.db, seriesId)
}

export const isUploaded = (source: string) => source === 'custom' || source.startsWith('plugin:')

export const parseChosenBookId = (source: string) => /^book:([0-9a-f-]{36})$/.exec(source)?.[1]

export async function getSeriesForCover(ctx: Context, viewer: Viewer, seriesId: string) {
  const found = await findSeriesForCover(ctx.db, viewer, seriesId)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

export const publishCoverChange = (
  ctx: Context,
  { id, libraryId }: { id: string; libraryId: string },
) => ctx.bus.publish(coverUpdated, { entityType: 'series', entityId: id, libraryId })
