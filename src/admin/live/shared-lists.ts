/** Tells streams which shared list has changed, if their viewer sees it. */
import { Refusal } from '../../errors'
import type { Context } from '../../context'
import type { Permission, Viewer } from '../../accounts/permissions/model'
import { collectionKind } from '../../catalog/collections/service'
import type { ListKind } from '../../catalog/item-lists/list-kind'
import { getListRow } from '../../catalog/item-lists/list-rights'
import type { SharedListChange } from '../../catalog/item-lists/model'
import { readingListKind } from '../../catalog/reading-lists/service'
import type { ClientConnection } from './client-connection'
import type { EventFormat } from './sse-frames'

const kinds: Record<SharedListChange['listField'], [ListKind, Permission]> = {
  inCollection: [collectionKind, 'collections:read'],
  inReadList: [readingListKind, 'readlists:read'],
}

/** The owner has been told by an event of their own. So have named editors, who are told twice. */
export async function tellSharedList(
  ctx: Context,
  streams: Iterable<readonly [ClientConnection, EventFormat]>,
  change: SharedListChange,
) {
  for (const [stream, { buildListFrame }] of streams) {
    if (buildListFrame && (await seesList(ctx, stream.viewer, change)))
      stream.send(buildListFrame(change))
  }
}

/**
 * Others' lists are hidden while all of their entries are. A smart list that takes too long is not
 * named.
 */
async function seesList(ctx: Context, viewer: Viewer, { listField, listId }: SharedListChange) {
  const [kind, permission] = kinds[listField]
  if (!viewer.permissions.has(permission)) return false
  try {
    const { list } = await getListRow(ctx, viewer, kind, listId)
    return list.ownerId !== viewer.userId
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
