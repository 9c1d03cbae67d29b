import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { sendContent } from '../../../platform/http/responses/content'
import { list, unknown } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { ArchiveBody, ArchiveParams, ArchiveTask, ArchiveView } from './model'
import { deleteArchive, downloadArchive, listArchives, requestArchive } from './service'

const can = 'system:admin'
const router = (ctx: Context) =>
  new Elysia({ prefix: '/admin/archives', tags: ['Archives'] }).use(guard(ctx))

export const archiveRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(allRoutes(ctx)).use(itemRoutes(ctx))

const allRoutes = (ctx: Context) =>
  router(ctx)
    .get('', () => listArchives(ctx), {
      can,
      response: list(ArchiveView),
      detail: {
        summary: 'List exports of everything',
        description: 'Only the newest is kept.',
      },
    })

    .post(
      '',
      async ({ viewer, body, status }) => status(202, await requestArchive(ctx, viewer, body)),
      {
        can,
        body: ArchiveBody,
        response: { 202: ArchiveTask },
        detail: {
          summary: 'Export everything',
          description:
            'Runs in the background. `docs/export-format.md` describes the file. Secrets require a session.',
        },
      },
    )

const itemRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/:name/download',
      async ({ viewer, params, request }) =>
        sendContent(request, await downloadArchive(ctx, viewer, params.name)),
      {
        can,
        params: ArchiveParams,
        detail: {
          summary: 'Download an export of everything',
          description: 'Returns a ZIP file. Requires a session. Supports ranges.',
          responses: {
            200: { description: 'The archive', content: { 'application/zip': {} } },
            206: { description: 'The requested range', content: { 'application/zip': {} } },
            416: { description: 'The range starts after the end of the file' },
          },
        },
      },
    )

    .delete('/:name', ({ params, set }) => noContent(set, deleteArchive(ctx, params.name)), {
      can,
      params: ArchiveParams,
      response: { 204: unknown() },
      detail: { summary: 'Delete an export of everything', description: 'Deletes the file.' },
    })
