/** Routes for a user's feed URLs. */
import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { createFeedAddress, deleteFeedAddress, listFeedAddresses } from './addresses'
import * as model from './model'

export const feedAddressRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/feeds', tags: ['Releases'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listFeedAddresses(ctx, viewer), {
      can: 'api-keys:read',
      response: model.FeedAddresses,
      detail: { summary: 'List your feed addresses' },
    })
    .post(
      '',
      ({ viewer, body, set }) => createdUncached(set, createFeedAddress(ctx, viewer, body)),
      {
        can: 'api-keys:write',
        body: model.FeedAddressCreation,
        response: { 201: model.NewFeedAddress },
        detail: {
          summary: 'Create a feed address',
          description: 'Creates addresses for feed readers and calendars, which cannot sign in.',
        },
      },
    )
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteFeedAddress(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Delete a feed address',
          description: 'The address stops working immediately.',
        },
      },
    )
