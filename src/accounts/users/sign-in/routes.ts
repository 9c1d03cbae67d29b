import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { readSmallJson } from '../../../platform/http/body'
import { noContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../permissions/guard'
import { NoContent } from '../../permissions/model'
import { renewSessionHeaders } from '../../sessions/cookie'
import * as model from '../model'
import { changePassword } from './change-password'
import { answerSession, getClient } from './answer-session'
import { getUserInfo, login } from './login'
import { signInByLink } from './login-link'
import { getSetupStatus, initialize } from './setup'

const loginRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .post(
      '/login',
      async ({ request, set, body }) =>
        answerSession(ctx, { request, set }, await login(ctx, await getClient(ctx, request), body)),
      {
        body: model.Login,
        response: model.SignedIn,
        detail: {
          summary: 'Sign in',
          description:
            'Accepts a username or email address. Apps use the tokens in the response; browsers use the cookie. Returns 429 after too many failed attempts.',
          security: [],
        },
      },
    )
    .post(
      '/login-link',
      async ({ request, set, body }) =>
        answerSession(
          ctx,
          { request, set },
          await signInByLink(ctx, await getClient(ctx, request), body.token),
        ),
      {
        body: model.LoginLink,
        response: model.SignedIn,
        detail: {
          summary: 'Sign in with a link',
          description:
            '`quire user login-link NAME` prints a link that works once within 15 minutes.',
          security: [],
        },
      },
    )

const signedInRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get(
      '/me',
      ({ viewer, request, set }) => {
        Object.assign(set.headers, renewSessionHeaders(ctx, request, viewer))
        return getUserInfo(ctx, viewer)
      },
      {
        signedIn: true,
        response: model.UserInfo,
        detail: {
          summary: 'Get the signed-in user',
          description:
            'Includes the effective permissions. `email` is empty for API keys without `account:read`. Extends the session cookie.',
        },
      },
    )
    .put(
      '/password',
      ({ viewer, body, set }) => noContent(set, changePassword(ctx, viewer, body)),
      {
        signedIn: true,
        body: model.PasswordChange,
        response: NoContent,
        detail: {
          summary: 'Change your password',
          description:
            'Requires a session and the current password. Ends all your other sessions and, on request, deletes your API keys.',
        },
      },
    )

const setupRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/setup', tags: ['Set-up'] })
    .onParse(readSmallJson)
    .get('/status', () => getSetupStatus(ctx), {
      response: model.SetupStatus,
      detail: {
        summary: 'Get the setup status',
        description:
          'If there are no users yet, the first one is created with the setup link that the server prints.',
        security: [],
      },
    })
    .post(
      '/initialize',
      async ({ request, set, body }) =>
        answerSession(
          ctx,
          { request, set },
          await initialize(ctx, await getClient(ctx, request), body),
        ),
      {
        body: model.Setup,
        response: model.SignedIn,
        detail: {
          summary: 'Create the first administrator',
          description: 'Requires the token from the setup link, which works once.',
          security: [],
        },
      },
    )

export const signInRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(loginRoutes(ctx)).use(signedInRoutes(ctx)).use(setupRoutes(ctx))
