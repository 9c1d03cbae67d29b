import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { readSmallJson } from '../../platform/http/body'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import { refuseForeignPage } from '../sessions/csrf'
import { SignedIn } from '../users/model'
import { answerSession, getClient } from '../users/sign-in/answer-session'
import * as model from './model'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  removePasskeysOfUser,
  renamePasskey,
} from './service'
import { beginPasskeySignIn, signInByPasskey } from './sign-in'

interface ResponseState {
  headers: Record<string, string | number | string[] | undefined>
}

async function answerOptions(
  set: ResponseState,
  work: Promise<{ options: Record<string, unknown>; cookie: string }>,
) {
  const { options, cookie } = await work
  set.headers['set-cookie'] = cookie
  set.headers['cache-control'] = 'no-store'
  return options
}

const signInPasskeyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/passkey', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .post(
      '/options',
      ({ request, set }) => {
        refuseForeignPage(ctx, request)
        return answerOptions(set, beginPasskeySignIn(ctx, request))
      },
      {
        response: model.PasskeyOptions,
        detail: {
          summary: 'Start signing in with a passkey',
          description:
            'Returns options for `navigator.credentials.get`. The cookie from this response is required to finish signing in.',
          security: [],
        },
      },
    )
    .post(
      '',
      async ({ request, set, body }) => {
        const client = await getClient(ctx, request)
        const result = await signInByPasskey(ctx, request, client, body.credential)
        return answerSession(ctx, { request, set }, result)
      },
      {
        body: model.PasskeySignIn,
        response: SignedIn,
        detail: {
          summary: 'Sign in with a passkey',
          description: 'Accepts the result of `navigator.credentials.get` as JSON.',
          security: [],
        },
      },
    )

const addRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/passkeys', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get('', ({ viewer }) => listPasskeys(ctx, viewer), {
      can: 'account:read',
      response: model.Passkeys,
      detail: { summary: 'List your passkeys', description: 'Oldest first; at most 20.' },
    })
    .post(
      '/options',
      ({ viewer, request, body, set }) =>
        answerOptions(set, beginPasskey(ctx, request, viewer, body.currentPassword)),
      {
        can: 'account:write',
        body: model.PasskeyStart,
        response: model.PasskeyOptions,
        detail: {
          summary: 'Start adding a passkey',
          description:
            'Returns options for `navigator.credentials.create`. Requires a session, and the current password if there is one.',
        },
      },
    )
    .post(
      '',
      ({ viewer, request, body, set }) =>
        createdUncached(set, addPasskey(ctx, request, viewer, body)),
      {
        can: 'account:write',
        body: model.PasskeyCreation,
        response: { 201: model.Passkeys },
        detail: {
          summary: 'Add a passkey',
          description: 'Accepts the result of `navigator.credentials.create` as JSON.',
        },
      },
    )

const changePasskeyRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .patch(
      '/auth/passkeys/:id',
      ({ viewer, params, body }) => renamePasskey(ctx, viewer, params.id, body.name),
      {
        can: 'account:write',
        params: ByIdParams,
        body: model.PasskeyPatch,
        response: model.Passkeys,
        detail: {
          tags: ['Sign-in'],
          summary: 'Rename a passkey',
          description: 'Requires a session.',
        },
      },
    )
    .delete(
      '/auth/passkeys/:id',
      ({ viewer, params, set }) => noContent(set, removePasskey(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          tags: ['Sign-in'],
          summary: 'Remove a passkey',
          description: 'Requires a session. 409 if this is your only way to sign in.',
        },
      },
    )
    .delete(
      '/users/:id/passkeys',
      ({ viewer, params, set }) => noContent(set, removePasskeysOfUser(ctx, viewer, params.id)),
      {
        can: 'users:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          tags: ['Users'],
          summary: "Remove all of a user's passkeys",
          description: 'For users who have lost a device. Requires a session.',
        },
      },
    )

export const passkeyRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(signInPasskeyRoutes(ctx)).use(addRoutes(ctx)).use(changePasskeyRoutes(ctx))
