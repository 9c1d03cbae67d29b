import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, parsePaging, paged } from '../../platform/http/pagination'
import { guard } from '../../accounts/permissions/guard'
import { SidecarProblemsQuery, SidecarProblemView } from './model'
import { listProblems } from './sidecar-problems'

export const sidecarRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Books'] })
    .use(guard(ctx))
    .get(
      '/side-files/errors',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listProblems(ctx, viewer, query, parsePaging(query))),
      {
        can: 'books:read',
        query: SidecarProblemsQuery,
        response: PageOf(SidecarProblemView),
        detail: {
          summary: 'List sidecar files with problems',
          operationId: 'listSidecarProblems',
          description:
            'Lists metadata files (ComicInfo.xml, metadata.opf, series.json), images and text of pages (.mokuro) that cannot be read. A file is read again when it changes.',
        },
      },
    )
