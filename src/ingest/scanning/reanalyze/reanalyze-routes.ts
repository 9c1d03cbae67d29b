import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { AnalysisView, RetryBody } from '../journal/change-model'
import { analyzeBook, analyzeLibrary, analyzeSeries, retryFindings } from './reanalyze'

const description =
  'The files count as never opened, and a scan opens them. What people wrote and read is not touched.'

/** Reading files again because a person asks for it. */
export const lookAgainRoutes = (ctx: Context) =>
  new Elysia().use(oneRoutes(ctx)).use(manyRoutes(ctx))

const oneRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Scans'] })
    .use(guard(ctx))

    .post(
      '/books/:id/analyze',
      async ({ viewer, params, status }) => status(202, await analyzeBook(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        response: { 202: AnalysisView },
        detail: { summary: 'Read the file of a book again', description },
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
        detail: { summary: 'Read the files of a series again', description },
      },
    )

const manyRoutes = (ctx: Context) =>
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
        detail: { summary: 'Read all files of a library again', description },
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
          summary: 'Read the files again in which something is wrong',
          description: `Of one library or one kind, where that is named. ${description}`,
        },
      },
    )
