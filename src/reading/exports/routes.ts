import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { accepted, noContent } from '../../platform/http/responses/statuses'
import { ExportCreation, ExportList, ExportView, FieldCatalog } from './model'
import {
  createExport,
  downloadExport,
  getExport,
  getFieldCatalog,
  listExports,
  removeExport,
} from './service'

const read = { can: 'progress:read' } as const
const write = { can: 'progress:write' } as const
const content = {
  'application/json': {},
  'text/csv': {},
  'text/markdown': {},
  'text/html': {},
  'application/zip': {},
}
const base = '/user/exports/series'

const createRoutes = (ctx: Context) => new Elysia({ tags: ['Exports'] }).use(guard(ctx))

export const exportRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get(base, ({ viewer }) => listExports(ctx, viewer), {
      ...read,
      response: ExportList,
      detail: { summary: 'List your exports', description: 'Newest first; at most 10.' },
    })
    .post(base, ({ viewer, body, set }) => accepted(set, createExport(ctx, viewer, body)), {
      ...write,
      body: ExportCreation,
      response: { 202: ExportView },
      detail: {
        summary: 'Create an export of your data',
        description:
          'Runs in the background. The export contains only what you can see, and is kept for seven days.',
      },
    })
    .get(`${base}/fields`, () => getFieldCatalog(), {
      ...read,
      response: FieldCatalog,
      detail: {
        summary: 'List the fields that exports can contain',
        description: 'Lists the fields of series and books. Other exports have fixed fields.',
      },
    })
    .use(itemRoutes(ctx))

const itemRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get(`${base}/:id`, ({ viewer, params }) => getExport(ctx, viewer, params.id), {
      ...read,
      params: ByIdParams,
      response: ExportView,
      detail: { summary: 'Get an export', description: 'Returns the export with its status.' },
    })
    .get(
      `${base}/:id/download`,
      ({ viewer, params, request }) => sendContent(request, downloadExport(ctx, viewer, params.id)),
      {
        ...read,
        params: ByIdParams,
        detail: {
          summary: 'Download an export',
          description:
            '409 while the export is not ready, or if your access has been reduced since. Supports ranges.',
          [alsoRefuses]: [409],
          responses: {
            200: { description: 'The file', content },
            206: { description: 'The requested range', content },
            416: { description: 'The range starts after the end of the file' },
          },
        },
      },
    )
    .delete(
      `${base}/:id`,
      ({ viewer, params, set }) => noContent(set, removeExport(ctx, viewer, params.id)),
      {
        ...write,
        params: ByIdParams,
        response: { 204: unknown() },
        detail: { summary: 'Delete an export', description: 'Also deletes the file.' },
      },
    )
