import type { Context } from '../context'
import { Refusal } from '../errors'
import { uploadPath } from '../thumbnails/place'
import { makeCoverThumbnail } from '../thumbnails/service'
import { findSameCover, insertCover, listCovers, type Owner } from './queries'
import { removeUpload, storeUpload } from './uploads'

const maxCoversOfOne = 100

/** Keeps a picture, without choosing it. The same picture twice is one cover. */
export async function addCover(ctx: Context, owner: Owner, source: string, file: Blob) {
  const known = await listCovers(ctx.db, owner)
  if (known.length >= maxCoversOfOne) {
    throw new Refusal('conflict', 'There are too many covers. Delete some first.')
  }
  const id = Bun.randomUUIDv7()
  const stored = await storeUpload(ctx, id, file)
  const same = await findSameCover(ctx.db, owner, { source, sha256: stored.sha256 })
  if (same) {
    await removeUpload(ctx, stored.fileName)
    return same
  }
  const belongs = owner.kind === 'series' ? { seriesId: owner.id } : { bookId: owner.id }
  const row = { id, ...belongs, source, ...stored }
  await ctx.write((tx) => insertCover(tx, row))
  await makeCoverThumbnail(ctx, id, uploadPath(ctx.config, stored.fileName))
  return row
}
