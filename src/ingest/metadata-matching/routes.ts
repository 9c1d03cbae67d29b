import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { ByIdParams } from '../../platform/http/shapes'
import { CoverQuery, LibraryProvidersBody, LibraryProvidersView } from './model'
import { getLibraryProviders, setLibraryProviders } from './library-settings'
import { bookTarget } from './books/book-target'
import { openCandidateCover } from './targets/provider-covers'
import { pluginActionRoutes } from './plugin-actions/plugin-routes'
import { refreshRoutes } from './refresh/refresh-routes'
import { matchRunRoutes } from './runs/run-routes'
import { seriesTarget } from './series/series-target'
import { type RoutedTarget, targetRoutes } from './targets/target-routes'

export const metadataMatchingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(targetRoutes(ctx, routedSeries))
    .use(targetRoutes(ctx, routedBooks))
    .use(matchRunRoutes(ctx))
    .use(refreshRoutes(ctx))
    .use(pluginActionRoutes(ctx))
    .use(settingRoutes(ctx))
    .use(seriesCoverRoutes(ctx))

const routedSeries: RoutedTarget = {
  target: seriesTarget,
  path: '/series',
  noun: 'series',
  read: 'series:read',
  write: 'series:write',
  searchNote: 'Returns the results and the reasons for their scores, best match first.',
  titleNote:
    'Returns the title without volume numbers, release groups, languages or file extensions. ',
}

const routedBooks: RoutedTarget = {
  target: bookTarget,
  path: '/books',
  noun: 'book',
  read: 'books:read',
  write: 'books:write',
  searchNote: 'Issues and volumes are found through the work that the series was matched with.',
  titleNote: '',
}

const seriesCoverRoutes = (ctx: Context) =>
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
