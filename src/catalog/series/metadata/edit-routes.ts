import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatch } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import { BulkSeries } from '../bulk/model'
import { resetManySeries } from '../bulk/service'
import { MetadataAnswer } from '../model'
import { guard } from '../../../accounts/permissions/guard'
import { editSeries } from './edit-all'
import { ResetSeriesBody, SeriesEditBody } from './edit-model'
import { resetSeriesMetadata } from './service'

export const seriesEditRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(editRoutes(ctx)).use(resetRoutes(ctx)).use(bulkResetRoutes(ctx))

const write = {
  can: 'series:write',
  params: ByIdParams,
  response: MetadataAnswer,
} as const

interface Answer {
  set: { headers: Record<string, string | number> }
}
async function addEtag<View>({ set }: Answer, found: Promise<{ tag: string; view: View }>) {
  const { tag, view } = await found
  set.headers['etag'] = tag
  return view
}

const getPrecondition = (request: Request) => (tag: string) => requireMatch(request, tag)

const editRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id/metadata', tags: ['Series metadata'] }).use(guard(ctx)).post(
    '/edit',
    ({ viewer, params, body, request, set }) => {
      const precondition = getPrecondition(request)
      return addEtag({ set }, editSeries(ctx, viewer, params.id, { edit: body, precondition }))
    },
    {
      ...write,
      body: SeriesEditBody,
      detail: {
        [supportsIfMatch]: true,
        summary: 'Edit a series in one request',
        operationId: 'editWholeSeries',
        description:
          'Changes fields, labels, titles, links, IDs and locks, and performs resets, in one transaction. Omitted fields keep their value; a list replaces the whole list. Resets are applied first and locks last.',
      },
    },
  )

const resetRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id/metadata', tags: ['Series metadata'] })
    .use(guard(ctx))
    .delete(
      '',
      ({ viewer, params, request, set }) => {
        const precondition = getPrecondition(request)
        return addEtag({ set }, resetSeriesMetadata(ctx, viewer, params.id, { precondition }))
      },
      {
        ...write,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Reset the metadata of a series',
          description:
            'Removes all edits and locks, including those of genres, tags, alternate titles and links, and restores the values from the files.',
        },
      },
    )
    .post(
      '/reset',
      ({ viewer, params, body, request, set }) => {
        const asked = { precondition: getPrecondition(request), ...body }
        return addEtag({ set }, resetSeriesMetadata(ctx, viewer, params.id, asked))
      },
      {
        ...write,
        body: ResetSeriesBody,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Reset metadata fields of a series',
          operationId: 'seriesMetadataReset',
          description:
            'Restores the given fields from the files, regardless of their current source, and unlocks them. If no fields are given, removes all edits and locks but keeps values from providers.',
        },
      },
    )

const bulkResetRoutes = (ctx: Context) =>
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
