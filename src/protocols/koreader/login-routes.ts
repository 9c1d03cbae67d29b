/** Routes for a user's sync logins. */
import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { createSyncLogin, deleteSyncLogin, listSyncLogins } from './logins'
import * as model from './model'

export const syncLoginRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/sync-logins', tags: ['Reading apps'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listSyncLogins(ctx, viewer), {
      can: 'api-keys:read',
      response: model.SyncLogins,
      detail: { summary: 'List your sync logins for KOReader' },
    })
    .post('', ({ viewer, body, set }) => createdUncached(set, createSyncLogin(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.SyncLoginCreation,
      response: { 201: model.NewSyncLogin },
      detail: {
        summary: 'Create a sync login for KOReader',
        description: 'The password is returned only in this response.',
      },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteSyncLogin(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a sync login',
          description: 'The login stops working immediately. Reading progress is kept.',
        },
      },
    )
