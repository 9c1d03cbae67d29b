/**
 * The uploaded image of a list, for apps that show the available images and let users choose one.
 */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { getListRow } from '../../../catalog/item-lists/list-rights'
import { openCoverFile } from '../cover-file'
import { findCoverBySource, findOwnedCover } from '../queries'
import type { PicturedList } from './list-thumbnail'

/** Throws a `Refusal` if the viewer cannot see the list. */
export async function findListCover(
  ctx: Context,
  viewer: Viewer,
  { kind, ownerKind }: PicturedList,
  id: string,
) {
  await getListRow(ctx, viewer, kind, id)
  return findCoverBySource(ctx.db, { kind: ownerKind, id }, 'custom')
}

export async function getListCoverFile(
  ctx: Context,
  viewer: Viewer,
  { kind, ownerKind }: PicturedList,
  { id, coverId }: { id: string; coverId: string },
) {
  await getListRow(ctx, viewer, kind, id)
  return openCoverFile(ctx, await findOwnedCover(ctx.db, { kind: ownerKind, id }, coverId))
}
