import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../permissions/guard'
import { NoContent } from '../permissions/model'
import * as model from './model'
import { createApiKey, deleteOwnApiKey, editApiKey, getApiKey, listApiKeys } from './service'

export const apiKeyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/api-keys', tags: ['API keys'] })
    .use(guard(ctx))
    .get(
      '',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listApiKeys(ctx, viewer.userId, query)),
      {
        can: 'api-keys:read',
        query: model.ApiKeyQuery,
        response: model.ApiKeys,
        detail: { summary: 'List your API keys', description: 'Secrets are not included.' },
      },
    )
    .post('', ({ viewer, body, set }) => createdUncached(set, createApiKey(ctx, viewer, body)), {
      can: 'api-keys:write',
      body: model.ApiKeyCreation,
      response: { 201: model.NewApiKey },
      detail: {
        summary: 'Create an API key',
        description:
          'The key is returned only in this response. Without `permissions`, the key has the permissions of its owner, except `account:read` and `account:write`.',
      },
    })
    .use(oneApiKeyRoutes(ctx))

const oneApiKeyRoutes = (ctx: Context) =>
  new Elysia()
    .use(guard(ctx))
    .get('/:id', ({ viewer, params }) => getApiKey(ctx, viewer, params.id), {
      can: 'api-keys:read',
      params: ByIdParams,
      response: model.ApiKey,
      detail: { summary: 'Get one of your API keys', description: 'The secret is not included.' },
    })
    .patch('/:id', ({ viewer, params, body }) => editApiKey(ctx, viewer, params.id, body), {
      can: 'api-keys:write',
      params: ByIdParams,
      body: model.ApiKeyPatch,
      response: model.ApiKey,
      detail: {
        summary: 'Edit an API key',
        description: 'API keys cannot be used for this request.',
      },
    })
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, deleteOwnApiKey(ctx, viewer, params.id)),
      {
        can: 'api-keys:delete',
        params: ByIdParams,
        response: NoContent,
        detail: { summary: 'Delete an API key', description: 'The key stops working immediately.' },
      },
    )
