import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { DuplicatePage, DuplicatesQuery } from './model'
import {
  dismissSeriesDuplicates,
  listSeriesDuplicates,
  restoreSeriesDuplicates,
} from './series/series-duplicates'
import {
  SeriesDuplicateParams,
  SeriesDuplicates,
  SeriesDuplicatesQuery,
} from './series/series-duplicates-model'
import { dismissBookDuplicates, listBookDuplicates, restoreBookDuplicates } from './service'

export const duplicateRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(listRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(seriesDismissalRoutes(ctx))
    .use(dismissalRoutes(ctx))

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates', tags: ['Duplicates'] })
    .use(guard(ctx))

    .get(
      '',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listBookDuplicates(ctx, viewer, query, parsePaging(query))),
      {
        can: 'books:read',
        query: DuplicatesQuery,
        response: DuplicatePage,
        detail: {
          summary: 'List duplicate books',
          description:
            'Lists groups of books whose pages are identical, largest reclaimable size first. `dismissed=true` lists dismissed groups. Files are never deleted.',
        },
      },
    )

const seriesRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates', tags: ['Duplicates'] })
    .use(guard(ctx))

    .get('/series', ({ viewer, query }) => listSeriesDuplicates(ctx, viewer, query), {
      can: 'series:read',
      query: SeriesDuplicatesQuery,
      response: SeriesDuplicates,
      detail: {
        summary: 'List duplicate series',
        description:
          'Lists groups of series with the same ID at a provider, or with the same sort title. Unless another one is set, that is the title without case, accents and articles. `dismissed=true` lists dismissed groups. Nothing is merged or deleted.',
      },
    })

const seriesDismissalRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates/series', tags: ['Duplicates'] })
    .use(guard(ctx))

    .delete(
      '/:duplicateId',
      ({ viewer, params, set }) =>
        noContent(set, dismissSeriesDuplicates(ctx, viewer, params.duplicateId)),
      {
        can: 'series:write',
        params: SeriesDuplicateParams,
        detail: {
          summary: 'Dismiss a group of duplicate series',
          description:
            'The group is no longer listed for any user, even if more series join it. The series are kept.',
          responses: { 204: { description: 'Dismissed' } },
        },
      },
    )

    .post(
      '/:duplicateId/restore',
      ({ viewer, params, set }) =>
        noContent(set, restoreSeriesDuplicates(ctx, viewer, params.duplicateId)),
      {
        can: 'series:write',
        params: SeriesDuplicateParams,
        detail: {
          summary: 'Restore a dismissed group of series',
          description: 'The group is listed again. 409 if the group was not dismissed.',
          responses: { 204: { description: 'Restored' } },
        },
      },
    )

const dismissalRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates', tags: ['Duplicates'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, dismissBookDuplicates(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        detail: {
          summary: 'Dismiss a group of duplicates',
          description:
            'The group is no longer listed, even if more copies are added. Books and files are kept.',
          responses: { 204: { description: 'Dismissed' } },
        },
      },
    )

    .post(
      '/:id/restore',
      ({ viewer, params, set }) => noContent(set, restoreBookDuplicates(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: ByIdParams,
        detail: {
          summary: 'Restore a dismissed group',
          description: 'The group is listed again. 409 if the group was not dismissed.',
          responses: { 204: { description: 'Restored' } },
        },
      },
    )
