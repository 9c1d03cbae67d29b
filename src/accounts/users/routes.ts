import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { readSmallJson } from '../../platform/http/body'
import { pageOf, pagingOf } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { createApiKey, deleteApiKey, editApiKey, getApiKey, listApiKeys } from './api-keys'
import { accessRoutes } from './access-routes'
import { guard, visitingViewer } from './guard'
import { refuseForeignPage } from './identify'
import * as model from './model'
import { createUser, deleteUser, editSelf, editUser, getUser, listUsers } from './service'
import { changePassword, type Entry, getUserInfo, login, logout, refresh } from './sessions'
import { sessionListRoutes } from './session-routes'
import { getSetupStatus, initialize } from './setup'
import { cookieHeader, farewell, renewedCookie, visitorOf } from './visitor'

interface Exchange {
  request: Request
  set: { headers: Record<string, string | number | string[] | undefined> }
}

const visitor = async (ctx: Context, request: Request) =>
  visitorOf(ctx, request, await visitingViewer(ctx, request))

/** Hands out the cookie beside the answer. */
function welcome(ctx: Context, { request, set }: Exchange, { answer, cookie }: Entry) {
  set.headers['set-cookie'] = cookieHeader(ctx, request, cookie)
  set.headers['cache-control'] = 'no-store'
  return answer
}

/** 201, which no cache may keep: the answer can hold a secret. */
async function made<T>(set: Exchange['set'], work: Promise<T>): Promise<T> {
  const answer = await work
  Object.assign(set, { status: 201 })
  set.headers['cache-control'] = 'no-store'
  return answer
}

async function gone(set: Exchange['set'], work: Promise<void>) {
  await work
  Object.assign(set, { status: 204 })
}

const signInRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .post(
      '/login',
      async ({ request, set, body }) =>
        welcome(ctx, { request, set }, await login(ctx, await visitor(ctx, request), body)),
      {
        body: model.Login,
        response: model.SignedIn,
        detail: {
          summary: 'Sign in',
          description:
            'With user name or e-mail address. Apps use the tokens, browsers the cookie that comes with the answer. Too many wrong attempts are answered with 429.',
          security: [],
        },
      },
    )
    .post('/refresh', ({ body }) => refresh(ctx, body.refreshToken), {
      body: model.Refresh,
      response: model.Tokens,
      detail: {
        summary: 'Exchange a refresh token for new tokens',
        description:
          'The old one is honoured for 30 seconds more; using it after that ends the session.',
        security: [],
      },
    })
    .post(
      '/logout',
      async ({ request, set, body }) => {
        refuseForeignPage(ctx, request)
        Object.assign(set.headers, farewell(ctx, request))
        return logout(ctx, await visitingViewer(ctx, request), body?.refreshToken)
      },
      {
        body: model.Logout,
        response: model.Message,
        detail: {
          summary: 'Sign out',
          description:
            'Ends the session that the request proves, or the one of the refresh token, with all its tokens and its cookie.',
        },
      },
    )

const sessionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get(
      '/me',
      ({ viewer, request, set }) => {
        Object.assign(set.headers, renewedCookie(ctx, request, viewer))
        return getUserInfo(ctx, viewer)
      },
      {
        signedIn: true,
        response: model.UserInfo,
        detail: { summary: 'Who am I, and what may I do?', description: 'Renews the cookie.' },
      },
    )
    .put('/password', ({ viewer, body, set }) => gone(set, changePassword(ctx, viewer, body)), {
      signedIn: true,
      body: model.PasswordChange,
      response: model.Nothing,
      detail: {
        summary: 'Change my password',
        description: 'Needs a session and the current password. Ends all my other sessions.',
      },
    })

const selfRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user', tags: ['Users'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => getUser(ctx, viewer.userId), {
      signedIn: true,
      response: model.User,
      detail: {
        summary: 'Get my account',
        operationId: 'getOwnUser',
        description: 'The same as any user is shown.',
      },
    })
    .patch('', ({ viewer, body }) => editSelf(ctx, viewer, body), {
      signedIn: true,
      body: model.SelfPatch,
      response: model.User,
      detail: {
        summary: 'Change my name or e-mail address',
        operationId: 'updateOwnUser',
        description: 'Needs a session and the current password.',
      },
    })

const accountRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(guard(ctx))
    .get(
      '',
      async ({ query, request, set }) =>
        pageOf({ request, set }, pagingOf(query), await listUsers(ctx, query)),
      {
        can: 'users:read',
        query: model.UserQuery,
        response: model.Users,
        detail: {
          summary: 'List users',
          description: 'Search looks into names and e-mail addresses.',
        },
      },
    )
    .post('', ({ viewer, body, set }) => made(set, createUser(ctx, viewer, body)), {
      can: 'users:write',
      body: model.UserCreation,
      response: { 201: model.User },
      detail: {
        summary: 'Add a user',
        description: 'With at most the rights of the one who adds; a reader if nothing is said.',
      },
    })
    .use(oneAccountRoutes(ctx))

const oneAccountRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('/:id', ({ params }) => getUser(ctx, params.id), {
      can: 'users:read',
      params: ByIdParams,
      response: model.User,
      detail: { summary: 'Get a user', description: 'As the list shows it.' },
    })
    .patch('/:id', ({ viewer, params, body }) => editUser(ctx, viewer, params.id, body), {
      can: 'users:write',
      params: ByIdParams,
      body: model.UserPatch,
      response: model.User,
      detail: {
        summary: 'Edit a user',
        description:
          'Takes effect at once. A new password and deactivation end all sessions. The last active administrator stays one.',
      },
    })
    .delete('/:id', ({ viewer, params, set }) => gone(set, deleteUser(ctx, viewer, params.id)), {
      can: 'users:delete',
      params: ByIdParams,
      response: model.Nothing,
      detail: { summary: 'Delete a user', description: 'What the user read is deleted as well.' },
    })

const apiKeyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/api-keys', tags: ['API keys'] })
    .use(guard(ctx))
    .get(
      '',
      async ({ viewer, query, request, set }) =>
        pageOf({ request, set }, pagingOf(query), await listApiKeys(ctx, viewer, query)),
      {
        can: 'api-keys:read',
        query: model.ApiKeyQuery,
        response: model.ApiKeys,
        detail: { summary: 'List my API keys', description: 'Without the keys themselves.' },
      },
    )
    .post('', ({ viewer, body, set }) => made(set, createApiKey(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.ApiKeyCreation,
      response: { 201: model.NewApiKey },
      detail: {
        summary: 'Make an API key',
        description:
          'The key is shown only this once. Without permissions it gets all of its owner.',
      },
    })
    .use(oneApiKeyRoutes(ctx))

const oneApiKeyRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('/:id', ({ viewer, params }) => getApiKey(ctx, viewer, params.id), {
      can: 'api-keys:read',
      params: ByIdParams,
      response: model.ApiKey,
      detail: { summary: 'Get one of my API keys', description: 'Without the key itself.' },
    })
    .patch('/:id', ({ viewer, params, body }) => editApiKey(ctx, viewer, params.id, body), {
      can: 'api-keys:write',
      params: ByIdParams,
      body: model.ApiKeyPatch,
      response: model.ApiKey,
      detail: { summary: 'Edit an API key', description: 'Not possible with a key.' },
    })
    .delete('/:id', ({ viewer, params, set }) => gone(set, deleteApiKey(ctx, viewer, params.id)), {
      can: 'api-keys:delete',
      params: ByIdParams,
      response: model.Nothing,
      detail: { summary: 'Delete an API key', description: 'It stops working at once.' },
    })

const setupRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/setup', tags: ['Set-up'] })
    .onParse(readSmallJson)
    .get('/status', () => getSetupStatus(ctx), {
      response: model.SetupStatus,
      detail: {
        summary: 'Is there a user yet?',
        description: 'Without one, the set-up link in the log makes the first.',
        security: [],
      },
    })
    .post(
      '/initialize',
      async ({ request, set, body }) =>
        welcome(ctx, { request, set }, await initialize(ctx, await visitor(ctx, request), body)),
      {
        body: model.Setup,
        response: model.SignedIn,
        detail: {
          summary: 'Make the first administrator',
          description: 'With the token of the set-up link, which works once.',
          security: [],
        },
      },
    )

/** Everything about accounts, below `/api/v1`. */
export const userRoutes = (ctx: Context) =>
  new Elysia()
    .use(signInRoutes(ctx))
    .use(sessionRoutes(ctx))
    .use(sessionListRoutes(ctx))
    .use(selfRoutes(ctx))
    .use(accountRoutes(ctx))
    .use(accessRoutes(ctx))
    .use(apiKeyRoutes(ctx))
    .use(setupRoutes(ctx))
