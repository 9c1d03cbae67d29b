/** Uploaded list images. Each list has at most one. */
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import type { Viewer } from '../../../accounts/permissions/model'
import { getListFor, requireListRight } from '../../../catalog/item-lists/list-rights'
import { recordChange } from '../../../catalog/item-lists/entries/items'
import { deleteCover, listCovers, type Owner } from '../queries'
import { addCover } from '../uploads/add-cover'
import { deleteCoverFiles } from '../uploads/stored-uploads'
import type { PicturedList } from './list-thumbnail'

export async function uploadListCover(
  ctx: Context,
  viewer: Viewer,
  { kind, ownerKind }: PicturedList,
  { id, file }: { id: string; file: Blob },
) {
  const getOwned = (db: Db) => getListFor(db, viewer, kind, { id, right: 'isOwner' })
  await requireListRight(ctx, viewer, kind, { id, right: 'isOwner' })
  const owner: Owner = { kind: ownerKind, id }
  const picture = { source: 'custom', file, requireOwner: getOwned }
  await addCover(ctx, owner, picture, async (tx, added) => {
    const { list } = await getOwned(tx)
    const others = (await listCovers(tx, owner)).filter((cover) => cover.id !== added.id)
    for (const cover of others) await deleteCover(tx, cover.id)
    await recordChange(ctx, tx, kind, list)
    return others
  })
}

/** Deletes the uploaded image. Does nothing if there is none. */
export async function deleteListCover(
  ctx: Context,
  viewer: Viewer,
  { kind, ownerKind }: PicturedList,
  id: string,
) {
  await requireListRight(ctx, viewer, kind, { id, right: 'isOwner' })
  const deleted = await ctx.write(async (tx) => {
    const { list } = await getListFor(tx, viewer, kind, { id, right: 'isOwner' })
    const covers = await listCovers(tx, { kind: ownerKind, id })
    for (const cover of covers) await deleteCover(tx, cover.id)
    if (covers.length > 0) await recordChange(ctx, tx, kind, list)
    return covers
  })
  await deleteCoverFiles(ctx, deleted)
}
