import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, paged, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { CleanupQuery, CleanupView, LabelQuery, LabelView } from './model'
import type { Kind } from './queries'
import { removeLabel, listLabels } from './service'
import { cleanUpLabels } from './unused-labels'

export const labelRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(allRoutes(ctx, 'genre', 'genres'))
    .use(allRoutes(ctx, 'tag', 'tags'))
    .use(cleanUpRoutes(ctx, 'genre', 'genres'))
    .use(cleanUpRoutes(ctx, 'tag', 'tags'))

const title = { genre: 'Genres', tag: 'Tags' }
const done = { 204: { description: 'Deleted' } }

const allRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: `/${path}`, tags: [title[kind]] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) => {
        const asked = { search: query.search, paging: parsePaging(query) }
        return paged({ query, request, set }, listLabels(ctx, viewer, kind, asked))
      },
      {
        can: 'series:read',
        query: LabelQuery,
        response: PageOf(LabelView),
        detail: {
          summary: `List ${path}`,
          description: 'In alphabetical order, each with the number of series that you can see.',
        },
      },
    )

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, removeLabel(ctx, viewer, kind, params.id)),
      {
        can: 'series:write',
        params: ByIdParams,
        detail: {
          summary: `Delete a ${kind}`,
          description: `Removes the ${kind} from all series that you can see, and deletes it if no other series has it.`,
          responses: done,
        },
      },
    )

const cleanUpRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: `/${path}`, tags: [title[kind]] })
    .use(guard(ctx))

    .post(
      '/cleanup',
      ({ viewer, query }) => cleanUpLabels(ctx, viewer, kind, query.dryRun === 'true'),
      {
        can: 'series:write',
        query: CleanupQuery,
        response: CleanupView,
        detail: {
          summary: `Delete unused ${path}`,
          description: `Deletes ${path} that no series uses. \`dryRun=true\` deletes nothing. Users whose access is restricted cannot delete unused ${path}.`,
        },
      },
    )
