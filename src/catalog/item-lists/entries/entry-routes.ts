/** Routes that change the entries of a list. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams, id, list, shape } from '../../../platform/http/shapes'
import { NoContent } from '../../../accounts/permissions/model'
import { guard } from '../../../accounts/permissions/guard'
import { addItems, type RoutedList, moveItem, removeItems, reorderItems } from './items'
import { getList } from '../service'
import { ListEntryParams, ListPlace, maxItems } from '../model'

const maxAtOnce = 500

const IdsBody = (member: string, most: number) =>
  shape({ [member]: list(id(), { maxItems: most }) }) as ReturnType<
    typeof shape<Record<string, ReturnType<typeof list<ReturnType<typeof id>>>>>
  >

export const listEntryRoutes = (ctx: Context, routed: RoutedList) =>
  new Elysia({ prefix: `${routed.path}/:id/${routed.entries}` })
    .use(additionRoutes(ctx, routed))
    .use(orderRoutes(ctx, routed))

const additionRoutes = (ctx: Context, { kind, View, buildView, ...names }: RoutedList) =>
  new Elysia({ tags: [names.tag] })
    .use(guard(ctx))
    .post(
      '',
      async ({ viewer, params, body }) => {
        const itemIds = body[names.member]!
        await addItems(ctx, viewer, kind, { id: params.id, itemIds })
        return buildView(ctx, viewer, await getList(ctx, viewer, kind, params.id))
      },
      {
        can: names.write,
        params: ByIdParams,
        body: IdsBody(names.member, maxAtOnce),
        response: View,
        detail: {
          summary: `Add ${names.entries} to ${names.noun}`,
          description: `Adds all of the given entries at the end, or none. Entries that are already in the list keep their position. The list can have at most ${maxItems.toLocaleString('en')} entries.`,
        },
      },
    )
    .delete(
      '/:itemId',
      async ({ viewer, params, set }) => {
        const { itemId } = params
        await removeItems(ctx, viewer, kind, { id: params.id, itemIds: [itemId] })
        set.status = 204
      },
      {
        can: names.write,
        params: ListEntryParams,
        response: NoContent,
        detail: {
          summary: `Remove an entry from ${names.noun}`,
          description: 'Succeeds even if the entry is not in the list.',
        },
      },
    )

const orderRoutes = (ctx: Context, { kind, ...names }: RoutedList) =>
  new Elysia({ tags: [names.tag] })
    .use(guard(ctx))
    .put(
      '',
      async ({ viewer, params, body, set }) => {
        const { member } = names
        const itemIds = body[member]!
        await reorderItems(ctx, viewer, kind, { id: params.id, itemIds, member })
        set.status = 204
      },
      {
        can: names.write,
        params: ByIdParams,
        body: IdsBody(names.member, maxItems),
        response: NoContent,
        detail: {
          summary: `Reorder ${names.noun}`,
          description:
            'Requires the IDs of all entries that you can see, each exactly once. Entries that you cannot see keep their position.',
        },
      },
    )
    .put(
      '/:itemId/place',
      async ({ viewer, params, body, set }) => {
        const { itemId } = params
        await moveItem(ctx, viewer, kind, { id: params.id, itemId, place: body.place })
        set.status = 204
      },
      {
        can: names.write,
        params: ListEntryParams,
        body: ListPlace,
        response: NoContent,
        detail: {
          summary: `Move an entry in ${names.noun}`,
          description: 'The order of the other entries is kept.',
        },
      },
    )
