/** Routes that create, change and delete lists. */
import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { NoContent } from '../../accounts/permissions/model'
import { guard } from '../../accounts/permissions/guard'
import type { RoutedList } from './entries/items'
import { ListCreation, ListPatch } from './model'
import { createList, deleteList, updateList } from './service'

export const listChangeRoutes = (ctx: Context, routed: RoutedList) =>
  new Elysia({ prefix: routed.path }).use(editRoutes(ctx, routed)).use(deletionRoutes(ctx, routed))

const editRoutes = (ctx: Context, { kind, View, buildView, noun, tag, write }: RoutedList) =>
  new Elysia({ tags: [tag] })
    .use(guard(ctx))
    .post(
      '',
      async ({ viewer, body, set }) => {
        set.status = 201
        return buildView(ctx, viewer, await createList(ctx, viewer, kind, body))
      },
      {
        can: write,
        body: ListCreation,
        response: { 201: View },
        detail: {
          summary: `Create ${noun}`,
          description:
            'The list is private unless `sharing` is given. Sharing requires `lists:publish`.',
        },
      },
    )
    .patch(
      '/:id',
      async ({ viewer, params, body }) => {
        const change = { id: params.id, patch: body }
        return buildView(ctx, viewer, await updateList(ctx, viewer, kind, change))
      },
      {
        can: write,
        params: ByIdParams,
        body: ListPatch,
        response: View,
        detail: {
          summary: `Update ${noun}`,
          description: 'Only the owner can do this. Omitted fields keep their value.',
        },
      },
    )

const deletionRoutes = (ctx: Context, { kind, noun, tag, remove }: RoutedList) =>
  new Elysia({ tags: [tag] }).use(guard(ctx)).delete(
    '/:id',
    async ({ viewer, params, set }) => {
      await deleteList(ctx, viewer, kind, params.id)
      set.status = 204
    },
    {
      can: remove,
      params: ByIdParams,
      response: NoContent,
      detail: {
        summary: `Delete ${noun}`,
        description:
          'Only the list is deleted, not the series or books in it. Lists shared with everybody can also be deleted with `lists:publish`, other lists only by the owner.',
      },
    },
  )
