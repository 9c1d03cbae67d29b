/** Routes that change the entries of a list. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { ByIdParams, id, list, shape } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { NoContent } from '../../../accounts/permissions/model'
import { guard } from '../../../accounts/permissions/guard'
import { addItems, type RoutedList, moveItem, removeItems, reorderItems } from './items'
import { requireBaseVersion } from '../base-version'
import { getList } from '../service'
import { ListEntryParams, ListPlace, maxItems } from '../model'

const maxAtOnce = 500
const aboutVersion = '`If-Match` takes the ETag of the list itself.'

const IdsBody = (member: string, most: number) =>
  shape({ [member]: list(id(), { maxItems: most }) }) as ReturnType<
    typeof shape<Record<string, ReturnType<typeof list<ReturnType<typeof id>>>>>
  >

export const listEntryRoutes = (ctx: Context, routed: RoutedList) =>
  new Elysia({ prefix: `${routed.path}/:id/${routed.entries}` })
    .use(additionRoutes(ctx, routed))
    .use(orderRoutes(ctx, routed))

const additionRoutes = (ctx: Context, routed: RoutedList) => {
  const { kind, View, buildView, ...names } = routed
  return new Elysia({ tags: [names.tag] })
    .use(guard(ctx))
    .post(
      '',
      async ({ viewer, params: { id: listId }, body, request }) => {
        const version = await requireBaseVersion(ctx, viewer, routed, { id: listId, request })
        const itemIds = body[names.member]!
        await addItems(ctx, viewer, kind, { id: listId, itemIds, ...version })
        return buildView(ctx, viewer, await getList(ctx, viewer, kind, listId))
      },
      {
        can: names.write,
        params: ByIdParams,
        body: IdsBody(names.member, maxAtOnce),
        response: View,
        detail: {
          summary: `Add ${names.entries} to ${names.noun}`,
          description: `Adds all of the given entries at the end, or none. Entries that are already in the list keep their position. The list can have at most ${maxItems.toLocaleString('en')} entries. ${aboutVersion}`,
          [supportsIfMatch]: true,
        },
      },
    )
    .delete(
      '/:itemId',
      async ({ viewer, params: { id: listId, itemId }, request, set }) => {
        const version = await requireBaseVersion(ctx, viewer, routed, { id: listId, request })
        await noContent(
          set,
          removeItems(ctx, viewer, kind, { id: listId, itemIds: [itemId], ...version }),
        )
      },
      {
        can: names.write,
        params: ListEntryParams,
        response: NoContent,
        detail: {
          summary: `Remove an entry from ${names.noun}`,
          description: `Succeeds even if the entry is not in the list. ${aboutVersion}`,
          [supportsIfMatch]: true,
        },
      },
    )
}

const orderRoutes = (ctx: Context, routed: RoutedList) => {
  const { kind, ...names } = routed
  return new Elysia({ tags: [names.tag] })
    .use(guard(ctx))
    .put(
      '',
      async ({ viewer, params: { id: listId }, body, request, set }) => {
        const version = await requireBaseVersion(ctx, viewer, routed, { id: listId, request })
        const { member } = names
        const itemIds = body[member]!
        await noContent(
          set,
          reorderItems(ctx, viewer, kind, { id: listId, itemIds, member, ...version }),
        )
      },
      {
        can: names.write,
        params: ByIdParams,
        body: IdsBody(names.member, maxItems),
        response: NoContent,
        detail: {
          summary: `Reorder ${names.noun}`,
          description: `Requires the IDs of all entries that you can see, each exactly once. Entries that you cannot see keep their position. ${aboutVersion}`,
          [supportsIfMatch]: true,
        },
      },
    )
    .put(
      '/:itemId/place',
      async ({ viewer, params: { id: listId, itemId }, body, request, set }) => {
        const version = await requireBaseVersion(ctx, viewer, routed, { id: listId, request })
        const move = { id: listId, itemId, place: body.place, ...version }
        await noContent(set, moveItem(ctx, viewer, kind, move))
      },
      {
        can: names.write,
        params: ListEntryParams,
        body: ListPlace,
        response: NoContent,
        detail: {
          summary: `Move an entry in ${names.noun}`,
          description: `The order of the other entries is kept. ${aboutVersion}`,
          [supportsIfMatch]: true,
        },
      },
    )
}
