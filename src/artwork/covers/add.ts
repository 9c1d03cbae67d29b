import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { Refusal } from '../../errors'
import { uploadPath } from '../thumbnails/place'
import { makeCoverThumbnail } from '../thumbnails/service'
import { type CoverRow, findSameCover, insertCover, listCovers, type Owner } from './queries'
import { removeUpload, storeUpload, type StoredUpload } from './uploads'
import { coverMessages } from './messages'

const maxCoversOfOne = 100

export interface Picture {
  source: string
  file: Blob
}

/** What is done with a new cover in the transaction that brings it. Returns covers that it deleted. */
export type Choice = (tx: Tx, cover: CoverRow) => Promise<readonly CoverRow[]>

const nothingElse: Choice = async () => []

/**
 * Keeps a picture, and chooses it in the same transaction: of two who choose at once, in whatever
 * process, one comes wholly after the other. The same picture twice is one cover.
 */
export async function addCover(
  ctx: Context,
  owner: Owner,
  { source, file }: Picture,
  choose: Choice = nothingElse,
): Promise<CoverRow> {
  const id = Bun.randomUUIDv7()
  const stored = await storeUpload(ctx, id, file)
  // Whose row is not there once all is done is nobody's file.
  let superfluous = [stored.fileName]
  try {
    const { cover, deleted } = await ctx.write(async (tx) => {
      const kept = await keep(tx, owner, { id, source, ...stored })
      return { cover: kept, deleted: await choose(tx, kept) }
    })
    superfluous = [...superfluous, ...deleted.map(({ fileName }) => fileName)].filter(
      (name) => name !== cover.fileName,
    )
    if (cover.id === id) {
      await makeCoverThumbnail(ctx, id, uploadPath(ctx.config, stored.fileName))
    }
    return cover
  } finally {
    for (const fileName of superfluous) await removeUpload(ctx, fileName)
  }
}

async function keep(
  tx: Tx,
  owner: Owner,
  given: StoredUpload & { id: string; source: string },
): Promise<CoverRow> {
  const same = await findSameCover(tx, owner, given)
  if (same) return same
  if ((await listCovers(tx, owner)).length >= maxCoversOfOne) {
    throw new Refusal('conflict', coverMessages.too_many())
  }
  const belongs = owner.kind === 'series' ? { seriesId: owner.id } : { bookId: owner.id }
  return insertCover(tx, { ...belongs, ...given })
}
