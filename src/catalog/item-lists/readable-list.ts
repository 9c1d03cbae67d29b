import type { Permission, Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import type { Found } from '../../platform/http/pagination'
import type { TSchema } from '../../platform/http/shapes'
import type { RoutedList } from './entries/items'
import type { ListItemsQuery, ListsQuery } from './model'

/** Returns a page of data for the list or item with this ID. */
type ListById<Query> = (
  this: void,
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: Query,
) => Promise<Found<unknown>>

/** Properties of a list kind that only the routes for reading need. */
export interface ReadableList {
  routed: Pick<RoutedList, 'path' | 'entries' | 'tag' | 'noun' | 'View'>
  /** Path of the lists that contain an item, for example `/series/:id/collections`. */
  membershipPath: string
  /** Used in descriptions, for example `collections`. */
  plural: string
  /** Used in descriptions, for example `a series`. */
  item: string
  read: Permission
  readItems: Permission
  ItemView: TSchema
  ItemsQuery: ListItemsQuery
  list(this: void, ctx: Context, viewer: Viewer, query: ListsQuery): Promise<Found<unknown>>
  get(this: void, ctx: Context, viewer: Viewer, id: string): Promise<unknown>
  listItems: ListById<ListItemsQuery['static']>
  listByItem: ListById<ListsQuery>
}
