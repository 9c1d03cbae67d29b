import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { BulkView } from '../../platform/http/bulk'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import { explainAccess } from './effective-grants'
import { getUserGrants, grantUserTag, removeUserTag } from './grants'
import { accessGroupRoutes } from './group-routes'
import { listAccessGroupsOfUser, listShareableGroups } from './groups'
import * as model from './model'
import { getRestrictions, setManyRestrictions, setRestrictions } from './restrictions'

const can = 'system:admin'

export const accessRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(restrictionRoutes(ctx))
    .use(effectiveRoutes(ctx))
    .use(grantRoutes(ctx))
    .use(ownRoutes(ctx))
    .use(accessGroupRoutes(ctx))

const restrictionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Access'] })
    .use(guard(ctx))
    .patch('/bulk/restrictions', ({ viewer, body }) => setManyRestrictions(ctx, viewer, body), {
      can,
      body: model.BulkRestrictions,
      response: BulkView,
      detail: {
        summary: 'Restrict many users',
        description:
          'Omitted settings keep their value. A new age limit also hides series without an age rating unless `hidesUnrated` is false. At most 500 users. `problems` lists the users that could not be changed.',
      },
    })
    .get('/:id/restrictions', ({ params }) => getRestrictions(ctx, params.id), {
      can,
      params: ByIdParams,
      response: model.UserRestrictions,
      detail: {
        summary: "Get a user's restrictions",
        description: "Returns only the user's own settings, without those of their access groups.",
      },
    })
    .patch(
      '/:id/restrictions',
      ({ viewer, params, body }) => setRestrictions(ctx, viewer, params.id, body),
      {
        can,
        params: ByIdParams,
        body: model.RestrictionsPatch,
        response: model.UserRestrictions,
        detail: {
          summary: 'Restrict a user',
          description:
            'Omitted settings keep their value. A new age limit also hides series without an age rating unless `hidesUnrated` is false. Takes effect immediately. If access groups also restrict the user, the stricter limit applies. 409 for administrators, who see everything.',
        },
      },
    )

const effectiveRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Access'] })
    .use(guard(ctx))
    .get(
      '/:id/effective-grants',
      ({ params, query }) => explainAccess(ctx, params.id, query.seriesId),
      {
        can,
        params: ByIdParams,
        query: model.EffectiveQuery,
        response: model.EffectiveGrants,
        detail: {
          summary: 'Explain what a user sees',
          description:
            'Returns all limits with the setting or group that each comes from. With `seriesId`, also explains whether and why the user sees that series.',
        },
      },
    )
    .get('/:id/access-groups', ({ params }) => listAccessGroupsOfUser(ctx, params.id), {
      can,
      params: ByIdParams,
      response: model.GroupSummaries,
      detail: { summary: "List a user's access groups" },
    })

const grantRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Access'] })
    .use(guard(ctx))
    .get('/:id/sharing-tags', ({ params }) => getUserGrants(ctx, params.id), {
      can,
      params: ByIdParams,
      response: model.UserGrants,
      detail: {
        summary: "List a user's sharing tags",
        description: 'Lists allowed and denied tags, without those of access groups.',
      },
    })
    .put(
      '/:id/sharing-tags',
      ({ viewer, params, body }) => grantUserTag(ctx, viewer, params.id, body),
      {
        can,
        params: ByIdParams,
        body: model.GrantBody,
        response: model.UserGrant,
        detail: {
          summary: 'Allow or deny a sharing tag for a user',
          description:
            'Series with a denied tag are hidden. Once a tag is allowed, only series with an allowed tag are visible.',
        },
      },
    )
    .delete(
      '/:id/sharing-tags/:tag_id',
      ({ viewer, params, set }) =>
        noContent(set, removeUserTag(ctx, viewer, params.id, params.tag_id)),
      {
        can,
        params: model.ByUserTag,
        response: NoContent,
        detail: { summary: 'Remove a sharing tag from a user' },
      },
    )

const ownRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user', tags: ['Access'] })
    .use(guard(ctx))
    .get('/sharing-tags', ({ viewer }) => getUserGrants(ctx, viewer.userId), {
      can: 'account:read',
      response: model.UserGrants,
      detail: { summary: 'List your sharing tags', operationId: 'listOwnSharingTags' },
    })
    .get('/shareable-groups', ({ viewer }) => listShareableGroups(ctx.db, viewer), {
      can: 'lists:publish',
      response: model.ShareableGroups,
      detail: {
        summary: 'List the access groups that you can share lists with',
        description:
          'Lists your own access groups in alphabetical order; administrators get all groups.',
      },
    })
