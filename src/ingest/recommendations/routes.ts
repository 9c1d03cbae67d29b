import { Elysia } from 'elysia'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import {
  DismissBody,
  DismissView,
  ExternalIdParams,
  RecommendationsView,
  RefreshView,
} from './model'
import { dismissRecommendation, restoreRecommendation } from './dismissals'
import { getRecommendations, refreshOnRequest } from './service'

export const recommendationRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/recommendations', tags: ['Recommendations'] })
    .use(guard(ctx))

    .get('', ({ viewer }) => getRecommendations(ctx, viewer), {
      can: ['progress:read', 'series:read'],
      response: RecommendationsView,
      detail: {
        summary: 'List your recommendations',
        description:
          'Lists series in your libraries that you have not started, based on what you have read, followed by works that your connections recommend, if you have turned that on. Computed in the background, at most once a day unless you refresh them.',
      },
    })

    .post('/refresh', ({ viewer }) => refreshOnRequest(ctx, viewer), {
      can: 'progress:write',
      response: RefreshView,
      detail: { summary: 'Refresh your recommendations' },
    })

    .post(
      '/:external_id/dismiss',
      ({ viewer, params, body }) =>
        dismissRecommendation(ctx, viewer, { externalId: params.external_id, ...body }),
      {
        can: 'progress:write',
        params: ExternalIdParams,
        body: DismissBody,
        response: DismissView,
        detail: { summary: 'Dismiss a recommendation permanently' },
      },
    )

    .delete(
      '/:external_id/dismiss',
      ({ viewer, params, set }) =>
        noContent(set, restoreRecommendation(ctx, viewer, params.external_id)),
      {
        can: 'progress:write',
        params: ExternalIdParams,
        response: NoContent,
        detail: { summary: 'Undo the dismissal of a recommendation' },
      },
    )
