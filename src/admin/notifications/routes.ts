import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import { MessageView } from '../../platform/http/message-shapes'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { createChannel, deleteChannel, listChannels, updateChannel } from './channels'
import { confirmChannel, resendCode } from './confirm-address'
import { sendTest, type SendContext } from './deliver'
import { ChannelPatch, ChannelsView, ChannelView, CodeBody, NewChannel, PushKeyView } from './model'
import { getPushKeys } from './senders/web-push'

export const notificationRoutes = (ctx: SendContext) =>
  new Elysia({ prefix: '/user' })
    .use(pushKeyRoute(ctx))
    .use(
      new Elysia({ prefix: '/notification-channels' })
        .use(channelRoutes(ctx))
        .use(changeRoutes(ctx))
        .use(sendRoutes(ctx)),
    )

const tags = ['Notifications']

const pushKeyRoute = (ctx: SendContext) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get('/push-key', () => ({ publicKey: getPushKeys(ctx.config).publicKey }), {
      can: 'account:read',
      response: PushKeyView,
      detail: {
        summary: 'Get the public key for browser notifications',
        description: 'Browsers subscribe with this key (Web Push, VAPID). It does not change.',
      },
    })

const channelRoutes = (ctx: SendContext) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get('', ({ viewer }) => listChannels(ctx, viewer), {
      can: 'account:read',
      response: ChannelsView,
      detail: { summary: 'List your notification channels' },
    })

    .post(
      '',
      ({ viewer, body, set, request }) =>
        createdUncached(set, createChannel(ctx, viewer, body, request.signal)),
      {
        can: 'account:write',
        body: NewChannel,
        response: { 201: ChannelView },
        detail: {
          summary: 'Add a notification channel',
          description:
            'The address and the token are stored encrypted and never returned. An email address must be confirmed with the code that is sent to it; a user can request ten codes a day.',
        },
      },
    )

const changeRoutes = (ctx: SendContext) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .patch(
      '/:id',
      ({ viewer, params, body, request }) =>
        updateChannel(ctx, viewer, { id: params.id, patch: body }, request.signal),
      {
        can: 'account:write',
        params: ByIdParams,
        body: ChannelPatch,
        response: ChannelView,
        detail: {
          summary: 'Change a notification channel',
          description:
            'If the address changes and no token is given, the token is removed. A new email address must be confirmed.',
        },
      },
    )

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteChannel(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: { summary: 'Delete a notification channel' },
      },
    )

const sendRoutes = (ctx: SendContext) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/:id/test',
      ({ viewer, params, request }) => sendTest(ctx, viewer, params.id, request.signal),
      {
        can: 'account:write',
        params: ByIdParams,
        response: MessageView,
        detail: {
          summary: 'Send a test notification',
          description: 'Returns 503 with the reason if the notification cannot be sent.',
        },
      },
    )

    .post(
      '/:id/code',
      ({ viewer, params, request }) => resendCode(ctx, viewer, params.id, request.signal),
      {
        can: 'account:write',
        params: ByIdParams,
        response: MessageView,
        detail: {
          summary: 'Send a new code to an email address',
          description: 'The previous code is no longer valid.',
        },
      },
    )

    .post(
      '/:id/confirm',
      ({ viewer, params, body }) => confirmChannel(ctx, viewer, params.id, body.code),
      {
        can: 'account:write',
        params: ByIdParams,
        body: CodeBody,
        response: ChannelView,
        detail: {
          summary: 'Confirm an email address',
          description: 'A code is valid for one day and five attempts.',
        },
      },
    )
