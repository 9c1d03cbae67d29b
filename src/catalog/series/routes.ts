import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { pickFields } from '../../platform/http/responses/item-fields'
import { PageOf, paged, parsePaging } from '../../platform/http/pagination'
import { ByIdParams, list } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { setTitle } from './metadata/service'
import { SeriesView, TitleAnswer, TitleBody, TrackingPatch, TrackingView } from './model'
import {
  FewOfLibraryQuery,
  FewQuery,
  FullQuery,
  OfLibraryQuery,
  SearchBody,
  SeriesQuery,
} from './query-model'
import { seriesBulkRoutes } from './bulk/routes'
import { externalIndexRoutes, seriesListRoutes } from './lists/routes'
import { getMissing } from './gaps/missing-numbers'
import { MissingView } from './gaps/missing-numbers-model'
import { getNumbers } from './gaps/numbers'
import { NumbersView } from './gaps/numbers-model'
import { seriesMetadataRoutes } from './metadata/routes'
import { sortsInWords } from './lists/series-sorts'
import {
  listLibraryHome,
  listHomeSeries,
  getSeries,
  listLibrarySeries,
  listSeriesPage,
  searchSeries,
} from './service'
import { getTracking, updateTracking } from './gaps/tracking'

const sorting = `Sort keys: ${sortsInWords}. Default: \`name,asc\`, or \`relevance,desc\` with a search.`
const few = { can: 'series:read', query: FewQuery, response: list(SeriesView) } as const
const fewOf = {
  can: 'series:read',
  params: ByIdParams,
  query: FewOfLibraryQuery,
  response: list(SeriesView),
} as const
const page = { can: 'series:read', query: SeriesQuery, response: PageOf(SeriesView) } as const
/** Omits members that the client did not request. */
const select = <Page extends { data: SeriesView[] }>(
  request: Request,
  found: Page,
  { fields }: { fields?: string },
) => pickFields(request, found, { item: SeriesView, fields })
const one = {
  can: 'series:read',
  params: ByIdParams,
  query: FullQuery,
  response: SeriesView,
} as const

export const seriesRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(listRoutes(ctx))
    .use(externalIndexRoutes(ctx))
    .use(seriesListRoutes(ctx))
    .use(seriesBulkRoutes(ctx))
    .use(homeRoutes(ctx))
    .use(libraryRoutes(ctx))
    .use(oneRoutes(ctx))
    .use(missingRoutes(ctx))
    .use(seriesMetadataRoutes(ctx))

const oneRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))

    .get('/series/:id', ({ viewer, params }) => getSeries(ctx, viewer, params.id), {
      ...one,
      detail: { summary: 'Get a series', description: 'Returns the complete series.' },
    })

    .get('/series/:id/full', ({ viewer, params }) => getSeries(ctx, viewer, params.id), {
      ...one,
      detail: { summary: 'Get a series (alias)', description: 'Same as `/series/{id}`.' },
    })

    .patch('/series/:id', ({ viewer, params, body }) => setTitle(ctx, viewer, params.id, body), {
      can: 'series:write',
      params: ByIdParams,
      body: TitleBody,
      response: TitleAnswer,
      detail: { summary: 'Rename a series', description: 'Locks the title.' },
    })

    .get('/series/:id/tracking', ({ viewer, params }) => getTracking(ctx.db, viewer, params.id), {
      can: 'series:read',
      params: ByIdParams,
      response: TrackingView,
      detail: {
        summary: 'Get release tracking',
        description: 'Returns whether and how the releases of the series are tracked.',
      },
    })

    .patch(
      '/series/:id/tracking',
      ({ viewer, params, body }) => updateTracking(ctx, viewer, params.id, body),
      {
        can: 'series:write',
        params: ByIdParams,
        body: TrackingPatch,
        response: TrackingView,
        detail: {
          summary: 'Update release tracking',
          description:
            'Omitted fields keep their value; null clears a value and leaves a boolean unchanged.',
        },
      },
    )

const missingRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))
    .get('/series/:id/missing', ({ viewer, params }) => getMissing(ctx, viewer, params.id), {
      can: 'series:read',
      params: ByIdParams,
      response: MissingView,
      detail: {
        summary: 'List missing volumes and chapters in a series',
        operationId: 'getMissingNumbers',
        description:
          'Gaps are counted from volume 1 and from the lowest chapter that is not part of a volume. Years and dates used as numbers are ignored.',
      },
    })
    .get('/series/:id/numbers', ({ viewer, params }) => getNumbers(ctx, viewer, params.id), {
      can: 'series:read',
      params: ByIdParams,
      response: NumbersView,
      detail: {
        summary: 'List all volumes and chapters of a series',
        operationId: 'getSeriesNumbers',
        description:
          'Each number has a state for the current user: read, started, unread, missing, or ahead (after the last book, up to the known total).',
      },
    })

const listRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))

    .get(
      '/series',
      async ({ viewer, query, request, set }) => {
        const found = listSeriesPage(ctx, viewer, query, parsePaging(query))
        return select(request, await paged({ query, request, set }, found), query)
      },
      { ...page, detail: { summary: 'List series', description: sorting } },
    )

    .get(
      '/series/full',
      async ({ viewer, query, request, set }) => {
        const found = listSeriesPage(ctx, viewer, query, parsePaging(query))
        return select(request, await paged({ query, request, set }, found), query)
      },
      {
        ...page,
        detail: { summary: 'List series (alias)', description: `Same as /series. ${sorting}` },
      },
    )

    .post('/series/search', ({ viewer, body }) => searchSeries(ctx, viewer, body), {
      can: 'series:read',
      body: SearchBody,
      response: list(SeriesView),
      detail: {
        summary: 'Search series',
        description:
          'Returns the 100 best matches. Each word must match the start of a word in a title, person or publisher.',
      },
    })

const homeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))

    .get(
      '/series/in-progress',
      ({ viewer, query }) => listHomeSeries(ctx, viewer, 'in-progress', query),
      {
        ...few,
        detail: {
          summary: 'List series in progress',
          description: 'Lists series that you have started and not finished.',
        },
      },
    )

    .get(
      '/series/recently-added',
      ({ viewer, query }) => listHomeSeries(ctx, viewer, 'recently-added', query),
      { ...few, detail: { summary: 'List recently added series', description: 'Newest first.' } },
    )

    .get(
      '/series/recently-updated',
      ({ viewer, query }) => listHomeSeries(ctx, viewer, 'recently-updated', query),
      { ...few, detail: { summary: 'List recently updated series', description: 'Newest first.' } },
    )

const libraryRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))

    .get(
      '/libraries/:id/series',
      async ({ viewer, params, query, request, set }) => {
        const asked = { ...query, libraryId: params.id }
        const found = listLibrarySeries(ctx, viewer, asked, parsePaging(query))
        return select(request, await paged({ query, request, set }, found), query)
      },
      {
        ...page,
        params: ByIdParams,
        query: OfLibraryQuery,
        detail: { summary: 'List the series in a library', description: sorting },
      },
    )
    .use(libraryHomeRoutes(ctx))

const libraryHomeRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))

    .get(
      '/libraries/:id/series/in-progress',
      ({ viewer, params, query }) =>
        listLibraryHome(ctx, viewer, 'in-progress', { ...query, libraryId: params.id }),
      {
        ...fewOf,
        detail: {
          summary: 'List series in progress in a library',
          description: 'Lists series that you have started and not finished.',
        },
      },
    )

    .get(
      '/libraries/:id/series/recently-added',
      ({ viewer, params, query }) =>
        listLibraryHome(ctx, viewer, 'recently-added', { ...query, libraryId: params.id }),
      {
        ...fewOf,
        detail: {
          summary: 'List recently added series in a library',
          description: 'Newest first.',
        },
      },
    )

    .get(
      '/libraries/:id/series/recently-updated',
      ({ viewer, params, query }) =>
        listLibraryHome(ctx, viewer, 'recently-updated', { ...query, libraryId: params.id }),
      {
        ...fewOf,
        detail: {
          summary: 'List recently updated series in a library',
          description: 'Newest first.',
        },
      },
    )
