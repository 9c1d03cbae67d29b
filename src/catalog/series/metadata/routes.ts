import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { guard } from '../../../accounts/permissions/guard'
import { BulkSeries } from '../bulk/model'
import { resetManySeries } from '../bulk/service'

export const seriesMetadataRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/bulk/metadata', tags: ['Series metadata'] })
    .use(guard(ctx))
    .post('/reset', ({ viewer, body }) => resetManySeries(ctx, viewer, body.seriesIds), {
      can: 'series:write',
      body: BulkSeries,
      response: BulkView,
      detail: {
        summary: 'Reset the metadata of many series',
        description:
          'Removes all edits and locks, and restores the values from the files. At most 500 series. `problems` lists the series that could not be changed.',
      },
    })
