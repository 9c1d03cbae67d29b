import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { PageOf, createPage, parsePaging } from '../../../platform/http/pagination'
import { list } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { SeriesView } from '../model'
import { listMatchingFacets, listMatchingGroups, listMatchingSeries } from '../service'
import { AlphabeticalGroup, Facet, FacetsBody, GroupsQuery, ListBody, ListQuery } from './model'

export const seriesListRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/list', tags: ['Series'] })
    .use(guard(ctx))

    .post(
      '',
      async ({ viewer, query, body, request, set }) => {
        const paging = parsePaging(query)
        const asked = { body, sort: query.sort, paging }
        return createPage({ request, set }, paging, await listMatchingSeries(ctx, viewer, asked))
      },
      {
        can: 'series:read',
        query: ListQuery,
        body: ListBody,
        response: PageOf(SeriesView),
        detail: {
          summary: 'List the series that meet a condition',
          description:
            'Groups `allOf`, `anyOf` and `not` around fields. Texts are compared without regard to the case of a to z. Sort keys as for GET /series.',
        },
      },
    )

    .post(
      '/alphabetical-groups',
      ({ viewer, query, body }) => listMatchingGroups(ctx, viewer, { body, sort: query.sort }),
      {
        can: 'series:read',
        query: GroupsQuery,
        body: ListBody,
        response: list(AlphabeticalGroup),
        detail: {
          summary: 'Count the series that meet a condition by first letter',
          description:
            'In the order by name. `offset` says where in that order each group begins, for jumps.',
        },
      },
    )

    .post('/facets', ({ viewer, body }) => listMatchingFacets(ctx, viewer, body), {
      can: 'series:read',
      body: FacetsBody,
      response: list(Facet),
      detail: {
        summary: 'Count the values of the series that meet a condition',
        description:
          'The hundred most frequent values of each facet. A facet is counted under all parts of the condition but those that speak of it alone.',
      },
    })
