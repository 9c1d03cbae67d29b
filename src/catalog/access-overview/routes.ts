import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import * as model from './model'
import { listUserAccess, previewAccess } from './service'

export const accessOverviewRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(
    new Elysia({ prefix: '/access', tags: ['Access'] })
      .use(guard(ctx))
      .get(
        '/users',
        ({ viewer, query, request, set }) =>
          paged({ query, request, set }, listUserAccess(ctx, viewer, parsePaging(query))),
        {
          can: 'system:admin',
          query: model.UserAccessQuery,
          response: model.UserAccessPage,
          detail: {
            summary: 'List what each user sees',
            description:
              "In alphabetical order, with the effective restrictions and the number of visible series. The user's own settings and those of their access groups apply together.",
          },
        },
      )
      .post('/preview', ({ viewer, body }) => previewAccess(ctx, viewer, body), {
        can: 'users:write',
        body: model.AccessPreviewBody,
        response: model.AccessPreview,
        detail: {
          summary: 'Preview restrictions',
          description:
            'Returns how many series a user would see with these restrictions, without changing anything. Omitted settings are those of the user. As with the change itself, a new age limit also hides series without an age rating unless `hidesUnrated` is false. `userId`, access groups and sharing tags require `system:admin`.',
        },
      }),
  )
