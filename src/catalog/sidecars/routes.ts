import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, createPage, parsePaging } from '../../platform/http/pagination'
import { guard } from '../../accounts/permissions/guard'
import { SideFileProblemsQuery, SideFileProblemView } from './model'
import { listProblems } from './problems'

export const sidecarRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Books'] }).use(guard(ctx)).get(
    '/side-files/errors',
    async ({ viewer, query, request, set }) => {
      const paging = parsePaging(query)
      return createPage({ request, set }, paging, await listProblems(ctx, viewer, query, paging))
    },
    {
      can: 'books:read',
      query: SideFileProblemsQuery,
      response: PageOf(SideFileProblemView),
      detail: {
        summary: 'List files beside books in which something is wrong',
        operationId: 'listSideFileProblems',
        description:
          'Descriptions (ComicInfo.xml, metadata.opf, series.json) and pictures that cannot be ' +
          'read. Each is looked at again when it changes.',
      },
    },
  )
