import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { supportsIfMatch } from '../../platform/http/openapi/documented-refusals'
import { requireMatchOfJson } from '../../platform/http/responses/etag'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import { PresetCreation, PresetReplacement, PresetsQuery, PresetsView, PresetView } from './model'
import { createPreset, getPreset, listPresets, removePreset, replacePreset } from './service'

export const filterPresetRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/filter-presets', tags: ['Filter presets'] })
    .use(guard(ctx))
    .get('', ({ viewer, query }) => listPresets(ctx, viewer, query), {
      can: 'account:read',
      query: PresetsQuery,
      response: PresetsView,
      detail: {
        summary: 'List your saved filters',
        description: 'Sorted by name. Filters for libraries that you cannot see are left out.',
      },
    })
    .post('', ({ viewer, body, set }) => createdUncached(set, createPreset(ctx, viewer, body)), {
      can: 'account:write',
      body: PresetCreation,
      response: { 201: PresetView },
      detail: {
        summary: 'Save a filter',
        description:
          'The condition has the same format as in `POST /series/list` and `POST /books/list`; `{}` matches everything. Names must be unique for each target and library.',
      },
    })
    .use(presetRoutes(ctx))

const presetRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Filter presets'] })
    .use(guard(ctx))
    .get('/:id', ({ viewer, params }) => getPreset(ctx, viewer, params.id), {
      can: 'account:read',
      params: ByIdParams,
      response: PresetView,
      detail: { summary: 'Get a saved filter' },
    })
    .put(
      '/:id',
      ({ viewer, params, body, request }) =>
        replacePreset(ctx, viewer, {
          id: params.id,
          contents: body,
          check: (preset) => requireMatchOfJson(request, preset),
        }),
      {
        can: 'account:write',
        params: ByIdParams,
        body: PresetReplacement,
        response: PresetView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Replace a saved filter',
          description:
            'Scope and target cannot be changed. The library is kept if `libraryId` is omitted.',
        },
      },
    )
    .delete(
      '/:id',
      ({ viewer, params, request, set }) => {
        const check = (preset: PresetView) => requireMatchOfJson(request, preset)
        return noContent(set, removePreset(ctx, viewer, { id: params.id, check }))
      },
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: { [supportsIfMatch]: true, summary: 'Delete a saved filter' },
      },
    )
