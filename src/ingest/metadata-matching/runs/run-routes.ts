import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import { getStoredSeries } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import { parsePaging, paged } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import {
  ChooseBody,
  EnqueuedView,
  ItemPage,
  ItemParams,
  ItemsQuery,
  LibraryRunBody,
  RunPage,
  RunsQuery,
  RunView,
  SelectionRunBody,
} from './run-model'
import { chooseForItem } from './choose-item'
import {
  cancelRun,
  getRun,
  listRunItems,
  listRuns,
  requestUndo,
  resumeRun,
  startLibraryRun,
  startSelectionRun,
} from './runs'

export const matchRunRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(startRoutes(ctx)).use(startSeriesRoute(ctx)).use(runRoutes(ctx)).use(changeRoutes(ctx))

const tags = ['Metadata providers']

const startRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/libraries/:id/metadata/auto-match/task',
      ({ viewer, params, body }) => startLibraryRun(ctx, viewer, params.id, body),
      {
        can: 'libraries:write',
        params: ByIdParams,
        body: LibraryRunBody,
        response: EnqueuedView,
        detail: {
          summary: 'Match the series in a library',
          description:
            'Runs in the background. Matches every series that has no metadata from a provider, then the issues and volumes of matched series, and books by ISBN or title. Certain matches are applied; the others wait for review.',
        },
      },
    )

    .post(
      '/series/metadata/auto-match/task/bulk',
      ({ viewer, body }) => startSelectionRun(ctx, viewer, body),
      {
        can: 'series:write',
        body: SelectionRunBody,
        response: EnqueuedView,
        detail: { summary: 'Match several series in the background' },
      },
    )

const startSeriesRoute = (ctx: Context) =>
  new Elysia({ tags }).use(guard(ctx)).post(
    '/series/:id/metadata/auto-match/task',
    async ({ viewer, params: { id }, body }) => {
      await getStoredSeries(ctx.db, viewer, id)
      return startSelectionRun(ctx, viewer, { ...body, seriesIds: [id] })
    },
    {
      can: 'series:write',
      params: ByIdParams,
      body: LibraryRunBody,
      response: EnqueuedView,
      detail: { summary: 'Match a series in the background' },
    },
  )

const runRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/metadata-runs', tags })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) =>
        paged(
          { query, request, set },
          listRuns(ctx, viewer, { libraryId: query.libraryId, paging: parsePaging(query) }),
        ),
      {
        can: 'series:write',
        query: RunsQuery,
        response: RunPage,
        detail: { summary: 'List matching runs', description: 'Newest first.' },
      },
    )

    .get('/:id', ({ viewer, params }) => getRun(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: RunView,
      detail: { summary: 'Get a matching run' },
    })

    .get(
      '/:id/items',
      ({ viewer, params, query, request, set }) =>
        paged(
          { query, request, set },
          listRunItems(ctx, viewer, {
            id: params.id,
            state: query.state,
            paging: parsePaging(query),
          }),
        ),
      {
        can: 'series:write',
        params: ByIdParams,
        query: ItemsQuery,
        response: ItemPage,
        detail: { summary: 'List the series and books in a matching run' },
      },
    )

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/metadata-runs/:id', tags })
    .use(guard(ctx))

    .post(
      '/items/:itemId/choose',
      ({ viewer, params, body, set }) => noContent(set, chooseForItem(ctx, viewer, params, body)),
      {
        can: 'series:write',
        params: ItemParams,
        body: ChooseBody,
        response: NoContent,
        detail: {
          summary: 'Choose the matching work for a series or book',
          description:
            'Applies the metadata of the chosen work. Undoing the run also undoes this change.',
        },
      },
    )

    .post('/cancel', ({ viewer, params }) => cancelRun(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: RunView,
      detail: { summary: 'Cancel a matching run', description: 'Applied metadata is kept.' },
    })

    .post('/resume', ({ viewer, params }) => resumeRun(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: RunView,
      detail: { summary: 'Continue a matching run with its remaining and failed items' },
    })

    .post('/undo', ({ viewer, params }) => requestUndo(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: RunView,
      detail: {
        summary: 'Undo a matching run',
        description:
          'Runs in the background. Restores all values that have not been changed again since. `undoneAt` is set when the undo is complete.',
      },
    })
