import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { BulkBooks } from '../../../catalog/books/metadata/bulk-model'
import { BulkSeries } from '../../../catalog/series/bulk/model'
import { guard } from '../../../accounts/permissions/guard'
import { AnalysisView, RetryBody } from '../journal/change-model'
import {
  analyzeBook,
  analyzeLibrary,
  analyzeSelected,
  analyzeSeries,
  retryFindings,
} from './reanalyze'

const description =
  'Starts a scan that analyzes the files again. Edits and reading progress are kept.'

export const reanalyzeRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(itemRoutes(ctx)).use(bulkRoutes(ctx)).use(selectionRoutes(ctx))

const itemRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '/books/:id/analyze',
      async ({ viewer, params, status }) => status(202, await analyzeBook(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        response: { 202: AnalysisView },
        detail: { summary: 'Analyze a book', description },
      },
    )

    .post(
      '/series/:id/analyze',
      async ({ viewer, params, status }) =>
        status(202, await analyzeSeries(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        response: { 202: AnalysisView },
        detail: { summary: 'Analyze a series', description },
      },
    )

const bulkRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '/libraries/:id/analyze',
      async ({ viewer, params, status }) =>
        status(202, await analyzeLibrary(ctx, viewer, params.id)),
      {
        can: 'libraries:write',
        params: ByIdParams,
        response: { 202: AnalysisView },
        detail: { summary: 'Analyze a library', description },
      },
    )

    .post(
      '/books/retry-all-errors',
      async ({ viewer, body, status }) => status(202, await retryFindings(ctx, viewer, body)),
      {
        can: 'books:write',
        body: RetryBody,
        response: { 202: AnalysisView },
        detail: {
          summary: 'Analyze files with findings',
          description: `Can be limited to a single library or finding code. ${description}`,
        },
      },
    )

const selectionRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '/books/bulk/analyze',
      async ({ viewer, body: { bookIds }, status }) =>
        status(202, await analyzeSelected(ctx, viewer, { bookIds })),
      {
        can: 'books:write',
        body: BulkBooks,
        response: { 202: AnalysisView },
        detail: { summary: 'Analyze several books', description },
      },
    )

    .post(
      '/series/bulk/analyze',
      async ({ viewer, body: { seriesIds }, status }) =>
        status(202, await analyzeSelected(ctx, viewer, { seriesIds })),
      {
        can: 'books:write',
        body: BulkSeries,
        response: { 202: AnalysisView },
        detail: { summary: 'Analyze several series', description },
      },
    )
