import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { createPage, parsePaging } from '../../../platform/http/pagination'
import { ByIdParams } from '../../../platform/http/shapes'
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
import { listIgnored, stopIgnoring } from './ignored'
import { ScanParams, ScanQuery } from '../model'
import { getPreview, startPreview } from '../preview/preview'
import { getUndo, listChanges, undoScan } from '../undo/undo'

/** What scans did, and taking it back. */
export const scanChangeRoutes = (ctx: Context) =>
  new Elysia().use(previewRoutes(ctx)).use(changeRoutes(ctx)).use(ignoredRoutes(ctx))

const changeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/scans/:scanId', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '/changes',
      async ({ viewer, params, query, request, set }) => {
        const paging = parsePaging(query)
        const found = await listChanges(ctx, viewer, params, { query, paging })
        return createPage({ request, set }, paging, found)
      },
      {
        can: 'libraries:write',
        params: ScanParams,
        query: ScanChangesQuery,
        response: ScanChangePage,
        detail: {
          summary: 'List what a scan did',
          description: 'One entry for each book to which it did something. Kept for 90 days.',
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
            'Only the newest that did something. Books that it missed are there again, those that it moved are where they were, those that it added go to the trash and their files are ignored. What people wrote and read is not touched. 409 where it cannot be done.',
        },
      },
    )

    .get('/undo', ({ viewer, params }) => getUndo(ctx, viewer, params), {
      can: 'libraries:write',
      params: ScanParams,
      response: UndoView,
      detail: { summary: 'Get the undo of a scan', description: 'How far it is, or how it ended.' },
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
          summary: 'See what a scan would do',
          description:
            'Looks through the library as a scan does, in the background, and changes nothing. 409 while one is on its way.',
        },
      },
    )

    .get('', ({ viewer, params }) => getPreview(ctx, viewer, params.id), {
      can: 'libraries:write',
      params: ByIdParams,
      response: ScanPreviewView,
      detail: {
        summary: 'Get the latest preview of a scan',
        description: 'What it would add, change, move, miss and find again: counts and examples.',
      },
    })

const ignoredRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/libraries/:id/ignored', tags: ['Scans'] })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, params, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage(
          { request, set },
          paging,
          await listIgnored(ctx, viewer, params.id, paging),
        )
      },
      {
        can: 'libraries:write',
        params: ByIdParams,
        query: IgnoredFilesQuery,
        response: IgnoredFilePage,
        detail: {
          summary: 'List ignored files',
          description: 'Files that scans pass over, because the scan that added them was undone.',
        },
      },
    )

    .delete(
      '/:ignoredId',
      async ({ viewer, params, set }) => {
        await stopIgnoring(ctx, viewer, params)
        set.status = 204
      },
      {
        can: 'libraries:write',
        params: IgnoredFileParams,
        detail: {
          summary: 'Stop ignoring a file',
          description: 'Its book comes back from the trash, or with the next scan.',
          responses: { 204: { description: 'Done' } },
        },
      },
    )
