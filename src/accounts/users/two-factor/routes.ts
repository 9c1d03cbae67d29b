import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../permissions/guard'
import { NoContent } from '../../permissions/model'
import * as model from './model'
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  disableTwoFactorOfUser,
  getTwoFactor,
  replaceRecoveryCodes,
} from './service'

interface ResponseState {
  headers: Record<string, string | number | string[] | undefined>
}

/** Forbids caching, because the response contains secrets. */
async function answerSecret<T>(set: ResponseState, work: Promise<T>): Promise<T> {
  set.headers['cache-control'] = 'no-store'
  return work
}

const setUpRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/two-factor', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => getTwoFactor(ctx, viewer), {
      can: 'account:read',
      response: model.TwoFactorView,
      detail: {
        summary: 'Get your two-factor authentication status',
        description: 'Returns whether a code is required to sign in with your password.',
      },
    })
    .post(
      '',
      ({ viewer, body, set }) =>
        answerSecret(set, beginTwoFactor(ctx, viewer, body.currentPassword)),
      {
        can: 'account:write',
        body: model.TwoFactorPassword,
        response: model.TwoFactorSetup,
        detail: {
          summary: 'Set up two-factor authentication',
          description:
            'Requires a session. Two-factor authentication is turned on when you confirm a code.',
        },
      },
    )
    .post(
      '/confirm',
      ({ viewer, body, set }) => answerSecret(set, confirmTwoFactor(ctx, viewer, body.code)),
      {
        can: 'account:write',
        body: model.TwoFactorCode,
        response: model.RecoveryCodes,
        detail: {
          summary: 'Turn on two-factor authentication',
          description: 'Requires a code from the authenticator app. Returns recovery codes.',
        },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Sign-in'] })
    .use(guard(ctx))
    .post(
      '/auth/two-factor/recovery-codes',
      ({ viewer, body, set }) =>
        answerSecret(set, replaceRecoveryCodes(ctx, viewer, body.currentPassword)),
      {
        can: 'account:write',
        body: model.TwoFactorPassword,
        response: model.RecoveryCodes,
        detail: {
          summary: 'Create new recovery codes',
          description: 'The previous codes stop working. Requires a session.',
        },
      },
    )
    .post(
      '/auth/two-factor/disable',
      ({ viewer, body, set }) =>
        noContent(set, disableTwoFactor(ctx, viewer, body.currentPassword)),
      {
        can: 'account:write',
        body: model.TwoFactorPassword,
        response: NoContent,
        detail: {
          summary: 'Turn off two-factor authentication',
          description: 'Requires a session and the current password.',
        },
      },
    )
    .delete(
      '/users/:id/two-factor',
      ({ viewer, params, set }) => noContent(set, disableTwoFactorOfUser(ctx, viewer, params.id)),
      {
        can: 'users:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          tags: ['Users'],
          summary: 'Turn off two-factor authentication for a user',
          description: 'For users who have lost their phone. Requires a session.',
        },
      },
    )

export const twoFactorRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(setUpRoutes(ctx)).use(changeRoutes(ctx))
