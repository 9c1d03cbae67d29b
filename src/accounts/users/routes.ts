import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { paged } from '../../platform/http/pagination'
import { supportsIfMatch } from '../../platform/http/openapi/documented-refusals'
import {
  createVersionTag,
  requireMatchOfJson,
  requireVersion,
} from '../../platform/http/responses/etag'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import { ApiKeyQuery, ApiKeys, KeysDeleted, UserKeyParams } from '../api-keys/model'
import { SessionsEnded } from '../sessions/model'
import { deleteUser } from './delete-user'
import { getUserLibraries, setUserLibraries } from './library-access'
import * as model from './model'
import { createUser, editSelf, editUser, endSessionsOfUser, getUser, listUsers } from './service'
import { deleteKeyOfUser, deleteKeysOfUser, listKeysOfUser } from './keys-of-user'

/**
 * Returns only the members that people edit. The others change with each sign-in, edit or new
 * picture.
 */
const pickEdited = ({
  lastLoginAt: _login,
  updatedAt: _at,
  pictureVersion: _picture,
  ...edited
}: model.User) => edited

function tag(set: { headers: Record<string, unknown> }, user: model.User) {
  set.headers['etag'] = createVersionTag(pickEdited(user), user)
  return user
}

const selfRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user', tags: ['Users'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => getUser(ctx, viewer.userId), {
      can: 'account:read',
      response: model.User,
      detail: {
        summary: 'Get your account',
        operationId: 'getOwnUser',
        description: 'Returns the signed-in user with the same fields as other users.',
      },
    })
    .patch('', ({ viewer, body }) => editSelf(ctx, viewer, body), {
      signedIn: true,
      body: model.SelfPatch,
      response: model.User,
      detail: {
        summary: 'Change your name or email address',
        operationId: 'updateOwnUser',
        description: 'Requires a session and the current password.',
      },
    })

const accountRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(guard(ctx))
    .get('', ({ query, request, set }) => paged({ query, request, set }, listUsers(ctx, query)), {
      can: 'users:read',
      query: model.UserQuery,
      response: model.Users,
      detail: {
        summary: 'List users',
        description: '`search` matches usernames and email addresses.',
      },
    })
    .post('', ({ viewer, body, set }) => createdUncached(set, createUser(ctx, viewer, body)), {
      can: 'users:write',
      body: model.UserCreation,
      response: { 201: model.User },
      detail: {
        summary: 'Add a user',
        description:
          "You can't grant permissions that you don't have. The default role is reader. With `libraryIds` and `ageLimit`, the account is limited from its first request on. An age limit also hides series without an age rating unless `hidesUnrated` is false. 409 for administrators, who see everything.",
      },
    })
    .use(oneAccountRoutes(ctx))

const oneAccountRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('/:id', async ({ params, set }) => tag(set, await getUser(ctx, params.id)), {
      can: 'users:read',
      params: ByIdParams,
      response: model.User,
      detail: {
        summary: 'Get a user',
        description:
          'Returns the same fields as the list. When you edit, send the ETag back as `If-Match`: signing in does not count as a change.',
      },
    })
    .patch(
      '/:id',
      async ({ viewer, params, body, request, set }) => {
        const check = (user: model.User) => requireVersion(request, pickEdited(user))
        return tag(set, await editUser(ctx, viewer, params.id, { ...body, check }))
      },
      {
        can: 'users:write',
        params: ByIdParams,
        body: model.UserPatch,
        response: model.User,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Edit a user',
          description:
            'Takes effect immediately. A new password ends all sessions and deletes API keys; it also removes passkeys and connected accounts, unless `removeOtherSignIns` is false. Deactivating the user ends all sessions and blocks the keys. The last active administrator cannot be demoted or deactivated.',
        },
      },
    )
    .delete(
      '/:id',
      ({ viewer, params, request, set }) => {
        const check = (user: model.User) => requireVersion(request, pickEdited(user))
        return noContent(set, deleteUser(ctx, viewer, params.id, check))
      },
      {
        can: 'users:delete',
        params: ByIdParams,
        response: NoContent,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Delete a user',
          description:
            "Also deletes the user's reading progress, bookmarks, ratings and other personal data.",
        },
      },
    )

const accessRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(guard(ctx))
    .get('/:id/libraries', ({ viewer, params }) => getUserLibraries(ctx, viewer, params.id), {
      can: 'users:read',
      params: ByIdParams,
      response: model.UserLibraries,
      detail: {
        summary: 'List the libraries that a user can see',
        description:
          "null means all libraries, including future ones. Libraries that you can't access are left out.",
      },
    })
    .put(
      '/:id/libraries',
      ({ viewer, params, body, request }) =>
        setUserLibraries(ctx, viewer, params.id, {
          ...body,
          check: (present) => requireMatchOfJson(request, present),
        }),
      {
        can: 'users:write',
        params: ByIdParams,
        body: model.UserLibraries,
        response: model.UserLibraries,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Set the libraries that a user can see',
          description:
            'null means all libraries. Takes effect immediately. Administrators see all libraries. ' +
            "The user's access to libraries that you can't access does not change.",
        },
      },
    )
    .delete('/:id/sessions', ({ viewer, params }) => endSessionsOfUser(ctx, viewer, params.id), {
      can: 'users:write',
      params: ByIdParams,
      response: SessionsEnded,
      detail: {
        summary: 'Sign out a user everywhere',
        description: 'The account and its API keys stay active.',
      },
    })

const keyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users/:id/api-keys', tags: ['Users'] })
    .use(guard(ctx))
    .get(
      '',
      ({ params, query, request, set }) =>
        paged({ query, request, set }, listKeysOfUser(ctx, params.id, query)),
      {
        can: ['users:read', 'api-keys:read'],
        params: ByIdParams,
        query: ApiKeyQuery,
        response: ApiKeys,
        detail: {
          summary: "List a user's API keys",
          description: 'Secrets are not included.',
        },
      },
    )
    .delete('', ({ viewer, params }) => deleteKeysOfUser(ctx, viewer, params.id), {
      can: ['users:write', 'api-keys:delete'],
      params: ByIdParams,
      response: KeysDeleted,
      detail: {
        summary: "Delete all of a user's API keys",
        description: "The keys stop working immediately. The user's sessions stay active.",
      },
    })
    .delete(
      '/:keyId',
      ({ viewer, params, set }) =>
        noContent(set, deleteKeyOfUser(ctx, viewer, params.id, params.keyId)),
      {
        can: ['users:write', 'api-keys:delete'],
        params: UserKeyParams,
        response: NoContent,
        detail: {
          summary: "Delete a user's API key",
          description: 'The key stops working immediately.',
        },
      },
    )

export const userRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(selfRoutes(ctx)).use(accountRoutes(ctx)).use(accessRoutes(ctx)).use(keyRoutes(ctx))
