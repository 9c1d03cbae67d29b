import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { guard } from '../../../accounts/permissions/guard'
import { BulkLocksBody, BulkMetadataBody, BulkSeries } from './model'
import { editManySeries, lockManySeries, trackMany } from './service'

export const seriesBulkRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(metadataRoutes(ctx)).use(trackingRoutes(ctx))

const write = { can: 'series:write', response: BulkView } as const
const each = 'At most 500 series. `problems` lists the series that could not be changed.'

const metadataRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/bulk/metadata', tags: ['Series metadata'] })
    .use(guard(ctx))

    .patch('', ({ viewer, body }) => editManySeries(ctx, viewer, body), {
      ...write,
      body: BulkMetadataBody,
      detail: {
        summary: 'Update the metadata of many series',
        description: `Omitted fields keep their value; null clears a field. Fields that get a new value are locked. ${each}`,
      },
    })

    .put('/locks', ({ viewer, body }) => lockManySeries(ctx, viewer, body), {
      ...write,
      body: BulkLocksBody,
      detail: {
        summary: 'Update the locks of many series',
        description: `Omitted locks keep their value. ${each}`,
      },
    })

const trackingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/bulk', tags: ['Series'] })
    .use(guard(ctx))

    .post(
      '/track-for-releases',
      ({ viewer, body: { seriesIds } }) => trackMany(ctx, viewer, { seriesIds, tracked: true }),
      {
        ...write,
        body: BulkSeries,
        detail: { summary: 'Track the releases of many series', description: each },
      },
    )

    .post(
      '/untrack-for-releases',
      ({ viewer, body: { seriesIds } }) => trackMany(ctx, viewer, { seriesIds, tracked: false }),
      {
        ...write,
        body: BulkSeries,
        detail: { summary: 'Stop tracking the releases of many series', description: each },
      },
    )
