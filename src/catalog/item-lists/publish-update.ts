import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { ListKind } from './list-kind'
import { findListPeople, findSharedLists, type ListRow } from './list-queries'

type Shared = Pick<ListRow['list'], 'id' | 'ownerId' | 'sharing'>

/**
 * Tells everyone who sees a list that it has changed. Call this before and after changing whom it is
 * shared with. Whoever may not edit a list does not see it while all its entries are hidden, so only
 * those who may are told which it is.
 */
export async function publishUpdate(ctx: Context, tx: Tx, kind: ListKind, list: Shared) {
  const people = await findListPeople(tx, kind.tables, [list.id])
  const editors = people.filter(({ canEdit }) => canEdit).map(({ userId }) => userId)
  const readers = people.filter(({ canEdit }) => !canEdit).map(({ userId }) => userId)
  tx.afterCommit(() => {
    for (const userId of new Set([list.ownerId ?? [], editors].flat())) {
      ctx.bus.publish(kind.updated, { userId, listId: list.id })
    }
    for (const userId of readers) ctx.bus.publish(kind.updated, { userId })
    if (list.sharing === 'everyone') ctx.bus.publish(kind.updated, { everyone: true })
  })
}

/** For lists that changed without a request of their own. */
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
