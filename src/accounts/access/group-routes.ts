import { Elysia } from 'elysia'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import type { Context } from '../../context'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import {
  addMapping,
  createAccessGroup,
  deleteAccessGroup,
  editAccessGroup,
  getAccessGroup,
  listAccessGroups,
  removeMapping,
} from './groups'
import { addMembers, grantGroupTag, removeGroupTag, removeMember } from './membership'
import * as model from './model'

const can = 'system:admin'

export const accessGroupRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/access-groups', tags: ['Access groups'] })
    .use(guard(ctx))
    .use(groupRoutes(ctx))
    .use(oneGroupRoutes(ctx))
    .use(memberRoutes(ctx))
    .use(mappingRoutes(ctx))

const groupRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('', () => listAccessGroups(ctx), {
      can,
      response: model.AccessGroups,
      detail: { summary: 'List access groups', description: 'In alphabetical order.' },
    })
    .post(
      '',
      ({ viewer, body, set }) => createdUncached(set, createAccessGroup(ctx, viewer, body)),
      {
        can,
        body: model.GroupCreation,
        response: { 201: model.AccessGroup },
        detail: {
          summary: 'Add an access group',
          description:
            'Its restrictions apply to all members, in addition to their own. An age limit also hides series without an age rating unless `hidesUnrated` is false.',
        },
      },
    )
    .get('/:group_id', ({ params }) => getAccessGroup(ctx, params.group_id), {
      can,
      params: model.ByGroup,
      response: model.AccessGroupDetail,
      detail: {
        summary: 'Get an access group',
        description: 'Includes its members, sharing tags and mappings.',
      },
    })

const oneGroupRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .patch(
      '/:group_id',
      ({ viewer, params, body }) => editAccessGroup(ctx, viewer, params.group_id, body),
      {
        can,
        params: model.ByGroup,
        body: model.GroupPatch,
        response: model.AccessGroup,
        detail: {
          summary: 'Edit an access group',
          description:
            'Omitted settings keep their value. A new age limit also hides series without an age rating unless `hidesUnrated` is false. Takes effect immediately.',
        },
      },
    )
    .delete(
      '/:group_id',
      ({ viewer, params, set }) => noContent(set, deleteAccessGroup(ctx, viewer, params.group_id)),
      {
        can,
        params: model.ByGroup,
        response: NoContent,
        detail: {
          summary: 'Delete an access group',
          description: 'The accounts of its members are kept and are no longer restricted by it.',
        },
      },
    )

const memberRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .post(
      '/:group_id/members',
      ({ viewer, params, body }) => addMembers(ctx, viewer, params.group_id, body.userIds),
      {
        can,
        params: model.ByGroup,
        body: model.MembersBody,
        response: model.GroupMembers,
        detail: {
          summary: 'Add members to an access group',
          description: 'At most 500 members per request.',
        },
      },
    )
    .delete(
      '/:group_id/members/:user_id',
      ({ viewer, params, set }) =>
        noContent(set, removeMember(ctx, viewer, params.group_id, params.user_id)),
      {
        can,
        params: model.ByGroupUser,
        response: NoContent,
        detail: { summary: 'Remove a member from an access group' },
      },
    )
    .post(
      '/:group_id/grants',
      ({ viewer, params, body }) => grantGroupTag(ctx, viewer, params.group_id, body),
      {
        can,
        params: model.ByGroup,
        body: model.GrantBody,
        response: model.GroupGrant,
        detail: { summary: 'Allow or deny a sharing tag for an access group' },
      },
    )
    .delete(
      '/:group_id/grants/:tag_id',
      ({ viewer, params, set }) =>
        noContent(set, removeGroupTag(ctx, viewer, params.group_id, params.tag_id)),
      {
        can,
        params: model.ByGroupTag,
        response: NoContent,
        detail: { summary: 'Remove a sharing tag from an access group' },
      },
    )

const mappingRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .post(
      '/:group_id/oidc-mappings',
      ({ viewer, params, body }) => addMapping(ctx, viewer, params.group_id, body.oidcGroupName),
      {
        can,
        params: model.ByGroup,
        body: model.MappingBody,
        response: model.GroupMapping,
        detail: {
          summary: 'Map a group at a sign-in provider to an access group',
          description:
            'Users who belong to the mapped group become members the next time they sign in. Members added by the mapping are removed at their next sign-in if they no longer belong to the mapped group.',
        },
      },
    )
    .delete(
      '/:group_id/oidc-mappings/:mapping_id',
      ({ viewer, params, set }) =>
        noContent(set, removeMapping(ctx, viewer, params.group_id, params.mapping_id)),
      {
        can,
        params: model.ByGroupMapping,
        response: NoContent,
        detail: { summary: 'Remove a mapping from an access group' },
      },
    )
