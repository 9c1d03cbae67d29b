import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from './guard'
import * as model from './model'
import { getReach, setReach } from './reach'
import { rightsOfRoles } from './rights'
import { signOutUser } from './service'

/** What is open to somebody, and the end of it. */
export const accessRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Users'] })
    .use(guard(ctx))
    .get('/roles', () => rightsOfRoles(), {
      can: 'users:read',
      response: model.AllRoleRights,
      detail: {
        summary: 'What each role may do',
        description: 'Before the permissions that a user has besides.',
      },
    })
    .get('/users/:id/libraries', ({ viewer, params }) => getReach(ctx, viewer, params.id), {
      can: 'users:read',
      params: ByIdParams,
      response: model.UserLibraries,
      detail: {
        summary: 'Which libraries are open to a user?',
        description:
          'Null: all of them, those of the future, too. Names only those that you see yourself.',
      },
    })
    .put(
      '/users/:id/libraries',
      ({ viewer, params, body }) => setReach(ctx, viewer, params.id, body),
      {
        can: 'users:write',
        params: ByIdParams,
        body: model.UserLibraries,
        response: model.UserLibraries,
        detail: {
          summary: 'Open some libraries to a user, or all',
          description:
            'What lies in the others is not there for this user. Takes effect at once. Administrators see all. ' +
            'What is closed to you yourself stays as it is.',
        },
      },
    )
    .delete('/users/:id/sessions', ({ viewer, params }) => signOutUser(ctx, viewer, params.id), {
      can: 'users:write',
      params: ByIdParams,
      response: model.SessionsEnded,
      detail: {
        summary: 'Sign a user out everywhere',
        description: 'The account stays as it is, and so do its API keys.',
      },
    })
