import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { pickFields } from '../../../platform/http/responses/item-fields'
import { PageOf, parsePaging, paged } from '../../../platform/http/pagination'
import { list } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { SeriesView } from '../model'
import {
  listExternalIndexPage,
  listMatchingFacets,
  listMatchingGroups,
  listMatchingSeries,
} from '../service'
import {
  AlphabeticalGroup,
  ExternalIndexView,
  Facet,
  FacetsBody,
  FieldsOfListQuery,
  GroupsQuery,
  ListBody,
  ListQuery,
} from './model'

export const externalIndexRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Series'] })
    .use(guard(ctx))
    .get(
      '/series/external-index',
      ({ viewer, query, request, set }) =>
        paged(
          { query, request, set },
          listExternalIndexPage(ctx, viewer, query, parsePaging(query)),
        ),
      {
        can: 'series:read',
        query: ListQuery,
        response: PageOf(ExternalIndexView),
        detail: {
          summary: 'List the external IDs of series',
          description:
            'Intended for programs that look up many series, such as browser extensions. Also returns the highest chapter, the highest volume and the number of volumes in the library. Accepts the sort keys of GET /series.',
        },
      },
    )

export const seriesListRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(matchRoute(ctx)).use(countRoutes(ctx))

const matchRoute = (ctx: Context) =>
  new Elysia({ prefix: '/series/list', tags: ['Series'] })
    .use(guard(ctx))

    .post(
      '',
      async ({ viewer, query, body, request, set }) => {
        const { sort, fields } = query
        const paging = parsePaging(query)
        const found = listMatchingSeries(ctx, viewer, { body, sort, paging })
        const page = await paged({ query, request, set }, found)
        return pickFields(request, page, { item: SeriesView, fields })
      },
      {
        can: 'series:read',
        query: FieldsOfListQuery,
        body: ListBody,
        response: PageOf(SeriesView),
        detail: {
          summary: 'List series that match a condition',
          description:
            'The groups `allOf`, `anyOf` and `not` contain field conditions or other groups. Text is compared case-insensitively for ASCII letters. Accepts the sort keys of GET /series.',
        },
      },
    )

const countRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/list', tags: ['Series'] })
    .use(guard(ctx))
    .post(
      '/alphabetical-groups',
      ({ viewer, query, body }) => listMatchingGroups(ctx, viewer, { body, sort: query.sort }),
      {
        can: 'series:read',
        query: GroupsQuery,
        body: ListBody,
        response: list(AlphabeticalGroup),
        detail: {
          summary: 'Count matching series by first letter',
          description:
            'Sorted by name. `offset` is the number of series before the group, for jumping to a letter.',
        },
      },
    )

    .post('/facets', ({ viewer, body }) => listMatchingFacets(ctx, viewer, body), {
      can: 'series:read',
      body: FacetsBody,
      response: list(Facet),
      detail: {
        summary: 'Count the field values of matching series',
        description:
          'Returns the 100 most frequent values for each facet. Each facet is counted without the conditions on that facet.',
      },
    })
