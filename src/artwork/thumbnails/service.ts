/**
 * Thumbnails of books and covers. The module `covers` selects which thumbnail is shown for a
 * series.
 */
import { availableParallelism } from 'node:os'
import type { Context } from '../../context'
import { andThen } from '../../platform/lib/async/now-or-later'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import type { Viewer } from '../../accounts/permissions/model'
import { deleteRowsWithoutFile } from './missing-thumbnails'
import {
  createThumbnail,
  createUploadThumbnail,
  findPictureFile,
  findPictureSource,
  type Owner,
} from './create-thumbnail'
import type { ThumbnailOrder } from './model'
import {
  type CoverSource,
  deleteThumbnails,
  deleteThumbnailsOfLibrary,
  findChosenCovers,
  findCoverSource,
  findThumbnail,
  findVisibleThumbnail,
  listExistingOwners,
  listMissing,
  listMissingArtwork,
  saveThumbnails,
} from './queries'
import { getStorage } from '../../platform/storage/open-storage'
import { getThumbnailKey } from './picture-keys'
import { BucketUnreachable } from '../../platform/storage/bucket-unreachable'
import { thumbnailLogMessages } from './messages'
import { bookMessages } from '../../catalog/books/messages'
import { coverUpdated } from '../covers/model'

const batch = 100

/**
 * Creates the missing thumbnails of a library. An interrupted run can be repeated, because finished
 * work is kept.
 */
export async function createLibraryThumbnails(
  ctx: Context,
  { libraryId, check, all }: ThumbnailOrder,
  signal: AbortSignal,
) {
  if (all) await ctx.writeBulk((tx) => deleteThumbnailsOfLibrary(tx, libraryId))
  if (check) await deleteRowsWithoutFile(ctx, signal)
  for (let after = 0; !signal.aborted;) {
    const places = await listMissing(ctx.heavy, libraryId, after, batch)
    if (places.length === 0) break
    await createBatch(ctx, places, signal)
    after = places.at(-1)!.n
  }
  await createFolderThumbnails(ctx, libraryId, signal)
}

/** This ID sorts before every other ID. */
const noId = '00000000-0000-0000-0000-000000000000'

/** Creates thumbnails of images in folders, which can be series covers. */
async function createFolderThumbnails(ctx: Context, libraryId: string, signal: AbortSignal) {
  for (let after = noId; !signal.aborted;) {
    const pictures = await listMissingArtwork(ctx.heavy, libraryId, after, batch)
    for (const { id, place } of pictures) {
      if (signal.aborted) return
      const source = await findPictureFile(ctx, place)
      const row = source && (await createThumbnail(ctx, { id, kind: 'cover' }, source))
      if (row) await ctx.writeBulk((tx) => saveThumbnails(tx, [row]))
    }
    const last = pictures.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Runs two more tasks than there are decoders so that no decoder is idle. */
async function createBatch(ctx: Context, places: CoverSource[], signal: AbortSignal) {
  const { workers } = ctx.config.thumbnails
  const concurrency = (workers > 0 ? workers : availableParallelism()) + 2
  const rows: ThumbnailRow[] = []
  const pending = [...places]
  const work = async () => {
    for (let place = pending.shift(); place && !signal.aborted; place = pending.shift()) {
      const row = await createBookThumbnail(ctx, place)
      if (row) rows.push(row)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const outdated = await ctx.writeBulk((tx) => saveCurrentThumbnails(tx, places, rows))
  const made = new Set(rows.filter(({ state }) => state === 'made').map(({ ownerId }) => ownerId))
  for (const bookId of outdated) made.delete(bookId)
  publishCoverUpdates(
    ctx,
    places.filter(({ bookId }) => made.has(bookId)),
  )
  for (const bookId of outdated) await createCurrentThumbnail(ctx, bookId)
}

type ThumbnailRow = NonNullable<Awaited<ReturnType<typeof createThumbnail>>>

/** Returns the IDs of books whose cover changed meanwhile. Their thumbnails are not saved. */
async function saveCurrentThumbnails(
  tx: Tx,
  places: readonly CoverSource[],
  rows: readonly ThumbnailRow[],
): Promise<Set<string>> {
  const chosen = await findChosenCovers(
    tx,
    places.map(({ bookId }) => bookId),
  )
  const outdated = new Set(
    places
      .filter((place) => place.chosen !== (chosen.get(place.bookId) ?? null))
      .map(({ bookId }) => bookId),
  )
  await saveThumbnails(
    tx,
    rows.filter(({ ownerId }) => !outdated.has(ownerId)),
  )
  return outdated
}

async function createBookThumbnail(ctx: Context, place: CoverSource, options = {}) {
  const owner: Owner = { id: place.bookId, kind: 'book' }
  const { chosen, artwork } = place
  const upload =
    chosen === null ? undefined : await createUploadThumbnail(ctx, owner, chosen, options)
  if (upload?.state === 'made') return upload
  const file = artwork && (await findPictureFile(ctx, artwork))
  const ofFolder = file && (await createThumbnail(ctx, owner, file, options))
  if (ofFolder?.state === 'made') return ofFolder
  const source = await findPictureSource(ctx, place)
  return source ? createThumbnail(ctx, owner, source, options) : (ofFolder ?? upload)
}

/** A series may show the cover of a book, so events are published for both. */
function publishCoverUpdates(ctx: Context, places: readonly CoverSource[]) {
  const seriesLibraries = new Map(places.map(({ seriesId, libraryId }) => [seriesId, libraryId]))
  for (const { bookId, seriesId, libraryId } of places) {
    ctx.bus.publish(coverUpdated, { entityType: 'book', entityId: bookId, seriesId, libraryId })
  }
  for (const [entityId, libraryId] of seriesLibraries) {
    ctx.bus.publish(coverUpdated, { entityType: 'series', entityId, libraryId })
  }
}

/**
 * Throws a `Refusal` if the viewer cannot see the book. Returns undefined if there is no thumbnail
 * yet.
 */
export const getBookThumbnail = (ctx: Context, viewer: Viewer, bookId: string) =>
  andThen(findVisibleThumbnail(ctx.db, viewer, bookId), (found) => {
    if (!found) throw notFound(bookMessages.not_found())
    return found.thumbnail ?? undefined
  })

const maxTries = 5

/**
 * Creates the thumbnail of a new book cover, and returns when it has been created or has failed.
 */
export async function recreateBookThumbnail(ctx: Context, bookId: string) {
  // If creating the new thumbnail fails, the old one must not be shown for the new cover.
  await ctx.write((tx) => deleteThumbnails(tx, [bookId]))
  await unlessAway(ctx, bookId, () => createCurrentThumbnail(ctx, bookId))
}

/**
 * Runs work for a choice that has been stored already, which must not fail if the bucket is
 * unavailable. The thumbnail is then created when it is requested.
 */
async function unlessAway<Result>(
  ctx: Context,
  ownerId: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error
    ctx.log.warn({ err: error, ownerId }, thumbnailLogMessages.failed())
    return undefined
  }
}

/**
 * Tries again if the cover changes while its thumbnail is being created, possibly in another
 * process.
 */
export async function createCurrentThumbnail(ctx: Context, bookId: string) {
  for (let tries = 0; tries < maxTries; tries++) {
    const place = await findCoverSource(ctx.db, bookId)
    const row = place && (await createBookThumbnail(ctx, place, { first: true }))
    if (!row) return
    const isCurrent = await ctx.writeBulk(async (tx) => {
      const now = await findCoverSource(tx, bookId)
      if (now?.chosen !== place.chosen) return false
      await saveThumbnails(tx, [row])
      return true
    })
    if (!isCurrent) continue
    if (row.state === 'made') publishCoverUpdates(ctx, [place])
    return
  }
}

/** The image of a cover: a file in a library, or an uploaded one. */
export type CoverImage = { path: string } | { upload: string }

/** Creates the thumbnail of a cover and returns whether it succeeded. */
export async function createCoverThumbnail(
  ctx: Context,
  coverId: string,
  image: CoverImage,
): Promise<boolean> {
  const owner: Owner = { id: coverId, kind: 'cover' }
  const row = await unlessAway(ctx, coverId, () =>
    'upload' in image
      ? createUploadThumbnail(ctx, owner, image.upload, { first: true })
      : createThumbnail(ctx, owner, { from: 'file', ...image }, { first: true }),
  )
  if (!row) return false
  const isKept = await ctx.write(async (tx) => {
    if (!(await listExistingOwners(tx, [coverId])).has(coverId)) return false
    await saveThumbnails(tx, [row])
    return true
  })
  // The cover was deleted while it was resized.
  if (!isKept) await unlessAway(ctx, coverId, () => deleteThumbnailFile(ctx, coverId))
  return isKept && row.state === 'made'
}

const deleteThumbnailFile = (ctx: Context, ownerId: string) =>
  getStorage(ctx.config).delete(getThumbnailKey(ownerId))

export const findCoverThumbnail = (ctx: Context, coverId: string) => findThumbnail(ctx.db, coverId)

/** Deletes outdated thumbnails after their source has changed. The next run recreates them. */
export const invalidateThumbnails = (tx: Tx, ownerIds: readonly string[]) =>
  ownerIds.length > 0 ? deleteThumbnails(tx, ownerIds) : Promise.resolve()
