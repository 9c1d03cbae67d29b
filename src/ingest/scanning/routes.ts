import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { previewFolder } from './preview/folder-preview'
import { FolderPreview, FolderPreviewQuery } from './preview/folder-preview-model'
import { ScanPage, ScanParams, ScanQuery, ScansQuery, ScanView } from './model'
import { cancelScan, confirmMissing, getScan, listScans, startScan } from './service'

export const scanningRoutes = (ctx: Context) =>
  new Elysia().use(startingRoutes(ctx)).use(watchingRoutes(ctx)).use(folderRoutes(ctx))

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
            'A normal scan opens only files that are new or changed, a deep one all. It takes the place of one that nobody asked for; 409 when one that somebody asked for runs already.',
        },
      },
    )

    .post(
      '/confirm',
      async ({ viewer, params, status }) =>
        status(202, await confirmMissing(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: ByIdParams,
        response: { 202: ScanView },
        detail: {
          summary: 'Confirm that missing files are gone',
          description:
            'For a library that is not available because too many files are missing: starts a scan that puts their books into the trash.',
        },
      },
    )

const watchingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '/scans',
      async ({ viewer, params, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage({ request, set }, paging, await listScans(ctx, viewer, params.id, paging))
      },
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: ScansQuery,
        response: ScanPage,
        detail: {
          summary: 'List the scans of a library',
          description: 'The newest first. Kept for 90 days.',
        },
      },
    )

    .get('/scans/:scanId', ({ viewer, params }) => getScan(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: ScanView,
      detail: { summary: 'Get a scan', description: 'How far it is, or how it ended.' },
    })

    .post('/scans/:scanId/cancel', ({ viewer, params }) => cancelScan(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: ScanView,
      detail: {
        summary: 'Cancel a scan',
        description: 'It really stops. What it has found so far stays.',
      },
    })

const folderRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .get('/filesystem/preview', ({ query }) => previewFolder(ctx, query), {
      can: 'libraries:write',
      query: FolderPreviewQuery,
      response: FolderPreview,
      detail: {
        summary: 'See what lies in a folder',
        description:
          'How many books a library of this folder would have, by the names of the files. Nothing is opened or stored. After eight seconds it answers with what it has seen. Refused where it could not be added: 409 where another library than `libraryId` has it already.',
      },
    })
