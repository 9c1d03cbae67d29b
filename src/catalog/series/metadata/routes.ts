import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatch, requireMatchOfJson } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import { guard } from '../../../accounts/permissions/guard'
import { LocksBody, LocksView, MetadataAnswer, MetadataBody } from '../model'
import { SeriesSourcesView } from './edit-model'
import { seriesEditRoutes } from './edit-routes'
import { getSeriesSources } from './series-sources'
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  replaceSeriesMetadata,
  setSeriesLocks,
} from './service'

export const seriesMetadataRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(fieldRoutes(ctx))
    .use(partRoutes(ctx))
    .use(lockRoutes(ctx))
    .use(sourceRoutes(ctx))
    .use(seriesEditRoutes(ctx))

const router = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Series metadata'] }).use(guard(ctx))
const read = { can: 'series:read', params: ByIdParams } as const
const write = { can: 'series:write', params: ByIdParams } as const

interface Answer {
  set: { headers: Record<string, string | number> }
}
async function addEtag<View>({ set }: Answer, found: Promise<{ tag: string; view: View }>) {
  const { tag, view } = await found
  set.headers['etag'] = tag
  return view
}

/** Returns the edit and the version that it is based on. */
const getEdit = <Body>(edit: Body, request: Request) => ({
  edit,
  precondition: (tag: string) => requireMatch(request, tag),
})

const fieldRoutes = (ctx: Context) =>
  router(ctx)
    .get(
      '/metadata',
      ({ viewer, params, set }) => addEtag({ set }, getSeriesMetadata(ctx.db, viewer, params.id)),
      {
        ...read,
        response: MetadataAnswer,
        detail: {
          summary: 'Get the metadata of a series',
          description: 'Returns an ETag for use when editing.',
        },
      },
    )

    .put(
      '/metadata',
      ({ viewer, params, body, request, set }) =>
        addEtag({ set }, replaceSeriesMetadata(ctx, viewer, params.id, getEdit(body, request))),
      {
        ...write,
        body: MetadataBody,
        response: MetadataAnswer,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Replace the metadata of a series',
          description:
            'Fields that are null or omitted are cleared, except the title. Fields that get a new value are locked against scans and plugins.',
        },
      },
    )

const partRoutes = (ctx: Context) =>
  router(ctx).patch(
    '/metadata',
    ({ viewer, params, body, request, set }) =>
      addEtag({ set }, editSeriesMetadata(ctx, viewer, params.id, getEdit(body, request))),
    {
      ...write,
      body: MetadataBody,
      response: MetadataAnswer,
      detail: {
        [supportsIfMatch]: true,
        summary: 'Update the metadata of a series',
        description:
          'Omitted fields keep their value; null clears a field. Fields that get a new value are locked.',
      },
    },
  )

const lockRoutes = (ctx: Context) =>
  router(ctx)
    .get('/metadata/locks', ({ viewer, params }) => getSeriesLocks(ctx.db, viewer, params.id), {
      ...read,
      response: LocksView,
      detail: {
        summary: 'Get the locks of a series',
        description: 'Scans and plugins do not change a locked field.',
      },
    })

    .put(
      '/metadata/locks',
      ({ viewer, params, body, request }) => {
        const check = (locks: LocksView) => requireMatchOfJson(request, locks)
        return setSeriesLocks(ctx, viewer, params.id, { wanted: body, check })
      },
      {
        ...write,
        body: LocksBody,
        response: LocksView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Update the locks of a series',
          description: 'Omitted locks keep their value.',
        },
      },
    )

const sourceRoutes = (ctx: Context) =>
  router(ctx).get(
    '/metadata/sources',
    ({ viewer, params }) => getSeriesSources(ctx, viewer, params.id),
    {
      ...read,
      response: SeriesSourcesView,
      detail: {
        summary: "Get the sources of a series' metadata",
        description:
          'Returns each field with its value, source, lock and the values from other sources.',
      },
    },
  )
