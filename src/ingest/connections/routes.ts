import { Elysia } from 'elysia'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { connect } from './connect'
import {
  changeConfig,
  changeConnection,
  disconnect,
  getConnection,
  listConnections,
} from './connections'
import {
  ConfigBody,
  ConnectionsView,
  ConnectionView,
  CredentialsBody,
  OauthCallbackQuery,
  OauthStartView,
  ServiceParams,
  SyncModeBody,
} from './model'
import { finishOauth, startOauth } from './oauth/oauth-sign-in'

export const connectionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/plugins' })
    .use(readRoutes(ctx))
    .use(signInRoutes(ctx))
    .use(oauthRoutes(ctx))
    .use(changeRoutes(ctx))
    .use(configRoutes(ctx))

const tags = ['Reading sync']

const readRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get('', ({ viewer }) => listConnections(ctx, viewer), {
      can: 'account:read',
      response: ConnectionsView,
      detail: {
        summary: 'List your connections',
        description:
          'Lists your connections (`enabled`) and the services that you can connect to (`available`).',
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
            'Signs in to the service immediately. The token is stored encrypted and never returned; a password is not stored.',
        },
      },
    )

    .delete(
      '/:plugin_id',
      ({ viewer, params, set }) => noContent(set, disconnect(ctx, viewer, params.plugin_id)),
      {
        can: 'account:write',
        params: ServiceParams,
        response: NoContent,
        detail: {
          summary: 'Delete a connection',
          description: 'Reading progress is kept, both here and at the service.',
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
        detail: { summary: 'Turn on a connection' },
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
        detail: { summary: 'Turn off a connection' },
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
        detail: { summary: 'Set whether a connection syncs automatically' },
      },
    )

const configRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .patch(
      '/:plugin_id/config',
      ({ viewer, params, body }) =>
        changeConfig(ctx, viewer, { pluginId: params.plugin_id, changes: body.config }),
      {
        can: 'account:write',
        params: ServiceParams,
        body: ConfigBody,
        response: ConnectionView,
        detail: { summary: 'Change the settings of a connection' },
      },
    )

const oauthRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/:plugin_id/oauth/start',
      ({ viewer, params, set }) => {
        set.headers['cache-control'] = 'no-store'
        return startOauth(ctx, viewer, params.plugin_id)
      },
      {
        can: 'account:write',
        params: ServiceParams,
        response: OauthStartView,
        detail: {
          summary: 'Start an OAuth connection to a service',
          description:
            'Requires a session. The service must send the browser back within ten minutes.',
        },
      },
    )

    .get(
      '/oauth/callback',
      async ({ request }) => {
        const { html, status, headers } = await finishOauth(ctx, request)
        return new Response(html, { status, headers })
      },
      {
        query: OauthCallbackQuery,
        detail: {
          summary: 'Complete an OAuth connection to a service',
          description:
            'The service redirects the browser here. Returns a page that shows the result. Only the session that started the connection is accepted.',
          responses: { 200: { description: 'The page', content: { 'text/html': {} } } },
        },
      },
    )
