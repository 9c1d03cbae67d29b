import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { parsePaging, paged } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
import {
  GroupingChangePage,
  GroupingChangesQuery,
  GroupingChangeView,
  GroupingPreview,
  GroupingRequest,
} from './model'
import { changeGrouping, listGroupingChanges, previewGrouping } from './service'
import { undoGrouping } from './undo-change'

export const manualGroupingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(changeRoutes(ctx)).use(historyRoutes(ctx))

const historyRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/grouping-changes', tags: ['Grouping'] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) => {
        const { libraryId, seriesId } = query
        return paged(
          { query, request, set },
          listGroupingChanges(ctx, viewer, { libraryId, seriesId }, parsePaging(query)),
        )
      },
      {
        can: 'series:write',
        query: GroupingChangesQuery,
        response: GroupingChangePage,
        detail: {
          summary: 'List grouping changes',
          description:
            'Lists manual moves, merges and splits in the libraries that you can see, newest first.',
        },
      },
    )

    .post('/:id/undo', ({ viewer, params }) => undoGrouping(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: GroupingChangeView,
      detail: {
        summary: 'Undo a grouping change',
        description:
          'Books return to their previous series, or to the series that their files belong to, unless they were moved again. 409 if a later change must be undone first.',
      },
    })

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/grouping-changes', tags: ['Grouping'] })
    .use(guard(ctx))

    .post(
      '',
      async ({ viewer, body, status }) => status(201, await changeGrouping(ctx, viewer, body)),
      {
        can: 'series:write',
        body: GroupingRequest,
        response: { 201: GroupingChangeView },
        detail: {
          summary: 'Group books manually',
          description:
            'Moves books, or all books of series, to an existing series, to a new one, or back to the series that their files belong to. Later scans keep this grouping. A series that loses all its books is hidden: new files for it are added to the target, and its lists, ratings and metadata return when the change is undone.',
        },
      },
    )

    .post('/preview', ({ viewer, body }) => previewGrouping(ctx, viewer, body), {
      can: 'series:write',
      body: GroupingRequest,
      response: GroupingPreview,
      detail: { summary: 'Preview a grouping change', description: 'Nothing is stored.' },
    })
