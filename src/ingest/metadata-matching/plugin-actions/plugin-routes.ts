import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { executeProvider, listPluginActions, listWebLinks } from './execute-provider'
import { ActionsQuery, ActionsView, ExecuteBody, ExecuteView, WebLinksView } from './plugin-model'

export const pluginActionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/plugins', tags: ['Metadata providers'] })
    .use(guard(ctx))

    .get('/actions', ({ viewer, query }) => listPluginActions(ctx, viewer, query), {
      can: 'series:write',
      query: ActionsQuery,
      response: ActionsView,
      detail: { summary: 'List provider actions for a place in the interface' },
    })

    .get('/web-links', () => listWebLinks(ctx), {
      can: 'series:read',
      response: WebLinksView,
      detail: { summary: 'List URL templates of provider sites' },
    })

    .post('/:id/execute', ({ params, body }) => executeProvider(ctx, params.id, body), {
      can: 'series:write',
      params: ByIdParams,
      body: ExecuteBody,
      response: ExecuteView,
      detail: {
        summary: 'Query a provider',
        description:
          'Searches for, gets or ranks works. A provider failure is reported in the result.',
      },
    })
