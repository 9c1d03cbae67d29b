import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import {
  KeyParams,
  PreferenceView,
  PreferencesAnswer,
  PreferencesBody,
  PreferencesView,
  ReaderSettings,
  RemovedView,
  ScopedBody,
  ScopedView,
  ScopeQuery,
  ValueBody,
} from './model'
import { getReaderSettings } from './reader-settings'
import {
  updateOwnPreferences,
  updateScopedPreferences,
  getOwnPreference,
  getScopedPreferences,
  listOwnPreferences,
  deleteOwnPreference,
  replaceScopedPreferences,
  setOwnPreference,
} from './service'

export const preferenceRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(scopedRoutes(ctx)).use(readerRoutes(ctx)).use(ownRoutes(ctx))

const scopedRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Preferences'] })
    .use(guard(ctx))
    .get('/preferences', ({ viewer, query }) => getScopedPreferences(ctx, viewer, query), {
      can: 'account:read',
      query: ScopeQuery,
      response: ScopedView,
      detail: {
        summary: 'Get your preferences',
        description: 'Returns the general preferences, or those for one library, series or book.',
      },
    })
    .patch(
      '/preferences',
      ({ viewer, query, body }) =>
        updateScopedPreferences(ctx, viewer, { query, values: body.preferences }),
      {
        can: 'account:write',
        query: ScopeQuery,
        body: ScopedBody,
        response: ScopedView,
        detail: {
          summary: 'Update your preferences',
          description: 'Omitted preferences keep their value; null removes a preference.',
        },
      },
    )
    .put(
      '/preferences',
      ({ viewer, query, body }) =>
        replaceScopedPreferences(ctx, viewer, { query, values: body.preferences }),
      {
        can: 'account:write',
        query: ScopeQuery,
        body: ScopedBody,
        response: ScopedView,
        detail: {
          summary: 'Replace your preferences',
          description:
            'Omitted preferences are removed, except `ui.seenVersion` and `ui.hintsSeen`, which record what you have seen; null removes them.',
        },
      },
    )

const readerRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Preferences'] })
    .use(guard(ctx))
    .get(
      '/books/:id/reader-settings',
      ({ viewer, params }) => getReaderSettings(ctx, viewer, params.id),
      {
        can: 'books:read',
        params: ByIdParams,
        response: ReaderSettings,
        detail: {
          summary: 'Get the reader settings for a book',
          description:
            'Returns each setting with its source: the book, series or library, the metadata of the book or series, your own preference, or the default.',
        },
      },
    )

const ownRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/preferences', tags: ['Preferences'] })
    .use(guard(ctx))
    .get('', async ({ viewer }) => ({ preferences: await listOwnPreferences(ctx, viewer) }), {
      can: 'account:read',
      response: PreferencesView,
      detail: {
        summary: 'List your general preferences',
        description: 'Returns the preferences that do not belong to a library, series or book.',
      },
    })
    .put('', ({ viewer, body }) => updateOwnPreferences(ctx, viewer, body.preferences), {
      can: 'account:write',
      body: PreferencesBody,
      response: PreferencesAnswer,
      detail: {
        summary: 'Update your general preferences',
        description: 'Omitted preferences keep their value.',
      },
    })
    .get('/:key', ({ viewer, params }) => getOwnPreference(ctx, viewer, params.key), {
      can: 'account:read',
      params: KeyParams,
      response: PreferenceView,
      detail: {
        summary: 'Get a general preference',
        description: '404 if the preference is not set.',
      },
    })
    .put(
      '/:key',
      ({ viewer, params, body }) => setOwnPreference(ctx, viewer, params.key, body.value),
      {
        can: 'account:write',
        params: KeyParams,
        body: ValueBody,
        response: PreferenceView,
        detail: {
          summary: 'Set a general preference',
          description:
            'Applies everywhere, unless the preference is also set for a library, series or book.',
        },
      },
    )
    .delete('/:key', ({ viewer, params }) => deleteOwnPreference(ctx, viewer, params.key), {
      can: 'account:write',
      params: KeyParams,
      response: RemovedView,
      detail: { summary: 'Delete a general preference', description: 'Restores the default.' },
    })
