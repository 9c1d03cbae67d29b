import type { SQL } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import type { Db } from '../../platform/db/store'
import type { Audience, EventType } from '../../platform/events/event'
import type { Message } from '../../platform/messages/message'
import type { ListTables } from './list-tables'

/** What distinguishes collections from reading lists. */
export interface ListKind {
  tables: ListTables
  /** Needs a row of the items table. The visibility rule of series or books, never another one. */
  isItemVisible(this: void, viewer: Viewer): SQL
  /** Those of the ids that the viewer can see. */
  findVisibleItems(this: void, db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]>
  /** Sort keys of lists that are not ordered by hand. */
  sortKeys: readonly string[]
  updated: EventType<Audience & { listId?: string }>
  notFound(this: void): Message
  itemNotFound(this: void): Message
}
