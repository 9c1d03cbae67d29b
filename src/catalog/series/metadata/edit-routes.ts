import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { requireMatch } from '../../../platform/http/responses/conditional'
import { ByIdParams } from '../../../platform/http/shapes'
import { BulkSeries } from '../bulk/model'
import { resetManySeries } from '../bulk/service'
import { MetadataAnswer } from '../model'
import { guard } from '../../../accounts/permissions/guard'
import { editSeries } from './edit-all'
import { ResetSeriesBody, SeriesEditBody } from './edit-model'
import { resetSeriesMetadata } from './service'

export const seriesEditRoutes = (ctx: Context): AnyElysia =>
  new Elysia().use(editRoutes(ctx)).use(resetRoutes(ctx)).use(bulkResetRoutes(ctx))

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
        summary: 'Edit a series as a whole',
        operationId: 'editWholeSeries',
        description:
          'Fields, labels, titles, links, ids, resets and locks in one step: all of it or nothing. ' +
          'What is left out stays; a list is the whole list. Resets come first, locks last. ' +
          'Honours If-Match with the ETag of the metadata.',
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
          summary: 'Reset the metadata of a series',
          description:
            'Takes back what people wrote, of fields, genres, tags, titles and links: what the files ' +
            'say counts again, unlocked.',
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
          summary: 'Reset fields of a series to its files',
          operationId: 'seriesMetadataReset',
          description:
            'Those that are named go back to the file and are unlocked, whoever spoke; without ' +
            'names all that people wrote.',
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
          'Takes back what people wrote: what the files say counts again. At most 500. What can be ' +
          'done is done; `problems` names the others.',
      },
    })
