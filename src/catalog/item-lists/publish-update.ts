import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { ListKind, ListUpdate } from './list-kind'
import { findSharedLists, type ListRow } from './list-queries'
import { sharedListChanged } from './model'
import { findAudience } from './sharing-queries'

/** If more users than this can see the list, all users are notified, without the list's ID. */
const maxTold = 500

type Shared = Pick<ListRow['list'], 'id' | 'ownerId' | 'sharing'> & Pick<ListUpdate, 'act'>

/**
 * Notifies everyone who can see a list that it has changed. If the sharing changes, call this
 * before and after. Users without edit rights cannot see a list while all its entries are hidden,
 * so only users with edit rights receive the list's ID. For all other users, the event streams that
 * need the ID check whether their viewer sees the list.
 */
export async function publishUpdate(ctx: Context, tx: Tx, kind: ListKind, list: Shared) {
  const audience = await findAudience(tx, kind.tables, list.id)
  const isLarge = audience.size > maxTold
  const told = new Map(isLarge ? [] : audience)
  if (list.ownerId) told.set(list.ownerId, true)
  const act = list.act && { act: list.act }
  const isForAll = list.sharing === 'everyone' || isLarge
  const isForReaders = isForAll || [...told.values()].includes(false)
  tx.afterCommit(() => {
    for (const [userId, canEdit] of told) {
      ctx.bus.publish(kind.updated, { userId, ...act, ...(canEdit && { listId: list.id }) })
    }
    if (isForAll) ctx.bus.publish(kind.updated, { everyone: true, ...act })
    if (!isForReaders || list.act === 'deleted') return
    const created = list.act && { act: list.act }
    const { listField } = kind
    ctx.bus.publish(sharedListChanged, { everyone: true, listField, listId: list.id, ...created })
  })
}

/** Publishes updates of lists that changed as a side effect of another request. */
export async function publishUpdates(
  ctx: Context,
  tx: Tx,
  kind: ListKind,
  listIds: readonly string[],
) {
  if (listIds.length === 0) return
  for (const list of await findSharedLists(tx, kind.tables, listIds)) {
    await publishUpdate(ctx, tx, kind, list)
  }
}
