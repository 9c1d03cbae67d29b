import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { DuplicatePage, DuplicatesQuery } from './model'
import { dismissDuplicates, listDuplicates, restoreDuplicates } from './service'

export const duplicateRoutes = (ctx: Context) =>
  new Elysia().use(listRoutes(ctx)).use(dismissalRoutes(ctx))

const listRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates', tags: ['Duplicates'] })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        return createPage(
          { request, set },
          paging,
          await listDuplicates(ctx, viewer, query, paging),
        )
      },
      {
        can: 'books:read',
        query: DuplicatesQuery,
        response: DuplicatePage,
        detail: {
          summary: 'List books that are there more than once',
          description:
            'Groups of equal books; those that take the most room first. With `dismissed=true` the groups that a person wants to keep. Nothing here deletes a file.',
        },
      },
    )

const dismissalRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/duplicates', tags: ['Duplicates'] })
    .use(guard(ctx))

    .delete(
      '/:id',
      async ({ viewer, params, set }) => {
        await dismissDuplicates(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'books:write',
        params: ByIdParams,
        detail: {
          summary: 'Dismiss a group of duplicates',
          description:
            'It is not listed any more, also when more copies come. The books and their files stay.',
          responses: { 204: { description: 'Done' } },
        },
      },
    )

    .post(
      '/:id/restore',
      async ({ viewer, params, set }) => {
        await restoreDuplicates(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'books:write',
        params: ByIdParams,
        detail: {
          summary: 'Take the dismissal of a group back',
          description: 'It is listed again. 409 when it was not dismissed.',
          responses: { 204: { description: 'Done' } },
        },
      },
    )
