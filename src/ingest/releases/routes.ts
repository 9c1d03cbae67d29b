import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import { getStoredSeries } from '../../catalog/series/metadata/service'
import type { Context } from '../../context'
import { paged, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { createAlias, deleteAlias, listAliases } from './ledger/aliases'
import {
  changeReleases,
  deleteRelease,
  listReleaseFacets,
  listReleases,
  markReleasesSeen,
  updateRelease,
} from './ledger/edit-releases'
import { preserveAliases } from './ledger/preserve-aliases'
import {
  AliasBody,
  AliasesView,
  AliasParams,
  AliasView,
  BulkReleasesBody,
  BulkReleasesView,
  ReleaseDeletedView,
  ReleaseFacetsQuery,
  ReleaseFacetsView,
  ReleasePage,
  ReleasePatch,
  ReleasesQuery,
  ReleaseView,
  SeenBody,
  SeriesReleasesQuery,
} from './model'
import { connectPlugins } from './plugin-sources/release-calls'
import { releaseSourceRoutes } from './sources/source-routes'

export const releaseRoutes = (ctx: Context) => (app: AnyElysia) => {
  connectPlugins()
  preserveAliases()
  return app
    .use(releaseSourceRoutes(ctx))
    .use(ledgerRoutes(ctx))
    .use(releaseChangeRoutes(ctx))
    .use(decisionRoutes(ctx))
    .use(seriesRoutes(ctx))
    .use(aliasRoutes(ctx))
}

const tags = ['Releases']

const ledgerRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/releases', tags })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, query, request, set }) => {
        const { page: _page, pageSize: _pageSize, sort, ...filter } = query
        const paging = parsePaging(query)
        return paged({ query, request, set }, listReleases(ctx, viewer, { filter, paging, sort }))
      },
      {
        can: 'series:read',
        query: ReleasesQuery,
        response: ReleasePage,
        detail: {
          summary: 'List releases',
          description: 'Lists releases of series that you can see.',
        },
      },
    )

    .get('/facets', ({ viewer, query }) => listReleaseFacets(ctx, viewer, query), {
      can: 'series:read',
      query: ReleaseFacetsQuery,
      response: ReleaseFacetsView,
      detail: { summary: 'Count releases by language, library and series' },
    })

    .post(
      '/seen',
      ({ viewer, body, set }) => noContent(set, markReleasesSeen(ctx, viewer, body.ids)),
      {
        can: 'progress:write',
        body: SeenBody,
        response: NoContent,
        detail: { summary: 'Mark releases as seen' },
      },
    )

const releaseChangeRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/releases', tags })
    .use(guard(ctx))

    .post('/bulk', ({ viewer, body }) => changeReleases(ctx, viewer, body), {
      can: 'series:write',
      body: BulkReleasesBody,
      response: BulkReleasesView,
      detail: {
        summary: 'Change the state of many releases',
        description: 'Releases that you cannot see are skipped.',
      },
    })

    .patch(
      '/:id',
      ({ viewer, params, body }) => updateRelease(ctx, viewer, params.id, body.state),
      {
        can: 'series:write',
        params: ByIdParams,
        body: ReleasePatch,
        response: ReleaseView,
        detail: { summary: 'Change the state of a release' },
      },
    )

    .delete('/:id', ({ viewer, params }) => deleteRelease(ctx, viewer, params.id), {
      can: 'series:write',
      params: ByIdParams,
      response: ReleaseDeletedView,
      detail: {
        summary: 'Delete a release',
        description:
          'The release reappears if its source still lists it. Dismiss it instead to prevent that.',
      },
    })

const decisionRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/releases/:id', tags })
    .use(guard(ctx))

    .post('/dismiss', ({ viewer, params }) => updateRelease(ctx, viewer, params.id, 'dismissed'), {
      can: 'series:write',
      params: ByIdParams,
      response: ReleaseView,
      detail: { summary: 'Dismiss a release' },
    })

    .post(
      '/mark-acquired',
      ({ viewer, params }) => updateRelease(ctx, viewer, params.id, 'marked_acquired'),
      {
        can: 'series:write',
        params: ByIdParams,
        response: ReleaseView,
        detail: { summary: 'Mark a release as acquired' },
      },
    )

const seriesRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags })
    .use(guard(ctx))

    .get(
      '/releases',
      async ({ viewer, params: { id: seriesId }, query, request, set }) => {
        await getStoredSeries(ctx.db, viewer, seriesId)
        const paging = parsePaging(query)
        const filter = { seriesId, ...(query.state && { state: query.state }) }
        return paged({ query, request, set }, listReleases(ctx, viewer, { filter, paging }))
      },
      {
        can: 'series:read',
        params: ByIdParams,
        query: SeriesReleasesQuery,
        response: ReleasePage,
        detail: { summary: 'List the releases of a series' },
      },
    )

const aliasRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags })
    .use(guard(ctx))

    .get('/aliases', ({ viewer, params }) => listAliases(ctx, viewer, params.id), {
      can: 'series:read',
      params: ByIdParams,
      response: AliasesView,
      detail: { summary: 'List the release aliases of a series' },
    })

    .post(
      '/aliases',
      async ({ viewer, params, body, status }) => {
        const { alias, isNew } = await createAlias(ctx, viewer, params.id, body)
        return status(isNew ? 201 : 200, alias)
      },
      {
        can: 'series:write',
        params: ByIdParams,
        body: AliasBody,
        response: { 200: AliasView, 201: AliasView },
        detail: { summary: 'Add a release alias to a series' },
      },
    )

    .delete(
      '/aliases/:alias_id',
      ({ viewer, params, set }) =>
        noContent(set, deleteAlias(ctx, viewer, params.id, params.alias_id)),
      {
        can: 'series:write',
        params: AliasParams,
        response: NoContent,
        detail: { summary: 'Remove a release alias from a series' },
      },
    )
