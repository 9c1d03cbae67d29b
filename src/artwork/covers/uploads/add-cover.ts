import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { Refusal } from '../../../errors'
import { createCoverThumbnail } from '../../thumbnails/service'
import {
  type CoverRow,
  findSameCover,
  insertCover,
  listCovers,
  type Owner,
  toOwnerColumn,
} from '../queries'
import { deleteCoverFiles, removeUpload, storeUpload, type StoredUpload } from './stored-uploads'
import { coverMessages } from '../messages'

const maxCoversOfOne = 100

export interface Picture {
  source: string
  file: Blob
  /**
   * Runs within the transaction, because the owner may have been deleted while the image was being
   * stored.
   */
  requireOwner?: (tx: Tx) => Promise<unknown>
}

/** Runs in the transaction that inserts the cover. Returns the deleted covers. */
export type AfterInsert = (tx: Tx, cover: CoverRow) => Promise<readonly CoverRow[]>

const doNothing: AfterInsert = async () => []

/**
 * Stores an image and runs `choose` in one transaction, so that concurrent choices do not
 * interfere. If the same image is added twice, there is only one cover.
 */
export async function addCover(
  ctx: Context,
  owner: Owner,
  { source, file, requireOwner }: Picture,
  choose: AfterInsert = doNothing,
): Promise<CoverRow> {
  const id = Bun.randomUUIDv7()
  const stored = await storeUpload(ctx, id, file)
  // Files without a row are deleted at the end.
  let unused = [stored.fileName]
  try {
    const { cover, deleted } = await ctx.write(async (tx) => {
      await requireOwner?.(tx)
      const added = await insertOrFindCover(tx, owner, { id, source, ...stored })
      return { cover: added, deleted: await choose(tx, added) }
    })
    unused = unused.filter((name) => name !== cover.fileName)
    await deleteCoverFiles(ctx, deleted)
    if (cover.id === id) {
      await createCoverThumbnail(ctx, id, { upload: stored.fileName })
    }
    return cover
  } finally {
    for (const fileName of unused) await removeUpload(ctx, fileName)
  }
}

async function insertOrFindCover(
  tx: Tx,
  owner: Owner,
  given: StoredUpload & { id: string; source: string },
): Promise<CoverRow> {
  const same = await findSameCover(tx, owner, given)
  if (same) return same
  if ((await listCovers(tx, owner)).length >= maxCoversOfOne) {
    throw new Refusal('conflict', coverMessages.too_many({ max: maxCoversOfOne }))
  }
  return insertCover(tx, { ...toOwnerColumn(owner), ...given })
}
