import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { noContent } from '../../../platform/http/responses/statuses'
import { list } from '../../../platform/http/shapes'
import { ImportParams, ImportView, OwnImportBody } from '../model'
import {
  confirmOwnImport,
  deleteOwnImport,
  getOwnImport,
  listOwnImports,
  startOwnImport,
  undoOwnImport,
} from './own-imports'

const read = { can: 'progress:read' } as const
/** Categories of an app become collections. */
const write = { can: ['progress:write', 'collections:write'] } as const

const router = (ctx: Context) =>
  new Elysia({ prefix: '/user/imports', tags: ['Imports'] }).use(guard(ctx))

export const ownImportRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(allRoutes(ctx)).use(itemRoutes(ctx)).use(stepRoutes(ctx))

const allRoutes = (ctx: Context) =>
  router(ctx)
    .get('', ({ viewer }) => listOwnImports(ctx, viewer), {
      ...read,
      response: list(ImportView),
      detail: {
        summary: 'List your imports from reading apps',
        description: 'Newest first; at most 100.',
      },
    })
    .post(
      '',
      async ({ viewer, body, status }) => status(201, await startOwnImport(ctx, viewer, body)),
      {
        ...write,
        body: OwnImportBody,
        response: { 201: ImportView },
        detail: {
          summary: 'Start an import from a reading app',
          description:
            'Takes a backup of Mihon or Tachiyomi, or a metadata file or the statistics of KOReader or a ZIP file with them, and computes a preview in the background. Only books that you can see are found. Nothing is imported until the preview is confirmed. 409 while another import is not confirmed.',
        },
      },
    )

const itemRoutes = (ctx: Context) =>
  router(ctx)
    .get('/:id', ({ viewer, params }) => getOwnImport(ctx, viewer, params.id), {
      ...read,
      params: ImportParams,
      response: ImportView,
      detail: {
        summary: 'Get your import',
        description: 'Returns its state, its progress and its preview or result.',
      },
    })
    .delete(
      '/:id',
      async ({ viewer, params, set }) => noContent(set, deleteOwnImport(ctx, viewer, params.id)),
      {
        ...write,
        params: ImportParams,
        response: NoContent,
        detail: {
          summary: 'Delete your import',
          description: 'Also deletes the file. 409 if the import was applied and not undone.',
        },
      },
    )

const stepRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/:id/apply',
      async ({ viewer, params, status }) =>
        status(202, await confirmOwnImport(ctx, viewer, params.id)),
      {
        ...write,
        params: ImportParams,
        response: { 202: ImportView },
        detail: {
          summary: 'Confirm your import',
          description:
            'Starts the import that the preview shows. It runs in the background. 409 unless the preview is ready.',
        },
      },
    )
    .post(
      '/:id/undo',
      async ({ viewer, params, status }) =>
        status(202, await undoOwnImport(ctx, viewer, params.id)),
      {
        ...write,
        params: ImportParams,
        response: { 202: ImportView },
        detail: {
          summary: 'Undo your import',
          description:
            'Runs in the background. Removes what the import added, but keeps everything that you have changed since.',
        },
      },
    )
