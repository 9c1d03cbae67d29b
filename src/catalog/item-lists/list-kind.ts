import type { Column, SQL } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import type { Db } from '../../platform/db/store'
import type { Audience, EventType } from '../../platform/events/event'
import type { Message } from '../../platform/messages/message'
import type { ListTables } from './list-tables'

/** A condition of series or books as it is stored. `{}` matches everything. */
export type StoredCondition = Readonly<Record<string, unknown>>

/** What distinguishes collections from reading lists. */
export interface ListKind {
  tables: ListTables
  /** Needs a row of the items table. The visibility rule of series or books, never another one. */
  isItemVisible(this: void, viewer: Viewer): SQL
  /** Those of the ids that the viewer can see. */
  findVisibleItems(this: void, db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]>
  /** Column that holds the id of an item in statements of `selectMatches`. */
  itemId: Column
  /**
   * `from … where …` of the visible items that match a condition. Refuses invalid conditions and
   * fields that the viewer may not query.
   */
  selectMatches(this: void, viewer: Viewer, condition: StoredCondition): SQL
  /** The first matches of a condition in an order. */
  listMatchingIds(
    this: void,
    ctx: Context,
    viewer: Viewer,
    asked: { condition: StoredCondition; sort: string | null; limit: number },
  ): Promise<string[]>
  /** The field of conditions that names lists of this kind. */
  listField: 'inCollection' | 'inReadList'
  /** Sort keys of lists that are not ordered by hand. */
  sortKeys: readonly string[]
  updated: EventType<Audience & { listId?: string }>
  notFound(this: void): Message
  itemNotFound(this: void): Message
}
