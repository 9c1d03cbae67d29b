import type { Column, SQL } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import type { Db } from '../../platform/db/store'
import type { Audience, EventType } from '../../platform/events/event'
import type { Message } from '../../platform/messages/message'
import type { ListTables } from './list-tables'

/** A condition on series or books, as stored. `{}` matches everything. */
export type StoredCondition = Readonly<Record<string, unknown>>

export type ListUpdate = Audience & {
  /** Included only for users with edit rights. */
  listId?: string
  /** Absent for all other changes. */
  act?: 'created' | 'deleted'
}

/** The differences between collections and reading lists. */
export interface ListKind {
  tables: ListTables
  /**
   * Returns the visibility condition for series or books, for a query that reads the items table.
   */
  isItemVisible(this: void, viewer: Viewer): SQL
  /** Returns the given IDs that the viewer can see. */
  findVisibleItems(this: void, db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]>
  /** The item ID column in `selectVisible` statements. */
  itemId: Column
  /** Builds `from … where …` for the visible items. */
  selectVisible(this: void, viewer: Viewer): SQL
  /** Like `selectVisible`, for statements that read all items. Uses no index by library. */
  selectAllVisible(this: void, viewer: Viewer): SQL
  /**
   * For `selectVisible` statements: tests whether the viewer has read an item. Absent if lists of
   * this kind do not count read items.
   */
  isItemRead?(this: void, viewer: Viewer): SQL
  /**
   * Compiles a condition for `selectVisible` statements. Throws a `Refusal` for invalid conditions
   * and for fields that the viewer may not query.
   */
  compileTest(this: void, viewer: Viewer, condition: StoredCondition): SQL
  /** Lists the first matches of a condition in the given order. */
  listMatchingIds(
    this: void,
    ctx: Context,
    viewer: Viewer,
    asked: { condition: StoredCondition; sort: string | null; limit: number },
  ): Promise<string[]>
  /** The condition field that references lists of this kind. */
  listField: 'inCollection' | 'inReadList'
  /** Sort keys for lists that are not ordered manually. */
  sortKeys: readonly string[]
  updated: EventType<ListUpdate>
  notFound(this: void): Message
  itemNotFound(this: void): Message
}
