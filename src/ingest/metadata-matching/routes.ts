import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { ByIdParams, id, shape } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import {
  ApplyBody,
  ApplyView,
  AutoMatchBody,
  AutoMatchView,
  CoverQuery,
  ExclusionBody,
  LibraryProvidersBody,
  LibraryProvidersView,
  OffersView,
  PreviewBody,
  PreviewView,
  SearchBody,
  SearchTitleQuery,
  SearchTitleView,
  SearchView,
  UndoView,
} from './model'
import { getLibraryProviders, setLibraryProviders } from './library-settings'
import { bookMatchingRoutes } from './books/book-routes'
import { openCandidateCover } from './targets/provider-covers'
import { listStoredOffers, undoMetadataChange } from './targets/applied'
import { pluginActionRoutes } from './plugin-actions/plugin-routes'
import { refreshRoutes } from './refresh/refresh-routes'
import { matchRunRoutes } from './runs/run-routes'
import { seriesTarget } from './series/series-target'
import { applyMetadata, previewMetadata } from './targets/apply-metadata'
import { allowMatching, excludeFromMatching } from './targets/exclusions'
import { getSearchTitle, matchAutomatically, searchProviders } from './targets/search-providers'

export const metadataMatchingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(searchRoutes(ctx))
    .use(applyRoutes(ctx))
    .use(undoRoutes(ctx))
    .use(exclusionRoutes(ctx))
    .use(bookMatchingRoutes(ctx))
    .use(matchRunRoutes(ctx))
    .use(refreshRoutes(ctx))
    .use(pluginActionRoutes(ctx))
    .use(settingRoutes(ctx))
    .use(coverRoutes(ctx))

const router = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id/metadata', tags: ['Metadata providers'] }).use(guard(ctx))
const write = { can: 'series:write', params: ByIdParams } as const

const searchRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/search',
      ({ viewer, params, body }) =>
        searchProviders(ctx, seriesTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: SearchBody,
        response: SearchView,
        detail: {
          summary: 'Search providers for a series',
          description:
            'Searches the metadata providers of the library, or a single provider. Returns the results and the reasons for their scores, best match first.',
        },
      },
    )

    .get(
      '/search-title',
      ({ viewer, params, query }) =>
        getSearchTitle(ctx, seriesTarget, viewer, { id: params.id, query }),
      {
        can: 'series:read',
        params: ByIdParams,
        query: SearchTitleQuery,
        response: SearchTitleView,
        detail: {
          summary: 'Get the title used to search for a series',
          description:
            'Returns the title without volume numbers, release groups, languages or file extensions. Does not contact any provider.',
        },
      },
    )

    .get(
      '/offers',
      ({ viewer, params }) => listStoredOffers(ctx.db, seriesTarget, viewer, params.id),
      {
        can: 'series:read',
        params: ByIdParams,
        response: OffersView,
        detail: {
          summary: 'List provider metadata for a series',
          description:
            'Returns the metadata that each provider sent most recently. Does not contact any provider.',
        },
      },
    )

const applyRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/preview',
      ({ viewer, params, body }) =>
        previewMetadata(ctx, seriesTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: PreviewBody,
        response: PreviewView,
        detail: {
          summary: 'Preview provider metadata for a series',
          description: 'Returns the current and proposed value of each field. Nothing is stored.',
        },
      },
    )

    .post(
      '/apply',
      ({ viewer, params, body }) =>
        applyMetadata(ctx, seriesTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: ApplyBody,
        response: ApplyView,
        detail: {
          summary: 'Apply provider metadata to a series',
          description:
            'Does not change locked or edited fields, except those in `overwrite`. The change can be undone.',
        },
      },
    )

    .post(
      '/auto-match',
      ({ viewer, params, body }) =>
        matchAutomatically(ctx, seriesTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: AutoMatchBody,
        response: AutoMatchView,
        detail: {
          summary: 'Match a series automatically',
          description:
            'Searches the providers and applies the best result if the match is certain.',
        },
      },
    )

const undoRoutes = (ctx: Context) =>
  router(ctx).post(
    '/changes/:changeSetId/undo',
    ({ viewer, params }) => undoMetadataChange(ctx, seriesTarget, viewer, params),
    {
      can: 'series:write',
      params: shape({ id: id('ID of the series'), changeSetId: id() }),
      response: UndoView,
      detail: {
        summary: 'Undo metadata applied to a series',
        description:
          'Restores the previous values of the fields that have not been changed again since.',
      },
    },
  )

const exclusionRoutes = (ctx: Context) =>
  router(ctx)
    .put(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, excludeFromMatching(ctx, seriesTarget, viewer, { id: params.id, body })),
      {
        ...write,
        body: ExclusionBody,
        response: NoContent,
        detail: {
          summary: 'Exclude a work or a series from matching',
          description: 'If no work is given, the series is never matched automatically.',
        },
      },
    )

    .delete(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, allowMatching(ctx, seriesTarget, viewer, { id: params.id, body })),
      {
        ...write,
        body: ExclusionBody,
        response: NoContent,
        detail: { summary: 'Stop excluding a series from matching' },
      },
    )

const coverRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/metadata-providers/:id', tags: ['Metadata providers'] })
    .use(guard(ctx))

    .get(
      '/cover',
      ({ params, query, request }) =>
        sendContent(request, openCandidateCover(ctx, { id: params.id, ...query })),
      {
        can: 'series:write',
        params: ByIdParams,
        query: CoverQuery,
        detail: {
          summary: 'Get the cover of a candidate',
          description:
            'Returns a small version of the cover, downloaded from the provider. `coverUrl` in the search results contains the complete path.',
          responses: { 200: { description: 'The image', content: { 'image/webp': {} } } },
        },
      },
    )

const settingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/providers', tags: ['Metadata providers'] })
    .use(guard(ctx))

    .get('', ({ viewer, params }) => getLibraryProviders(ctx, viewer, params.id), {
      can: 'libraries:read',
      params: ByIdParams,
      response: LibraryProvidersView,
      detail: { summary: 'Get the metadata providers for a library' },
    })

    .put('', ({ viewer, params, body }) => setLibraryProviders(ctx, viewer, params.id, body), {
      can: 'libraries:write',
      params: ByIdParams,
      body: LibraryProvidersBody,
      response: LibraryProvidersView,
      detail: {
        summary: 'Set the metadata providers for a library',
        description: 'Omitted fields keep their value. Existing metadata is not changed.',
      },
    })
