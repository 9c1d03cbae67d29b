import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { readSmallJson } from '../../platform/http/body'
import { paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { created, createdUncached, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import { SignedIn } from '../users/model'
import { answerSession, getClient } from '../users/sign-in/answer-session'
import * as model from './model'
import {
  checkInvitation,
  createInvitation,
  listInvitations,
  register,
  revokeInvitation,
} from './service'

const manageRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/invitations', tags: ['Users'] })
    .use(guard(ctx))
    .get(
      '',
      ({ query, request, set }) => paged({ query, request, set }, listInvitations(ctx, query)),
      {
        can: 'users:write',
        query: model.InvitationQuery,
        response: model.Invitations,
        detail: {
          summary: 'List invitations',
          description:
            'Newest first, without their links. Expired invitations are listed for 30 days.',
        },
      },
    )
    .post(
      '',
      ({ viewer, body, set }) => createdUncached(set, createInvitation(ctx, viewer, body)),
      {
        can: 'users:write',
        body: model.InvitationCreation,
        response: { 201: model.NewInvitation },
        detail: {
          summary: 'Create an invitation',
          description:
            'Creates a link that people can use to create their own account. By default, the account is a reader with your libraries, and the link works once within seven days. With `ageLimit`, the account is limited from its first request on, and series without an age rating are hidden unless `hidesUnrated` is false. You can grant only permissions and libraries that you have yourself. If you lose the permissions needed to create the link, it stops working; libraries that you can no longer see are left out.',
        },
      },
    )
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, revokeInvitation(ctx, viewer, params.id)),
      {
        can: 'users:write',
        params: ByIdParams,
        response: NoContent,
        detail: {
          summary: 'Revoke an invitation',
          description: 'The link stops working. Accounts that were created with it are kept.',
        },
      },
    )

const publicRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .post(
      '/invitation',
      async ({ request, body }) => checkInvitation(ctx, await getClient(ctx, request), body.token),
      {
        body: model.InvitationToken,
        response: model.InvitationView,
        detail: {
          summary: 'Check an invitation',
          description:
            'Returns who sent the invitation and when it expires. 403 if the link is no longer valid.',
          security: [],
        },
      },
    )
    .post(
      '/register',
      async ({ request, set, body }) => {
        const result = await register(ctx, await getClient(ctx, request), body)
        return created(set, answerSession(ctx, { request, set }, result))
      },
      {
        body: model.Registration,
        response: { 201: SignedIn },
        detail: {
          summary: 'Create your account with an invitation',
          description: 'Also signs in. Without a valid `invitation`, registration is closed (403).',
          security: [],
        },
      },
    )

export const invitationRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(publicRoutes(ctx)).use(manageRoutes(ctx))
