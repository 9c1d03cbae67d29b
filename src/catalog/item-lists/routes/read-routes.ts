/** Routes that read lists, their entries, and the lists that contain an item. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Permission, Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { type Found, PageOf, paged } from '../../../platform/http/pagination'
import { ByIdParams, type TSchema } from '../../../platform/http/shapes'
import type { RoutedList } from '../entries/items'
import { type ListItemsQuery, ListsQuery } from '../model'

/** Returns what belongs to the list or item with the given ID. */
type ListById<Query> = (
  this: void,
  ctx: Context,
  viewer: Viewer,
  id: string,
  query: Query,
) => Promise<Found<unknown>>

/** Properties of a list kind that only these routes need. */
export interface ReadableList {
  routed: Pick<RoutedList, 'path' | 'entries' | 'tag' | 'noun' | 'View'>
  /** Path of the lists that contain an item: `/series/:id/collections`. */
  membershipPath: string
  /** Used in descriptions: `collections`. */
  plural: string
  /** Used in descriptions: `a series`. */
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

export const listReadRoutes = (ctx: Context, readable: ReadableList) => (app: AnyElysia) =>
  app.use(listRoutes(ctx, readable)).use(itemRoutes(ctx, readable))

const listRoutes = (ctx: Context, readable: ReadableList) => {
  const { routed, plural, read } = readable
  const title = plural.charAt(0).toUpperCase() + plural.slice(1)
  return new Elysia({ tags: [routed.tag] })
    .use(guard(ctx))
    .get(
      routed.path,
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, readable.list(ctx, viewer, query)),
      {
        can: read,
        query: ListsQuery,
        response: PageOf(routed.View),
        detail: {
          summary: `List ${plural}`,
          description: `Lists your own ${plural}, those shared with you and those shared with everybody, by name. ${title} of other users in which you cannot see any ${routed.entries} are left out.`,
        },
      },
    )
    .get(`${routed.path}/:id`, ({ viewer, params }) => readable.get(ctx, viewer, params.id), {
      can: read,
      params: ByIdParams,
      response: routed.View,
      detail: { summary: `Get ${routed.noun}` },
    })
}

const itemRoutes = (ctx: Context, readable: ReadableList) => {
  const { routed, plural, item } = readable
  const can = [readable.read, readable.readItems]
  return new Elysia({ tags: [routed.tag] })
    .use(guard(ctx))
    .get(
      `${routed.path}/:id/${routed.entries}`,
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, readable.listItems(ctx, viewer, params.id, query)),
      {
        can,
        params: ByIdParams,
        query: readable.ItemsQuery,
        response: PageOf(readable.ItemView),
        detail: {
          summary: `List the ${routed.entries} in ${routed.noun}`,
          description: 'Uses the order of the list unless `sort` is given.',
        },
      },
    )
    .get(
      readable.membershipPath,
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, readable.listByItem(ctx, viewer, params.id, query)),
      {
        can,
        params: ByIdParams,
        query: ListsQuery,
        response: PageOf(routed.View),
        detail: { summary: `List the ${plural} that contain ${item}` },
      },
    )
}
