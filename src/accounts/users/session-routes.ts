import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from './guard'
import * as model from './model'
import { endAllSessions, endSession, listSessions } from './sessions'

export const sessionListRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get('/sessions', ({ viewer }) => listSessions(ctx, viewer), {
      signedIn: true,
      response: model.Sessions,
      detail: { summary: 'List my sessions', description: 'The last used first; 100 at most.' },
    })
    .delete(
      '/sessions',
      ({ viewer, query }) => endAllSessions(ctx, viewer, { here: query.here === 'true' }),
      {
        signedIn: true,
        query: model.EndSessionsQuery,
        response: model.SessionsEnded,
        detail: {
          summary: 'Sign me out everywhere',
          description:
            'Ends all my other sessions, with `here=true` this one, too. Needs a session.',
        },
      },
    )
    .delete(
      '/sessions/:id',
      async ({ viewer, params, set }) => {
        await endSession(ctx, viewer, params.id)
        set.status = 204
      },
      {
        signedIn: true,
        params: ByIdParams,
        response: model.Nothing,
        detail: { summary: 'End one of my sessions', description: 'Needs a session, not a key.' },
      },
    )
