import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { list } from '../../platform/http/shapes'
import {
  BackupBody,
  BackupParams,
  BackupScheduleBody,
  BackupScheduleView,
  BackupTask,
  BackupView,
} from './model'
import { getBackupSchedule, setBackupSchedule } from './backup-schedule'
import { sendContent } from '../../platform/http/responses/content'
import { noContent } from '../../platform/http/responses/statuses'
import {
  deleteBackup,
  downloadBackup,
  listBackupViews,
  requestBackup,
  requestVerification,
} from './service'

const can = 'system:admin'
const router = (ctx: Context, prefix = '/admin/backups') =>
  new Elysia({ prefix, tags: ['Backups'] }).use(guard(ctx))

export const backupRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(allRoutes(ctx)).use(scheduleRoutes(ctx)).use(itemRoutes(ctx))

const allRoutes = (ctx: Context) =>
  router(ctx)
    .get('', () => listBackupViews(ctx), {
      can,
      response: list(BackupView),
      detail: {
        summary: 'List backups',
        description: 'Newest first, including those made before migrations and purges.',
      },
    })

    .post(
      '',
      async ({ viewer, body, status }) => status(202, await requestBackup(ctx, viewer, body)),
      {
        can,
        body: BackupBody,
        response: { 202: BackupTask },
        detail: {
          summary: 'Make a backup',
          description:
            'Runs in the background. The backup is verified by restoring it to a test database.',
        },
      },
    )

const scheduleRoutes = (ctx: Context) =>
  router(ctx, '/admin/backup-schedule')
    .get('', () => getBackupSchedule(ctx), {
      can,
      response: BackupScheduleView,
      detail: { summary: 'Get the schedule of backups' },
    })

    .put('', ({ body }) => setBackupSchedule(ctx, body), {
      can,
      body: BackupScheduleBody,
      response: BackupScheduleView,
      detail: {
        summary: 'Set the schedule of backups',
        description: 'Each backup is verified, then all but the newest `keep` are deleted.',
      },
    })

const itemRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/:name/verify',
      async ({ params, status }) => status(202, await requestVerification(ctx, params.name)),
      {
        can,
        params: BackupParams,
        response: { 202: BackupTask },
        detail: {
          summary: 'Verify a backup',
          description:
            'Runs in the background: restores it to a test database and compares counts.',
        },
      },
    )

    .get(
      '/:name/download',
      async ({ viewer, params, request }) =>
        sendContent(request, await downloadBackup(ctx, viewer, params.name)),
      {
        can,
        params: BackupParams,
        detail: {
          summary: 'Download a backup',
          description:
            'Returns a ZIP file. Requires a session, because a backup contains password hashes.',
          responses: { 200: { description: 'The backup', content: { 'application/zip': {} } } },
        },
      },
    )

    .delete(
      '/:name',
      ({ viewer, params, set }) => noContent(set, deleteBackup(ctx, viewer, params.name)),
      {
        can,
        params: BackupParams,
        detail: {
          summary: 'Delete a backup',
          responses: { 204: { description: 'Deleted' } },
        },
      },
    )
