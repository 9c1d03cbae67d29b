import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { ListKind } from './list-kind'
import { findListPeople, type ListRow } from './list-queries'

type Shared = Pick<ListRow['list'], 'id' | 'ownerId' | 'sharing'>

/**
 * Tells everyone who sees a list that it has changed. Call this before and after changing whom it is
 * shared with. An event for everybody names no list: some may not see it.
 */
export async function publishUpdate(ctx: Context, tx: Tx, kind: ListKind, list: Shared) {
  const people = await findListPeople(tx, kind.tables, [list.id])
  const users = new Set([list.ownerId ?? [], people.map(({ userId }) => userId)].flat())
  tx.afterCommit(() => {
    for (const userId of users) ctx.bus.publish(kind.updated, { userId, listId: list.id })
    if (list.sharing === 'everyone') ctx.bus.publish(kind.updated, { everyone: true })
  })
}
