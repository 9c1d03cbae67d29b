import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams, list } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { previewFolder } from './preview/folder-preview'
import { FolderPreview, FolderPreviewQuery } from './preview/folder-preview-model'
import { ScanPage, ScanParams, ScanQuery, ScansQuery, ScanView } from './model'
import {
  confirmMissingFiles,
  getLatestScan,
  getScan,
  listActiveScans,
  listScans,
  startScan,
} from './service'
import { cancelLiveScan, cancelScan } from './lifecycle/cancel-scan'

export const scanningRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(startingRoutes(ctx))
    .use(watchingRoutes(ctx))
    .use(currentRoutes(ctx))
    .use(folderRoutes(ctx))

const startingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id', tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '/scan',
      async ({ viewer, params, query, status }) =>
        status(202, await startScan(ctx, viewer, params.id, query.mode ?? 'normal')),
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: ScanQuery,
        response: { 202: ScanView },
        detail: {
          summary: 'Scan a library',
          description:
            'A normal scan reads new and changed files; a deep scan reads all files. Replaces a running automatic scan. 409 if a manually started scan is already running.',
        },
      },
    )

    .post(
      '/confirm',
      async ({ viewer, params, status }) =>
        status(202, await confirmMissingFiles(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: ByIdParams,
        response: { 202: ScanView },
        detail: {
          summary: 'Confirm missing files',
          description:
            'For a library that is unavailable because too many files are missing. Starts a scan that moves the missing books to the trash.',
        },
      },
    )

const watchingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '/scans',
      ({ viewer, params, query, request, set }) =>
        paged({ query, request, set }, listScans(ctx, viewer, params.id, parsePaging(query))),
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: ScansQuery,
        response: ScanPage,
        detail: {
          summary: 'List scans of a library',
          description:
            'Newest first. Scans are kept for 90 days, or for one day if they were started by folder watching and changed nothing.',
        },
      },
    )

    .get('/scans/:scanId', ({ viewer, params }) => getScan(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: ScanView,
      detail: { summary: 'Get a scan', description: 'Returns the progress or result of the scan.' },
    })

    .post('/scans/:scanId/cancel', ({ viewer, params }) => cancelScan(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: ScanView,
      detail: {
        summary: 'Cancel a scan',
        description: 'Changes made so far are kept.',
      },
    })

/** Routes for scripts that do not know the ID of a scan. */
const currentRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Scans'] })
    .use(guard(ctx))

    .get('/scans/active', ({ viewer }) => listActiveScans(ctx, viewer), {
      can: 'libraries:write',
      response: list(ScanView),
      detail: {
        summary: 'List active scans',
        description: 'Returns the scans of all libraries that are waiting or running.',
      },
    })

    .get(
      '/libraries/:id/scan-status',
      ({ viewer, params }) => getLatestScan(ctx, viewer, params.id),
      {
        can: 'libraries:write',
        params: ByIdParams,
        response: ScanView,
        detail: {
          summary: 'Get the latest scan of a library',
          description: '404 if the library has not been scanned yet.',
        },
      },
    )

    .post(
      '/libraries/:id/scan/cancel',
      ({ viewer, params, set }) => noContent(set, cancelLiveScan(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: ByIdParams,
        detail: {
          [alsoRefuses]: [409],
          operationId: 'cancelLiveScan',
          summary: 'Cancel the scan of a library',
          description: 'Changes made so far are kept. 409 if no scan is waiting or running.',
          responses: { 204: { description: 'Canceled' } },
        },
      },
    )

const folderRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .get('/filesystem/preview', ({ viewer, query }) => previewFolder(ctx, viewer, query), {
      can: 'libraries:write',
      query: FolderPreviewQuery,
      response: FolderPreview,
      detail: {
        [alsoRefuses]: [409],
        summary: 'Preview a folder',
        description:
          'Counts the books that a library with this folder would have, based on file names. Opens no files and stores nothing. Returns a partial result after eight seconds. 409 if a library other than `libraryId` already has the folder.',
      },
    })
