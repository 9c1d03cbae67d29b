import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { parsePaging, paged } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../../accounts/permissions/guard'
import {
  IgnoredFilePage,
  IgnoredFileParams,
  IgnoredFilesQuery,
  ScanChangePage,
  ScanChangesQuery,
  ScanPreviewView,
  UndoView,
} from './change-model'
import { listIgnored, stopIgnoring } from './ignored-files'
import { ScanParams, ScanQuery } from '../model'
import { getPreview, startPreview } from '../preview/scan-preview'
import { getUndo, listChanges, undoScan } from '../undo/undo'

export const scanChangeRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(previewRoutes(ctx)).use(changeRoutes(ctx)).use(ignoredRoutes(ctx))

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/scans/:scanId', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '/changes',
      ({ viewer, params, query, request, set }) =>
        paged(
          { query, request, set },
          listChanges(ctx, viewer, params, { query, paging: parsePaging(query) }),
        ),
      {
        can: 'libraries:write',
        params: ScanParams,
        query: ScanChangesQuery,
        response: ScanChangePage,
        detail: {
          summary: 'List the changes made by a scan',
          description:
            'Returns one entry per changed book or series. Entries are kept for 90 days.',
        },
      },
    )

    .post(
      '/undo',
      async ({ viewer, params, status }) => status(202, await undoScan(ctx, viewer, params)),
      {
        can: 'libraries:write',
        params: ScanParams,
        response: { 202: UndoView },
        detail: {
          summary: 'Undo a scan',
          description:
            'Only possible for the newest scan with changes. Missing books are restored, moved books return to their previous place, and added books go to the trash and their files are ignored. Edits and reading progress are kept. 409 if the scan cannot be undone.',
        },
      },
    )

    .get('/undo', ({ viewer, params }) => getUndo(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: UndoView,
      detail: {
        summary: 'Get the status of undoing a scan',
        description: 'Returns the progress or result of the undo.',
      },
    })

const previewRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/scans/preview', tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '',
      async ({ viewer, params, query, status }) =>
        status(202, await startPreview(ctx, viewer, params.id, query.mode ?? 'normal')),
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: ScanQuery,
        response: { 202: ScanPreviewView },
        detail: {
          summary: 'Preview a scan',
          description:
            'Compares the library with its folders in the background without changing anything. 409 if a preview is already running.',
        },
      },
    )

    .get('', ({ viewer, params }) => getPreview(ctx, viewer, params.id), {
      can: 'libraries:write',
      params: ByIdParams,
      response: ScanPreviewView,
      detail: {
        summary: 'Get the latest scan preview',
        description:
          'Returns counts and examples of books that would be added, changed, moved, missing or restored.',
      },
    })

const ignoredRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/ignored', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listIgnored(ctx, viewer, params.id, parsePaging(query))),
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: IgnoredFilesQuery,
        response: IgnoredFilePage,
        detail: {
          summary: 'List ignored files',
          description: 'Lists files that scans ignore because the scan that added them was undone.',
        },
      },
    )

    .delete(
      '/:ignoredId',
      ({ viewer, params, set }) => noContent(set, stopIgnoring(ctx, viewer, params)),
      {
        can: 'libraries:write',
        params: IgnoredFileParams,
        detail: {
          summary: 'Stop ignoring a file',
          description: "The file's book is restored from the trash or added by the next scan.",
          responses: { 204: { description: 'No content' } },
        },
      },
    )
