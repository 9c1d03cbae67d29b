/** Series covers: the selected source and the uploaded images. For thumbnails, see `thumbnails`. */
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { invalid, notFound, Refusal } from '../../errors'
import { copyPage } from '../../reading/pages/service'
import { saveCoverChoice } from '../../catalog/series/cover-choice'
import { system, type Viewer } from '../../accounts/permissions/model'
import { addCover } from './uploads/add-cover'
import { openCoverFile } from './cover-file'
import {
  getSeriesForCover,
  isUploaded,
  parseChosenBookId,
  publishCoverChange,
  toSeriesOwner,
} from './shown-cover'
import {
  listLocalCovers,
  openLocalFile,
  formatLocalSource,
  toLocalCoverView,
  pickLocalCover,
} from './folder-covers'
import {
  bookIsInSeries,
  type CoverRow,
  deleteCover,
  findOwnedCover,
  findCoverBySource,
  findSeriesForCover,
  listCovers,
  selectCover,
} from './queries'
import { deleteCoverFiles } from './uploads/stored-uploads'
import { bookMessages } from '../../catalog/books/messages'
import { coverMessages } from './messages'

export async function listSeriesCovers(ctx: Context, viewer: Viewer, seriesId: string) {
  const { groupKey, selectedCoverSource } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await listLocalCovers(ctx.db, groupKey)
  const selected = pickLocalCover(local, selectedCoverSource)
  const given = await listCovers(ctx.db, toSeriesOwner(seriesId))
  return {
    covers: [
      ...given.map(toCoverView),
      ...local.map((cover) => toLocalCoverView(seriesId, cover, selected)),
    ],
  }
}

const toCoverView = ({
  id,
  seriesId,
  source,
  isSelected,
  mediaType,
  createdAt,
  ...size
}: CoverRow) => ({
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

export async function getSeriesCoverFile(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  coverId: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await openLocalFile(ctx, groupKey, coverId)
  if (local) return local
  return openCoverFile(ctx, await findOwnedCover(ctx.db, toSeriesOwner(seriesId), coverId))
}

/** Selects the image immediately and locks it against plugins, unless `select` is false. */
export async function uploadSeriesCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { file, select = true }: { file: Blob; select?: boolean },
) {
  await getSeriesForCover(ctx, viewer, seriesId)
  const picture = { source: 'custom', file }
  const cover = await addCover(ctx, toSeriesOwner(seriesId), picture, async (tx, added) => {
    if (select) await chooseCover(tx, seriesId, added, { lock: true, now: ctx.clock.now() })
    else await saveCoverChoice(tx, seriesId, { hasCustomCover: true }, ctx.clock.now())
    return []
  })
  await publishSeriesUpdate(ctx, seriesId)
  return toCoverView({ ...cover, isSelected: select || cover.isSelected })
}

/** Copies a page of one of the series' books, so that the cover remains if the book is deleted. */
export async function usePageAsSeriesCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { bookId, page }: { bookId: string; page: number },
) {
  await getSeriesForCover(ctx, viewer, seriesId)
  if (!(await bookIsInSeries(ctx.db, seriesId, bookId))) throw notFound(bookMessages.not_found())
  return uploadSeriesCover(ctx, viewer, seriesId, {
    file: await copyPage(ctx, viewer, bookId, page),
  })
}

interface Chosen {
  id: string
  source: string
}

/** Selects a cover. Call this in the transaction that adds or finds the cover. */
export async function chooseCover(
  tx: Tx,
  seriesId: string,
  cover: Chosen,
  { lock, now }: { lock: boolean; now: Date },
) {
  await selectCover(tx, toSeriesOwner(seriesId), cover.id)
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
  const local = (await listLocalCovers(ctx.db, groupKey)).find(({ id }) => id === coverId)
  if (local) {
    await selectCoverSource(ctx, viewer, seriesId, formatLocalSource(local))
    return toLocalCoverView(seriesId, local, local)
  }
  const cover = await ctx.write(async (tx) => {
    const found = await findOwnedCover(tx, toSeriesOwner(seriesId), coverId)
    if (!found) throw notFound(coverMessages.not_found())
    await chooseCover(tx, seriesId, found, { lock: true, now: ctx.clock.now() })
    return found
  })
  await publishSeriesUpdate(ctx, seriesId)
  return toCoverView({ ...cover, isSelected: true })
}

/**
 * The source is `first_book`, `custom`, `book:<id of a book of this series>`, `plugin:<name>` or
 * `file:<name>`.
 */
export async function selectCoverSource(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  source: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = (await listLocalCovers(ctx.db, groupKey)).map(formatLocalSource)
  await ctx.write(async (tx) => {
    const cover = isUploaded(source)
      ? await findCoverBySource(tx, toSeriesOwner(seriesId), source)
      : undefined
    if (!local.includes(source)) await refuseUnknownSource(tx, seriesId, source, cover)
    await selectCover(tx, toSeriesOwner(seriesId), cover?.id ?? null)
    // Returning to the first book does not lock the cover, unless it overrides an image in the
    // folder.
    const lock = source !== 'first_book' || local.length > 0
    await saveCoverChoice(tx, seriesId, { source, lock }, ctx.clock.now())
  })
  await publishSeriesUpdate(ctx, seriesId)
  return { selectedCoverSource: source, hasCustomCover: await hasCustom(ctx, seriesId) }
}

async function refuseUnknownSource(
  db: Db,
  seriesId: string,
  source: string,
  cover: CoverRow | undefined,
) {
  if (source === 'first_book' || cover) return
  const bookId = parseChosenBookId(source)
  if (bookId && (await bookIsInSeries(db, seriesId, bookId))) return
  const message = coverMessages.source()
  throw invalid(coverMessages.no_such_source(), [{ path: 'source', message }])
}

const hasCustom = async (ctx: Context, seriesId: string) =>
  (await findCoverBySource(ctx.db, toSeriesOwner(seriesId), 'custom')) !== undefined

/**
 * If the deleted cover was shown, shows the one that it replaced. If it replaced none, selects the
 * newest cover from the same source, or else the first book.
 */
export async function deleteSeriesCover(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  coverId: string,
) {
  const { groupKey } = await getSeriesForCover(ctx, viewer, seriesId)
  const local = await listLocalCovers(ctx.db, groupKey)
  if (local.some(({ id }) => id === coverId)) {
    throw new Refusal('conflict', coverMessages.in_library())
  }
  const deleted = await ctx.write(async (tx) => {
    const cover = await findOwnedCover(tx, toSeriesOwner(seriesId), coverId)
    if (!cover) throw notFound(coverMessages.not_found())
    await deleteCover(tx, coverId)
    const left = await findCoverBySource(tx, toSeriesOwner(seriesId), cover.source)
    const shownSource = (await findSeriesForCover(tx, system, seriesId))?.selectedCoverSource
    const source =
      shownSource === cover.source ? await selectNextCover(tx, seriesId, cover, left) : undefined
    const choice = {
      ...(source !== undefined && { source }),
      ...(cover.source === 'custom' && { hasCustomCover: left !== undefined }),
    }
    await saveCoverChoice(tx, seriesId, choice, ctx.clock.now())
    return cover
  })
  await deleteCoverFiles(ctx, [deleted])
  await publishSeriesUpdate(ctx, seriesId)
}

/** Selects the cover to show after the shown one was deleted. Returns its source. */
async function selectNextCover(
  tx: Tx,
  seriesId: string,
  { replacedSource: replaced, isSelected }: CoverRow,
  left: CoverRow | undefined,
) {
  if (!isSelected || replaced === null) {
    if (isSelected && left) await selectCover(tx, toSeriesOwner(seriesId), left.id)
    return left?.source ?? 'first_book'
  }
  const next = await findCoverBySource(tx, toSeriesOwner(seriesId), replaced)
  if (next) await selectCover(tx, toSeriesOwner(seriesId), next.id)
  return next?.source ?? 'first_book'
}

export async function publishSeriesUpdate(ctx: Context, seriesId: string) {
  const row = await findSeriesForCover(ctx.db, system, seriesId)
  if (row) publishCoverChange(ctx, row)
}
