/** Routes that create, change and delete lists. */
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { ByIdParams } from '../../../platform/http/shapes'
import { created, noContent } from '../../../platform/http/responses/statuses'
import { NoContent } from '../../../accounts/permissions/model'
import { guard } from '../../../accounts/permissions/guard'
import { requireBaseVersion } from '../base-version'
import type { RoutedList } from '../entries/items'
import { ListCreation, ListPatch } from '../model'
import { createList, deleteList, updateList } from '../service'

export const listChangeRoutes = (ctx: Context, routed: RoutedList) =>
  new Elysia({ prefix: routed.path }).use(editRoutes(ctx, routed)).use(deletionRoutes(ctx, routed))

const editRoutes = (ctx: Context, routed: RoutedList) => {
  const { kind, View, buildView, noun, tag, write } = routed
  return new Elysia({ tags: [tag] })
    .use(guard(ctx))
    .post(
      '',
      async ({ viewer, body, set }) =>
        created(set, buildView(ctx, viewer, await createList(ctx, viewer, kind, body))),
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
      async ({ viewer, params: { id }, body, request }) => {
        const version = await requireBaseVersion(ctx, viewer, routed, { id, request })
        const change = { id, patch: body, ...version }
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
          [supportsIfMatch]: true,
        },
      },
    )
}

const deletionRoutes = (ctx: Context, routed: RoutedList) =>
  new Elysia({ tags: [routed.tag] }).use(guard(ctx)).delete(
    '/:id',
    async ({ viewer, params: { id }, request, set }) => {
      const version = await requireBaseVersion(ctx, viewer, routed, { id, request })
      await noContent(set, deleteList(ctx, viewer, routed.kind, { id, ...version }))
    },
    {
      can: routed.remove,
      params: ByIdParams,
      response: NoContent,
      detail: {
        [supportsIfMatch]: true,
        summary: `Delete ${routed.noun}`,
        description:
          'Only the list is deleted, not the series or books in it. Lists shared with everybody can also be deleted with `lists:publish`, other lists only by the owner.',
      },
    },
  )
