/** Creates thumbnails in decoder processes. */
import type { Context } from '../../context'
import { decoder } from '../../media/decoding/decoder'
import { DecodeFailed, DecodeTooLarge, DecoderDied } from '../../media/decoding/decode-errors'
import type { PictureSource } from '../../media/decoding/tasks'
import type { StoredPage } from '../../catalog/books/schema'
import { addBookFinding } from '../../catalog/books/scanned/findings'
import { findOutage } from '../../platform/lib/system-errors'
import { getStorage } from '../../platform/storage/open-storage'
import { getSetting } from '../../platform/settings/settings'
import { type FilePlace, locateFile } from '../../catalog/books/files/locate'
import { Refusal } from '../../errors'
import { counters } from '../../platform/metrics/registry'
import { getShard, getThumbnailFolder, getThumbnailKey, getUploadKey } from './picture-keys'
import { type CoverSource, findThumbnail } from './queries'
import type { thumbnails } from './schema'
import { thumbnailLogMessages } from './messages'

type Row = typeof thumbnails.$inferInsert

export interface Owner {
  id: string
  kind: Row['ownerKind']
}

/**
 * A single crash can be a coincidence. A second crash on the same file marks the file as failed.
 */
const maxDeaths = 2

/**
 * Returns the row to save, or undefined if the file is unavailable, so that a later run tries
 * again.
 */
export async function createThumbnail(
  ctx: Context,
  owner: Owner,
  source: PictureSource,
  { first = false } = {},
): Promise<Row | undefined> {
  const { width } = ctx.config.thumbnails
  const quality = await getSetting(ctx, 'thumbnails.quality')
  const key = getThumbnailKey(owner.id)
  const create = async (target: string) => {
    const task = { source, width, quality, target }
    const created = await decoder(ctx.config.thumbnails).run('thumbnail', task, { first })
    return { key, created }
  }
  try {
    const { created } = await getStorage(ctx.config).store(getThumbnailFolder(owner.id), create)
    counters.thumbnailsMade.inc({ outcome: 'made' })
    return { ...createFailedRow(ctx, owner), state: 'made', ...created }
  } catch (error) {
    const isOfBook = owner.kind === 'book' && source.from !== 'file'
    if (isOfBook && error instanceof DecodeTooLarge) await reportTooLarge(ctx, owner.id, error)
    return handleFailure(ctx, owner, error)
  }
}

/** Like `createThumbnail`, for an uploaded image. */
export async function createUploadThumbnail(
  ctx: Context,
  owner: Owner,
  fileName: string,
  options = {},
): Promise<Row | undefined> {
  await using file = await getStorage(ctx.config).getLocal(getUploadKey(fileName))
  if (!file) return undefined
  // Without "await", the file would be deleted before the decoder has read it.
  return await createThumbnail(ctx, owner, { from: 'file', path: file.path }, options)
}

const reportTooLarge = (ctx: Context, bookId: string, { userMessage: message }: DecodeTooLarge) =>
  ctx.writeBulk((tx) => addBookFinding(tx, bookId, { code: 'too_large', message: message! }))

async function handleFailure(ctx: Context, owner: Owner, error: unknown): Promise<Row | undefined> {
  if (error instanceof DecodeFailed) {
    if (isMissing(error)) return undefined
    // An outage is not caused by the file, so the job fails and is retried.
    if (findOutage(error)) throw error
    ctx.log.debug({ ownerId: owner.id, reason: error.message }, 'failed to create thumbnail')
    counters.thumbnailsMade.inc({ outcome: 'failed' })
    return createFailedRow(ctx, owner)
  }
  if (!(error instanceof DecoderDied)) throw error
  const deaths = ((await findThumbnail(ctx.db, owner.id))?.deaths ?? 0) + 1
  ctx.log.warn({ ownerId: owner.id, deaths }, thumbnailLogMessages.decoder_crashed())
  const row = { ...createFailedRow(ctx, owner), deaths }
  // A thumbnail older than its book is recreated, so using the epoch triggers another attempt.
  return deaths < maxDeaths ? { ...row, madeAt: new Date(0) } : row
}

const createFailedRow = (ctx: Context, { id, kind }: Owner): Row => ({
  ownerId: id,
  ownerKind: kind,
  shard: getShard(id),
  state: 'failed',
  hash: '',
  width: 0,
  height: 0,
  bytes: 0,
  madeAt: ctx.clock.now(),
})

const isMissing = ({ code }: DecodeFailed) =>
  ['ENOENT', 'EACCES', 'EIO', 'ESTALE', 'ENOTCONN', 'ENOTDIR'].includes(code ?? '')

/** Returns undefined if the book has no cover or its file is unavailable. */
export async function findPictureSource(
  ctx: Context,
  { place, format, cover, page }: CoverSource,
): Promise<PictureSource | undefined> {
  if (cover === null) return undefined
  if (format === 'folder') return page && findPictureFile(ctx, getPagePlace(place, page))
  const path = await locatePicture(ctx, place)
  if (path === undefined) return undefined
  if (typeof cover === 'string') return { from: 'entry', path, name: cover }
  if (format === 'pdf') return { from: 'pdf', path, index: cover }
  return page && { from: 'page', path, page }
}

const getPagePlace = (place: FilePlace, { name }: StoredPage): FilePlace => ({
  ...place,
  relativePath: `${place.relativePath}/${name}`,
})

/** Returns undefined if the file is unavailable. */
export async function findPictureFile(
  ctx: Context,
  place: FilePlace,
): Promise<PictureSource | undefined> {
  const path = await locatePicture(ctx, place)
  return path === undefined ? undefined : { from: 'file', path }
}

/** Checks the file again, because a link may have replaced it since the scan. */
async function locatePicture(ctx: Context, place: FilePlace): Promise<string | undefined> {
  try {
    return (await locateFile(ctx.db, place)).path
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
