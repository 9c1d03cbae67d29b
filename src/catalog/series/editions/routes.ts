import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { EditionList, EditionParams, NewEdition } from './model'
import { addEdition, listEditions, removeEdition } from './service'

export const editionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id/editions', tags: ['Series'] })
    .use(guard(ctx))

    .get('', ({ viewer, params }) => listEditions(ctx.db, viewer, params.id), {
      can: 'series:read',
      params: ByIdParams,
      response: EditionList,
      detail: {
        summary: 'List the editions of a series',
        description:
          'Lists other series of the same work: other languages, editions and adaptations.',
      },
    })

    .post('', ({ viewer, params, body }) => addEdition(ctx, viewer, params.id, body), {
      can: 'series:write',
      params: ByIdParams,
      body: NewEdition,
      response: EditionList,
      detail: {
        summary: 'Link a series as an edition',
        description:
          'All editions of both series become editions of a single work. Linking again changes the kind.',
      },
    })

    .delete(
      '/:editionId',
      ({ viewer, params, set }) =>
        noContent(set, removeEdition(ctx, viewer, params.id, params.editionId)),
      {
        can: 'series:write',
        params: EditionParams,
        detail: {
          summary: 'Unlink an edition',
          description:
            'If both IDs are the same, the series itself is unlinked. The other editions stay linked.',
          responses: { 204: { description: 'Unlinked' } },
        },
      },
    )
