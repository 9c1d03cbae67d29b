import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { noContent } from '../../platform/http/responses/statuses'
import { list } from '../../platform/http/shapes'
import {
  confirmImport,
  deleteImport,
  getImport,
  listManagedImports,
  mapImport,
  requestImportUndo,
  startImport,
} from './managed/manage-imports'
import { ImportBody, ImportMappingBody, ImportParams, ImportView } from './model'

const read = { can: 'system:admin' } as const
/** An import can create accounts. */
const write = { can: ['system:admin', 'users:write'] } as const

const router = (ctx: Context) =>
  new Elysia({ prefix: '/imports', tags: ['Imports'] }).use(guard(ctx))

export const importRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(allRoutes(ctx)).use(itemRoutes(ctx)).use(stepRoutes(ctx))

const allRoutes = (ctx: Context) =>
  router(ctx)
    .get('', () => listManagedImports(ctx), {
      ...read,
      response: list(ImportView),
      detail: {
        summary: 'List imports from other programs',
        description: 'Newest first; at most 100. Includes imports started with `quire import`.',
      },
    })
    .post(
      '',
      async ({ viewer, body, status }) => status(201, await startImport(ctx, viewer, body)),
      {
        ...write,
        body: ImportBody,
        response: { 201: ImportView },
        detail: {
          summary: 'Start an import from another program',
          description:
            'Copies the database and computes a preview in the background. Nothing is imported until the preview is confirmed. Accepts JSON with a path on the server, or a form with the database; `server.max_upload_mb` limits its size.',
        },
      },
    )

const itemRoutes = (ctx: Context) =>
  router(ctx)
    .get('/:id', ({ params }) => getImport(ctx, params.id), {
      ...read,
      params: ImportParams,
      response: ImportView,
      detail: {
        summary: 'Get an import',
        description: 'Returns its state, its progress and its preview or result.',
      },
    })
    .put(
      '/:id/mapping',
      async ({ viewer, params, body, status }) =>
        status(202, await mapImport(ctx, viewer, { ...params, ...body })),
      {
        ...write,
        params: ImportParams,
        body: ImportMappingBody,
        response: { 202: ImportView },
        detail: {
          summary: 'Choose the folders and people of an import',
          description:
            'Replaces the earlier choice and computes the preview again. Choosing administrators requires a session. 409 unless the preview is ready.',
        },
      },
    )
    .delete('/:id', async ({ params, set }) => noContent(set, deleteImport(ctx, params.id)), {
      ...write,
      params: ImportParams,
      response: NoContent,
      detail: {
        summary: 'Delete an import',
        description: 'Also deletes the copy. 409 if the import was applied and not undone.',
      },
    })

const stepRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/:id/apply',
      async ({ viewer, params, status }) =>
        status(202, await confirmImport(ctx, viewer, params.id)),
      {
        ...write,
        params: ImportParams,
        response: { 202: ImportView },
        detail: {
          summary: 'Confirm an import',
          description:
            'Starts the import that the preview shows. It runs in the background. 409 unless the preview is ready.',
        },
      },
    )
    .post(
      '/:id/undo',
      async ({ viewer, params, status }) =>
        status(202, await requestImportUndo(ctx, viewer, params.id)),
      {
        ...write,
        params: ImportParams,
        response: { 202: ImportView },
        detail: {
          summary: 'Undo an import',
          description:
            'Runs in the background. Removes what the import added, but keeps everything that someone has changed since.',
        },
      },
    )
