/**
 * Thumbnails: one small picture a book or an uploaded cover, made after the metadata and kept on disk.
 * Which picture stands for a series is decided by covers.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound } from '../../errors'
import { listNames } from '../../platform/lib/missing-files'
import { requireLibrary } from '../../catalog/libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import { makeThumbnail, type Owner, sourceOf } from './make'
import { makeThumbnails, type ThumbnailOrder } from './model'
import { thumbnailsFolder, uploadPath } from './place'
import {
  type CoverPlace,
  deleteThumbnails,
  deleteThumbnailsOfLibrary,
  findCoverPlace,
  findThumbnail,
  findVisibleThumbnail,
  listLacking,
  listLackingArtwork,
  listMadeInShard,
  saveThumbnails,
} from './queries'
import { bookMessages } from '../../catalog/books/messages'
import { coverUpdated } from '../covers/model'

const batch = 100

/** Makes what is lacking in a library. Interrupted, it goes on where it was: what is made stays. */
export async function makeLibraryThumbnails(
  ctx: Context,
  { libraryId, check, all }: ThumbnailOrder,
  signal: AbortSignal,
) {
  if (all) await ctx.writeBulk((tx) => deleteThumbnailsOfLibrary(tx, libraryId))
  if (check) await forgetVanished(ctx, signal)
  for (let after = 0; !signal.aborted;) {
    const places = await listLacking(ctx.heavy, libraryId, after, batch)
    if (places.length === 0) break
    await makeSome(ctx, places, signal)
    after = places.at(-1)!.n
  }
  await makeArtwork(ctx, libraryId, signal)
}

/** Below every id. */
const noId = '00000000-0000-0000-0000-000000000000'

/** Of the pictures that lie in folders and may stand for series. */
async function makeArtwork(ctx: Context, libraryId: string, signal: AbortSignal) {
  for (let after = noId; !signal.aborted;) {
    const pictures = await listLackingArtwork(ctx.heavy, libraryId, after, batch)
    for (const { id, path } of pictures) {
      if (signal.aborted) return
      const row = await makeThumbnail(ctx, { id, kind: 'cover' }, { from: 'file', path })
      if (row) await ctx.writeBulk((tx) => saveThumbnails(tx, [row]))
    }
    const last = pictures.at(-1)
    if (!last) return
    after = last.id
  }
}

/** As many at a time as there are decoders, and two more so that none waits for us. */
async function makeSome(ctx: Context, places: CoverPlace[], signal: AbortSignal) {
  const { workers } = ctx.config.thumbnails
  const atOnce = (workers > 0 ? workers : availableParallelism()) + 2
  const rows: NonNullable<Awaited<ReturnType<typeof makeThumbnail>>>[] = []
  const waiting = [...places]
  const work = async () => {
    for (let place = waiting.shift(); place && !signal.aborted; place = waiting.shift()) {
      const row = await makeOfBook(ctx, place)
      if (row) rows.push(row)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await ctx.writeBulk((tx) => saveThumbnails(tx, rows))
  const made = new Set(rows.filter(({ state }) => state === 'made').map(({ ownerId }) => ownerId))
  announce(
    ctx,
    places.filter(({ bookId }) => made.has(bookId)),
  )
}

async function makeOfBook(ctx: Context, place: CoverPlace, options = {}) {
  const owner: Owner = { id: place.bookId, kind: 'book' }
  const chosen = place.chosen && uploadPath(ctx.config, place.chosen)
  let failed: Awaited<ReturnType<typeof makeThumbnail>>
  for (const path of [chosen, place.artwork]) {
    const row = path && (await makeThumbnail(ctx, owner, { from: 'file', path }, options))
    if (row && row.state === 'made') return row
    failed = row || failed
  }
  const source = sourceOf(place)
  return source ? makeThumbnail(ctx, owner, source, options) : failed
}

/** A book may stand for its series, too. */
function announce(ctx: Context, places: readonly CoverPlace[]) {
  const ofSeries = new Map(places.map(({ seriesId, libraryId }) => [seriesId, libraryId]))
  const told = [
    ...places.map(({ bookId, libraryId }) => ['book', bookId, libraryId] as const),
    ...[...ofSeries].map(([seriesId, libraryId]) => ['series', seriesId, libraryId] as const),
  ]
  for (const [entityType, entityId, libraryId] of told) {
    ctx.bus.publish(coverUpdated, { entityType, entityId, libraryId })
  }
}

/** Rows whose picture was deleted from the disk, found by one listing of each folder. */
async function forgetVanished(ctx: Context, signal: AbortSignal) {
  const folder = thumbnailsFolder(ctx.config)
  for (let number = 0; number < 256 && !signal.aborted; number++) {
    const shard = number.toString(16).padStart(2, '0')
    const made = await listMadeInShard(ctx.heavy, shard)
    if (made.length === 0) continue
    const present = new Set(await listNames(join(folder, shard)))
    const vanished = made.filter((id) => !present.has(`${id}.webp`))
    if (vanished.length > 0) await ctx.writeBulk((tx) => deleteThumbnails(tx, vanished))
  }
}

/** Refuses what the viewer may not see; undefined when the thumbnail is not made yet. */
export async function getBookThumbnail(ctx: Context, viewer: Viewer, bookId: string) {
  const found = await findVisibleThumbnail(ctx.db, viewer, bookId)
  if (!found) throw notFound(bookMessages.not_found())
  return found.thumbnail ?? undefined
}

const urgent = new Set<string>()
const maxUrgent = 500
const maxTries = 5

/** A picture that somebody looks for goes before all others. Returns at once. */
export const makeSoon = (ctx: Context, bookId: string) =>
  soon(ctx, bookId, () => makeNow(ctx, bookId))

/**
 * The same for an uploaded cover, whose picture lies at `path`.
 * @param onMade those who saw another picture meanwhile are to hear of it
 */
export const makeCoverSoon = (
  ctx: Context,
  { coverId, path, onMade }: { coverId: string; path: string; onMade: () => void },
) =>
  soon(ctx, coverId, async () => {
    if (await makeCoverThumbnail(ctx, coverId, path)) onMade()
  })

function soon(ctx: Context, ownerId: string, make: () => Promise<void>) {
  if (urgent.has(ownerId) || urgent.size >= maxUrgent) return
  urgent.add(ownerId)
  void isHopeless(ctx, ownerId)
    .then((hopeless) => (hopeless ? undefined : make()))
    .catch((error: unknown) => ctx.log.warn({ err: error, ownerId }, 'a thumbnail was not made'))
    .finally(() => urgent.delete(ownerId))
}

/** It was tried, and what it is made from has not changed since. */
async function isHopeless(ctx: Context, ownerId: string) {
  const known = await findThumbnail(ctx.db, ownerId)
  return known?.state === 'failed' && known.madeAt.getTime() > 0
}

/** Another picture stands for the book: shown as soon as this is done. */
export async function remakeBookThumbnail(ctx: Context, bookId: string) {
  // If none can be made now, the old one must not stand for the new.
  await ctx.write((tx) => deleteThumbnails(tx, [bookId]))
  await makeNow(ctx, bookId)
}

/** Whoever chooses another picture meanwhile, in another process, too, is not left with the old one. */
async function makeNow(ctx: Context, bookId: string) {
  for (let tries = 0; tries < maxTries; tries++) {
    const place = await findCoverPlace(ctx.db, bookId)
    const row = place && (await makeOfBook(ctx, place, { first: true }))
    if (!row) return
    const isCurrent = await ctx.writeBulk(async (tx) => {
      const now = await findCoverPlace(tx, bookId)
      if (now?.chosen !== place.chosen) return false
      await saveThumbnails(tx, [row])
      return true
    })
    if (!isCurrent) continue
    if (row.state === 'made') announce(ctx, [place])
    return
  }
}

/**
 * Makes the thumbnail of an uploaded cover and waits for it: the one who uploads wants to see it.
 * @returns whether there is one now
 */
export async function makeCoverThumbnail(
  ctx: Context,
  coverId: string,
  path: string,
): Promise<boolean> {
  const owner: Owner = { id: coverId, kind: 'cover' }
  const row = await makeThumbnail(ctx, owner, { from: 'file', path }, { first: true })
  if (row) await ctx.write((tx) => saveThumbnails(tx, [row]))
  return row?.state === 'made'
}

export const findCoverThumbnail = (ctx: Context, coverId: string) => findThumbnail(ctx.db, coverId)

/** What they were made from is another picture now: they are made anew. */
export const forgetThumbnails = (tx: Tx, ownerIds: readonly string[]) =>
  ownerIds.length > 0 ? deleteThumbnails(tx, ownerIds) : Promise.resolve()

/** For a person who asks for it. */
export async function remakeLibraryThumbnails(ctx: Context, viewer: Viewer, libraryId: string) {
  await requireLibrary(ctx, viewer, libraryId)
  const taskId = await ctx.write((tx) =>
    ctx.queue.enqueue(
      tx,
      makeThumbnails,
      { libraryId, all: true },
      { key: `all-thumbs:${libraryId}`, priority: -10, again: true },
    ),
  )
  return { taskId: taskId ?? null }
}
