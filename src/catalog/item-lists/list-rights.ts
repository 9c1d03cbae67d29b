/** The actions that a viewer may perform on a list. */
import { notFound, Refusal } from '../../errors'
import type { Db } from '../../platform/db/store'
import { requestMessages } from '../../platform/messages/common'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from './list-kind'
import { findList, type ListReads, type ListRow } from './list-queries'
import { listMessages } from './messages'

export interface ListRights {
  isOwner: boolean
  /** Always false for a smart list, because its entries cannot be changed. */
  canEdit: boolean
  canDelete: boolean
}

/** Returns the viewer's rights. Users who may publish lists can manage lists without an owner. */
export function getRights(viewer: Viewer, { list, isEditable }: ListRow): ListRights {
  const isPublisher = viewer.permissions.has('lists:publish')
  const isOwner = list.ownerId === viewer.userId || (list.ownerId === null && isPublisher)
  const isPublic = list.sharing === 'everyone' && isPublisher
  return {
    isOwner,
    canEdit: list.condition === null && (isOwner || isEditable),
    canDelete: isOwner || isPublic,
  }
}

/** Throws a `Refusal` for lists that the viewer cannot see. */
export async function getListRow(reads: ListReads, viewer: Viewer, kind: ListKind, id: string) {
  const row = await findList(reads, viewer, kind, id)
  if (!row) throw notFound(kind.notFound())
  return row
}

interface RequiredRight extends ListVersion {
  id: string
  right: keyof ListRights
}

/** Set if a change is based on a version of the list. */
export interface ListVersion {
  /** The time of the last change that the version includes. */
  unchangedSince?: Date | undefined
}

/** Runs inside a transaction. Call `requireListRight` before the transaction. */
export const getListFor = (
  tx: Db,
  viewer: Viewer,
  kind: ListKind,
  required: RequiredRight,
): Promise<ListRow> => requireListRight({ db: tx, heavy: tx }, viewer, kind, required)

/**
 * Returns the list if the viewer has the right. Called before transactions as well, to reject
 * requests for other users' smart lists early: evaluating such a list in a transaction would take
 * too long.
 */
export async function requireListRight(
  reads: ListReads,
  viewer: Viewer,
  kind: ListKind,
  { id, right, unchangedSince }: RequiredRight,
): Promise<ListRow> {
  const row = await getListRow(reads, viewer, kind, id)
  if (unchangedSince && row.list.updatedAt.getTime() !== unchangedSince.getTime()) {
    throw new Refusal('precondition_failed', requestMessages.modified())
  }
  if (getRights(viewer, row)[right]) return row
  if (right === 'canEdit' && row.list.condition !== null)
    throw new Refusal('conflict', listMessages.smart())
  const message = right === 'canEdit' ? listMessages.not_editable() : listMessages.not_yours()
  throw new Refusal('forbidden', message)
}
