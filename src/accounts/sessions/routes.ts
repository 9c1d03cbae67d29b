import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { readSmallJson } from '../../platform/http/body'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { findViewer, guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import * as model from './model'
import { refuseForeignPage } from './csrf'
import { endAllSessions, endSession, listSessions } from './service'
import { createSignOutHeaders, signOut } from './sign-out'
import { exchangeRefreshToken } from './tokens/refresh-tokens'

const sessionListRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get('/sessions', ({ viewer }) => listSessions(ctx, viewer), {
      can: 'account:read',
      response: model.Sessions,
      detail: {
        summary: 'List your sessions',
        description: 'Most recently used first; at most 100.',
      },
    })
    .delete(
      '/sessions',
      ({ viewer, query }) =>
        endAllSessions(ctx, viewer, { includeCurrent: query.includeCurrent === 'true' }),
      {
        signedIn: true,
        query: model.EndSessionsQuery,
        response: model.SessionsEnded,
        detail: {
          summary: 'Sign out everywhere',
          description:
            'Ends all your other sessions; `includeCurrent=true` also ends the current session. Requires a session.',
        },
      },
    )
    .delete(
      '/sessions/:id',
      ({ viewer, params, set }) => noContent(set, endSession(ctx, viewer, params.id)),
      {
        signedIn: true,
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'End one of your sessions',
          description: 'Requires a session; an API key is not enough.',
        },
      },
    )

const tokenRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .post('/refresh', ({ body }) => exchangeRefreshToken(ctx, body.refreshToken), {
      body: model.Refresh,
      response: model.Tokens,
      detail: {
        summary: 'Exchange a refresh token for new tokens',
        description:
          'For 30 seconds, sending the old token again returns the same new token; sending the old token later ends the session.',
        security: [],
      },
    })
    .post(
      '/logout',
      async ({ request, set, body }) => {
        refuseForeignPage(ctx, request)
        Object.assign(set.headers, createSignOutHeaders(ctx, request))
        return signOut(ctx, await findViewer(ctx, request), body?.refreshToken)
      },
      {
        body: model.Logout,
        response: model.Message,
        detail: {
          summary: 'Sign out',
          description:
            'Ends the session of the request, or that of the refresh token, and invalidates its tokens and cookie.',
        },
      },
    )

export const sessionRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(tokenRoutes(ctx)).use(sessionListRoutes(ctx))
