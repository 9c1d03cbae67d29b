import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { orNoContent } from '../../platform/http/responses/statuses'
import { ServiceParams } from '../connections/model'
import {
  SyncChangePage,
  SyncPageQuery,
  SyncRunPage,
  SyncRunParams,
  SyncStartedView,
  SyncStatusView,
  SyncTaskView,
  TasksQuery,
} from './model'
import { findSyncTask } from './sync-tasks'
import {
  approveRun,
  getSyncStatus,
  listSyncChanges,
  listSyncRuns,
  startSync,
  requestSyncUndo,
} from './sync-runs'

export const readingSyncRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/user/plugins/:plugin_id' })
    .use(taskRoutes(ctx))
    .group('/sync', (routes) =>
      routes.use(statusRoutes(ctx)).use(runRoutes(ctx)).use(actRoutes(ctx)),
    )

const tags = ['Reading sync']

const taskRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get(
      '/tasks',
      ({ viewer, params, query, set }) => {
        const of = { pluginId: params.plugin_id, kind: query.type }
        return orNoContent(set, findSyncTask(ctx, viewer, of))
      },
      {
        can: 'progress:read',
        params: ServiceParams,
        query: TasksQuery,
        response: { 200: SyncTaskView, ...NoContent },
        detail: {
          summary: 'Get the latest task of a connection',
          description: 'Returns 204 if there was no task, or none of the given type.',
        },
      },
    )

const statusRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post('', ({ viewer, params }) => startSync(ctx, viewer, params.plugin_id), {
      can: 'progress:write',
      params: ServiceParams,
      response: SyncStartedView,
      detail: {
        summary: 'Start a sync',
        description:
          'Runs in the background. The first sync, and any unusually large one, changes nothing until you approve it.',
      },
    })

    .get('/status', ({ viewer, params }) => getSyncStatus(ctx, viewer, params.plugin_id), {
      can: 'progress:read',
      params: ServiceParams,
      response: SyncStatusView,
      detail: { summary: 'Get the sync status' },
    })

const runRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .get(
      '/runs',
      ({ viewer, params, query, request, set }) =>
        paged(
          { query, request, set },
          listSyncRuns(ctx, viewer, { pluginId: params.plugin_id, paging: parsePaging(query) }),
        ),
      {
        can: 'progress:read',
        params: ServiceParams,
        query: SyncPageQuery,
        response: SyncRunPage,
        detail: {
          summary: 'List syncs that made changes or are waiting for approval',
          description: 'Newest first. The last 100 syncs are kept.',
        },
      },
    )

    .get(
      '/runs/:run_id/changes',
      ({ viewer, params, query, request, set }) => {
        const of = { pluginId: params.plugin_id, runId: params.run_id }
        return paged(
          { query, request, set },
          listSyncChanges(ctx, viewer, { ...of, paging: parsePaging(query) }),
        )
      },
      {
        can: 'progress:read',
        params: SyncRunParams,
        query: SyncPageQuery,
        response: SyncChangePage,
        detail: { summary: 'List the changes made by a sync' },
      },
    )

const actRoutes = (ctx: Context) =>
  new Elysia({ tags })
    .use(guard(ctx))

    .post(
      '/runs/:run_id/approve',
      ({ viewer, params }) =>
        approveRun(ctx, viewer, { pluginId: params.plugin_id, runId: params.run_id }),
      {
        can: 'progress:write',
        params: SyncRunParams,
        response: SyncStartedView,
        detail: { summary: 'Approve a sync' },
      },
    )

    .post(
      '/runs/:run_id/undo',
      ({ viewer, params }) =>
        requestSyncUndo(ctx, viewer, { pluginId: params.plugin_id, runId: params.run_id }),
      {
        can: 'progress:write',
        params: SyncRunParams,
        response: SyncStartedView,
        detail: {
          summary: 'Undo a sync',
          description: 'Items that have been changed again since are kept.',
        },
      },
    )
