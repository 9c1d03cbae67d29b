/**
 * Covers: which picture stands for a series, and the pictures that people and plugins gave. The small
 * pictures themselves are made by thumbnails.
 */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import { copyPage } from '../../reading/pages/copy'
import { coverIsLocked, saveCoverChoice } from '../../catalog/series/cover'
import { uploadPath } from '../thumbnails/place'
import {
  findCoverThumbnail,
  getBookThumbnail,
  makeCoverSoon,
  makeSoon,
} from '../thumbnails/service'
import { system, type Viewer } from '../../accounts/permissions/model'
import { addCover } from './add'
import { coverFile } from './file'
import {
  findLocal,
  listLocal,
  localFile,
  localSource,
  localThumbnail,
  localView,
  selectedLocal,
} from './local'
import {
  bookIsInSeries,
  type CoverRow,
  deleteCover,
  findCover,
  findCoverBySource,
  findFirstBookId,
  findSeriesForCover,
  listCovers,
  type Owner,
  selectCover,
} from './queries'
import { removeUpload } from './uploads'
import { seriesMessages } from '../../catalog/series/messages'
import { bookMessages } from '../../catalog/books/messages'
import { coverMessages } from './messages'
import { coverUpdated } from './model'

const ofSeries = (id: string): Owner => ({ kind: 'series', id })

/** What shows a series now, and how its picture is made when it is not there. */
export async function getSeriesThumbnail(ctx: Context, viewer: Viewer, seriesId: string) {
  const found = await getSeriesForCover(ctx, viewer, seriesId)
  const { selectedCoverSource: source, groupKey } = found
  const onMade = () => tellSeries(ctx, found)
  const local = await findLocal(ctx.db, groupKey, source)
  const inFolder = local && (await localThumbnail(ctx, local, onMade))
  if (inFolder) return inFolder
  const given = isGiven(source)
    ? await findCoverBySource(ctx.db, ofSeries(seriesId), source)
    : undefined
  if (given) {
    const path = uploadPath(ctx.config, given.fileName)
    const remake = () => makeCoverSoon(ctx, { coverId: given.id, path, onMade })
    return { row: await findCoverThumbnail(ctx, given.id), remake }
  }
  const bookId = await shownBookId(ctx, seriesId, source)
  if (!bookId) return { row: undefined, remake: () => undefined }
  return {
    row: await getBookThumbnail(ctx, viewer, bookId),
    remake: () => makeSoon(ctx, bookId),
  }
}

const isGiven = (source: string) => source === 'custom' || source.startsWith('plugin:')

/** A chosen book may be gone: then the first one stands in again. */
async function shownBookId(ctx: Context, seriesId: string, source: string) {
  const chosen = chosenBook(source)
  if (chosen && (await bookIsInSeries(ctx.db, seriesId, chosen))) return chosen
  return findFirstBookId(ctx.db, seriesId)
}

const chosenBook = (source: string) => /^book:([0-9a-f-]{36})$/.exec(source)?.[1]

async function getSeriesForCover(ctx: Context, viewer: Viewer, seriesId: string) {
  const found = await findSeriesForCover(ctx.db, viewer, seriesId)
  if (!found) throw notFound(seriesMessages.not_found())
  return found
}

export async function listSeriesCovers(ctx: Context, viewer: Viewer, seriesId: string) {
  const { groupKey, selectedCoverSource } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await listLocal(ctx.db, groupKey)
  const selected = selectedLocal(local, selectedCoverSource)
  const given = await listCovers(ctx.db, ofSeries(seriesId))
  return {
    covers: [...given.map(viewOf), ...local.map((cover) => localView(seriesId, cover, selected))],
  }
}

const viewOf = ({ id, seriesId, source, isSelected, mediaType, createdAt, ...size }: CoverRow) => ({
  id,
  seriesId: seriesId!,
  source,
  isSelected,
  mediaType,
  width: size.width,
  height: size.height,
  bytes: size.bytes,
  createdAt,
  updatedAt: createdAt,
})

export async function getCoverFile(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  coverId: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await localFile(ctx, groupKey, coverId)
  if (local) return local
  return coverFile(ctx, await findCover(ctx.db, ofSeries(seriesId), coverId))
}

/** A person's picture: selected at once, and locked against plugins. */
export async function uploadCover(ctx: Context, viewer: Viewer, seriesId: string, file: Blob) {
  await getSeriesForCover(ctx, viewer, seriesId)
  const picture = { source: 'custom', file }
  const cover = await addCover(ctx, ofSeries(seriesId), picture, async (tx, added) => {
    await chooseCover(tx, seriesId, added, { lock: true, now: ctx.now() })
    return []
  })
  await announce(ctx, seriesId)
  return viewOf({ ...cover, isSelected: true })
}

/** A page of one of its books, kept as a picture of its own: it stays when the book is gone. */
export async function usePageAsCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { bookId, page }: { bookId: string; page: number },
) {
  await getSeriesForCover(ctx, viewer, seriesId)
  if (!(await bookIsInSeries(ctx.db, seriesId, bookId))) throw notFound(bookMessages.not_found())
  return uploadCover(ctx, viewer, seriesId, await copyPage(ctx, viewer, bookId, page))
}

/**
 * A plugin's picture: always kept, selected only where no person has locked the cover. Plugins call
 * this later.
 */
export async function suggestCover(ctx: Context, seriesId: string, plugin: string, file: Blob) {
  const picture = { source: `plugin:${plugin}`, file }
  let selected = false
  const cover = await addCover(ctx, ofSeries(seriesId), picture, async (tx, added) => {
    selected = !(await coverIsLocked(tx, seriesId))
    if (selected) await chooseCover(tx, seriesId, added, { lock: false, now: ctx.now() })
    return []
  })
  if (selected) await announce(ctx, seriesId)
  return { coverId: cover.id, selected }
}

interface Chosen {
  id: string
  source: string
}

async function chooseCover(
  tx: Tx,
  seriesId: string,
  cover: Chosen,
  { lock, now }: { lock: boolean; now: Date },
) {
  await selectCover(tx, ofSeries(seriesId), cover.id)
  const isCustom = cover.source === 'custom'
  const choice = { source: cover.source, lock, ...(isCustom && { hasCustomCover: true }) }
  await saveCoverChoice(tx, seriesId, choice, now)
}

export async function selectSeriesCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  coverId: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = (await listLocal(ctx.db, groupKey)).find(({ id }) => id === coverId)
  if (local) {
    await selectCoverSource(ctx, viewer, seriesId, localSource(local))
    return localView(seriesId, local, local)
  }
  const cover = await ctx.write(async (tx) => {
    const found = await findCover(tx, ofSeries(seriesId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    await chooseCover(tx, seriesId, found, { lock: true, now: ctx.now() })
    return found
  })
  await announce(ctx, seriesId)
  return viewOf({ ...cover, isSelected: true })
}

/** `first_book`, `custom`, `book:<id of a book of this series>`, `plugin:<name>` or `file:<name>`. */
export async function selectCoverSource(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  source: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = (await listLocal(ctx.db, groupKey)).map(localSource)
  await ctx.write(async (tx) => {
    const cover = isGiven(source)
      ? await findCoverBySource(tx, ofSeries(seriesId), source)
      : undefined
    if (!local.includes(source)) await refuseUnknownSource(tx, seriesId, source, cover)
    await selectCover(tx, ofSeries(seriesId), cover?.id ?? null)
    // Going back to the first book is no choice that a plugin would have to respect, but for one
    // against the picture in the folder.
    const lock = source !== 'first_book' || local.length > 0
    await saveCoverChoice(tx, seriesId, { source, lock }, ctx.now())
  })
  await announce(ctx, seriesId)
  return { selectedCoverSource: source, hasCustomCover: await hasCustom(ctx, seriesId) }
}

async function refuseUnknownSource(
  db: Db,
  seriesId: string,
  source: string,
  cover: CoverRow | undefined,
) {
  if (source === 'first_book' || cover) return
  const bookId = chosenBook(source)
  if (bookId && (await bookIsInSeries(db, seriesId, bookId))) return
  const message = coverMessages.source()
  throw invalid(coverMessages.no_such_source(), [{ path: 'source', message }])
}

const hasCustom = async (ctx: Context, seriesId: string) =>
  (await findCoverBySource(ctx.db, ofSeries(seriesId), 'custom')) !== undefined

/** Deleting what is shown brings back the newest of the same source, or else the first book. */
export async function deleteSeriesCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  coverId: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await listLocal(ctx.db, groupKey)
  if (local.some(({ id }) => id === coverId)) {
    throw new Refusal('conflict', coverMessages.in_library())
  }
  const deleted = await ctx.write(async (tx) => {
    const cover = await findCover(tx, ofSeries(seriesId), coverId)
    if (!cover) throw notFound(coverMessages.not_found())
    await deleteCover(tx, coverId)
    const left = await findCoverBySource(tx, ofSeries(seriesId), cover.source)
    const shownNow = (await findSeriesForCover(tx, system, seriesId))?.selectedCoverSource
    const wasShown = shownNow === cover.source
    if (wasShown && cover.isSelected && left) await selectCover(tx, ofSeries(seriesId), left.id)
    const choice = {
      ...(wasShown && !left && { source: 'first_book' }),
      ...(cover.source === 'custom' && { hasCustomCover: left !== undefined }),
    }
    await saveCoverChoice(tx, seriesId, choice, ctx.now())
    return cover
  })
  await removeUpload(ctx, deleted.fileName)
  await announce(ctx, seriesId)
}

async function announce(ctx: Context, seriesId: string) {
  const row = await findSeriesForCover(ctx.db, system, seriesId)
  if (row) tellSeries(ctx, row)
}

const tellSeries = (ctx: Context, { id, libraryId }: { id: string; libraryId: string }) =>
  ctx.bus.publish(coverUpdated, { entityType: 'series', entityId: id, libraryId })
