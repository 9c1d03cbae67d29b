/** Routes that read lists, their entries, and the lists that contain an item. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { PageOf, paged } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
import { ListsQuery } from '../model'
import type { ReadableList } from '../readable-list'

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
