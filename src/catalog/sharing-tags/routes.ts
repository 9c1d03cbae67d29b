import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import { BulkView } from '../../platform/http/bulk'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { createdUncached, noContent } from '../../platform/http/responses/statuses'
import * as model from './model'
import {
  addSeriesTag,
  changeManyTags,
  getSeriesTags,
  removeSeriesTag,
  setSeriesTags,
} from './series-tags'
import {
  createSharingTag,
  deleteSharingTag,
  editSharingTag,
  getSharingTag,
  listSharingTags,
} from './service'

const can = 'system:admin'

export const sharingTagRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(tagRoutes(ctx))
    .use(oneTagRoutes(ctx))
    .use(seriesTagRoutes(ctx))
    .use(oneSeriesTagRoutes(ctx))

const tagRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/admin/sharing-tags', tags: ['Sharing tags'] })
    .use(guard(ctx))
    .get(
      '',
      ({ query, request, set }) =>
        paged({ query, request, set }, listSharingTags(ctx, parsePaging(query))),
      {
        can,
        query: model.SharingTagQuery,
        response: model.SharingTagPage,
        detail: { summary: 'List sharing tags', description: 'In alphabetical order.' },
      },
    )
    .post(
      '',
      ({ viewer, body, set }) => createdUncached(set, createSharingTag(ctx, viewer, body)),
      {
        can,
        body: model.SharingTagCreation,
        response: { 201: model.SharingTag },
        detail: {
          summary: 'Add a sharing tag',
          description: 'Add the tag to series, then allow or deny it for users and access groups.',
        },
      },
    )

const oneTagRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/admin/sharing-tags', tags: ['Sharing tags'] })
    .use(guard(ctx))
    .get('/:tag_id', ({ params }) => getSharingTag(ctx, params.tag_id), {
      can,
      params: model.ByTag,
      response: model.SharingTag,
      detail: { summary: 'Get a sharing tag' },
    })
    .patch(
      '/:tag_id',
      ({ viewer, params, body }) => editSharingTag(ctx, viewer, params.tag_id, body),
      {
        can,
        params: model.ByTag,
        body: model.SharingTagPatch,
        response: model.SharingTag,
        detail: { summary: 'Edit a sharing tag', description: 'Omitted fields keep their value.' },
      },
    )
    .delete(
      '/:tag_id',
      ({ viewer, params, set }) => noContent(set, deleteSharingTag(ctx, viewer, params.tag_id)),
      {
        can,
        params: model.ByTag,
        response: NoContent,
        detail: {
          summary: 'Delete a sharing tag',
          description:
            'Removes the tag from all series. 409 if it is the only tag allowed for a user or group, because everything would then become visible.',
        },
      },
    )

const seriesTagRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series', tags: ['Sharing tags'] })
    .use(guard(ctx))
    .patch('/bulk/sharing-tags', ({ viewer, body }) => changeManyTags(ctx, viewer, body), {
      can,
      body: model.BulkSharingTags,
      response: BulkView,
      detail: {
        summary: 'Change the sharing tags of many series',
        description: 'At most 500 series. `problems` lists the series that could not be changed.',
      },
    })
    .get('/:id/sharing-tags', ({ viewer, params }) => getSeriesTags(ctx, viewer, params.id), {
      can,
      params: ByIdParams,
      response: model.SharingTagSummaries,
      detail: { summary: 'List the sharing tags of a series' },
    })
    .put(
      '/:id/sharing-tags',
      ({ viewer, params, body }) => setSeriesTags(ctx, viewer, params.id, body.sharingTagIds),
      {
        can,
        params: ByIdParams,
        body: model.SeriesTagsBody,
        response: model.SharingTagSummaries,
        detail: { summary: 'Set the sharing tags of a series' },
      },
    )

const oneSeriesTagRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series', tags: ['Sharing tags'] })
    .use(guard(ctx))
    .post(
      '/:id/sharing-tags',
      ({ viewer, params, body }) => addSeriesTag(ctx, viewer, params.id, body.sharingTagId),
      {
        can,
        params: ByIdParams,
        body: model.SeriesTagBody,
        response: model.SharingTagSummaries,
        detail: { summary: 'Add a sharing tag to a series' },
      },
    )
    .delete(
      '/:id/sharing-tags/:tag_id',
      ({ viewer, params, set }) =>
        noContent(
          set,
          removeSeriesTag(ctx, viewer, params.id, params.tag_id).then(() => undefined),
        ),
      {
        can,
        params: model.BySeriesTag,
        response: NoContent,
        detail: { summary: 'Remove a sharing tag from a series' },
      },
    )
