import { Elysia } from 'elysia'
import { answerNoContent } from '../../accounts/permissions/account-responses'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import {
  changeConnection,
  connect,
  disconnect,
  getConnection,
  listConnections,
} from './connections'
import {
  ConnectionsView,
  ConnectionView,
  CredentialsBody,
  ServiceParams,
  SyncModeBody,
} from './model'

export const connectionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/plugins' })
    .use(readRoutes(ctx))
    .use(signInRoutes(ctx))
    .use(changeRoutes(ctx))

const tags = ['Reading sync']

const readRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get('', ({ viewer }) => listConnections(ctx, viewer), {
      can: 'account:read',
      response: ConnectionsView,
      detail: {
        summary: 'List your connections',
        description: 'Services that keep reading lists, and those that you are connected to.',
      },
    })

    .get('/:plugin_id', ({ viewer, params }) => getConnection(ctx, viewer, params.plugin_id), {
      can: 'account:read',
      params: ServiceParams,
      response: ConnectionView,
      detail: { summary: 'Get a connection' },
    })

const signInRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/:plugin_id/credentials',
      ({ viewer, params, body }) =>
        connect(ctx, viewer, { pluginId: params.plugin_id, credentials: body }),
      {
        can: 'account:write',
        params: ServiceParams,
        body: CredentialsBody,
        response: ConnectionView,
        detail: {
          summary: 'Connect to a service',
          description:
            'Signs in at once; the token is sealed and never returned, a password is not stored.',
        },
      },
    )

    .delete(
      '/:plugin_id',
      ({ viewer, params, set }) => answerNoContent(set, disconnect(ctx, viewer, params.plugin_id)),
      {
        can: 'account:write',
        params: ServiceParams,
        response: NoContent,
        detail: {
          summary: 'End a connection',
          description: 'What was read stays, here and at the service.',
        },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/:plugin_id/enable',
      ({ viewer, params }) =>
        changeConnection(ctx, viewer, { pluginId: params.plugin_id, change: { enabled: true } }),
      {
        can: 'account:write',
        params: ServiceParams,
        response: ConnectionView,
        detail: { summary: 'Switch a connection on' },
      },
    )

    .post(
      '/:plugin_id/disable',
      ({ viewer, params }) =>
        changeConnection(ctx, viewer, { pluginId: params.plugin_id, change: { enabled: false } }),
      {
        can: 'account:write',
        params: ServiceParams,
        response: ConnectionView,
        detail: { summary: 'Switch a connection off' },
      },
    )

    .patch(
      '/:plugin_id/sync-mode',
      ({ viewer, params, body }) =>
        changeConnection(ctx, viewer, {
          pluginId: params.plugin_id,
          change: { autoSync: body.auto },
        }),
      {
        can: 'account:write',
        params: ServiceParams,
        body: SyncModeBody,
        response: ConnectionView,
        detail: { summary: 'Synchronize automatically or only on request' },
      },
    )
