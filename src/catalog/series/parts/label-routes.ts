import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { BulkView } from '../../../platform/http/bulk'
import { supportsIfMatch } from '../../../platform/http/openapi/documented-refusals'
import { requireMatchOfJson } from '../../../platform/http/responses/etag'
import { ByIdParams } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import { guard } from '../../../accounts/permissions/guard'
import {
  BulkLabelsBody,
  GenreNames,
  GenresView,
  LabelView,
  NewLabel,
  OfSeriesParams,
  TagNames,
  TagsView,
} from '../../labels/model'
import type { LabelKind } from '../../labels/series-labels'
import {
  addSeriesLabel,
  changeLabelsOfMany,
  listSeriesLabels,
  removeSeriesLabel,
  replaceSeriesLabels,
} from './label-service'

export const seriesLabelRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(addAndRemoveRoutes(ctx, 'genre', 'genres'))
    .use(addAndRemoveRoutes(ctx, 'tag', 'tags'))
    .use(genreRoutes(ctx))
    .use(tagRoutes(ctx))
    .use(bulkRoutes(ctx, 'genre', 'genres'))
    .use(bulkRoutes(ctx, 'tag', 'tags'))

const title = { genre: 'Genres', tag: 'Tags' }
const hasBaseVersion = (request: Request) => request.headers.has('if-match')

const done = { 204: { description: 'Removed' } }

const addAndRemoveRoutes = (ctx: Context, kind: LabelKind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: '/series/:id', tags: [title[kind]] })
    .use(guard(ctx))

    .post(
      `/${path}`,
      ({ viewer, params, body }) =>
        addSeriesLabel(ctx, viewer, { kind, seriesId: params.id, name: body.name }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: NewLabel,
        response: LabelView,
        detail: {
          summary: `Add a ${kind} to a series`,
          description: `Creates the ${kind} if it does not exist.`,
        },
      },
    )

    .delete(
      `/${path}/:labelId`,
      ({ viewer, params, set }) =>
        noContent(
          set,
          removeSeriesLabel(ctx, viewer, { kind, seriesId: params.id, labelId: params.labelId }),
        ),
      {
        can: 'series:write',
        params: OfSeriesParams,
        detail: {
          summary: `Remove a ${kind} from a series`,
          description: `The ${kind} itself is kept.`,
          responses: done,
        },
      },
    )

const genreRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Genres'] })
    .use(guard(ctx))

    .get(
      '/genres',
      async ({ viewer, params }) => ({
        genres: await listSeriesLabels(ctx, viewer, { kind: 'genre', seriesId: params.id }),
      }),
      {
        can: 'series:read',
        params: ByIdParams,
        response: GenresView,
        detail: { summary: 'List the genres of a series', description: 'In alphabetical order.' },
      },
    )

    .put(
      '/genres',
      async ({ viewer, params, body: { genres: names }, request }) => ({
        genres: await replaceSeriesLabels(ctx, viewer, {
          kind: 'genre',
          seriesId: params.id,
          names,
          ...(hasBaseVersion(request) && {
            check: (genres) => requireMatchOfJson(request, { genres }),
          }),
        }),
      }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: GenreNames,
        response: GenresView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Set the genres of a series',
          description: 'Replaces and locks the genres.',
        },
      },
    )

const tagRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Tags'] })
    .use(guard(ctx))

    .get(
      '/tags',
      async ({ viewer, params }) => ({
        tags: await listSeriesLabels(ctx, viewer, { kind: 'tag', seriesId: params.id }),
      }),
      {
        can: 'series:read',
        params: ByIdParams,
        response: TagsView,
        detail: { summary: 'List the tags of a series', description: 'In alphabetical order.' },
      },
    )

    .put(
      '/tags',
      async ({ viewer, params, body: { tags: names }, request }) => ({
        tags: await replaceSeriesLabels(ctx, viewer, {
          kind: 'tag',
          seriesId: params.id,
          names,
          ...(hasBaseVersion(request) && {
            check: (tags) => requireMatchOfJson(request, { tags }),
          }),
        }),
      }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: TagNames,
        response: TagsView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Set the tags of a series',
          description: 'Replaces and locks the tags.',
        },
      },
    )

const bulkRoutes = (ctx: Context, kind: LabelKind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: '/series/bulk', tags: [title[kind]] })
    .use(guard(ctx))

    .post(`/${path}`, ({ viewer, body }) => changeLabelsOfMany(ctx, viewer, kind, body), {
      can: 'series:write',
      body: BulkLabelsBody,
      response: BulkView,
      detail: {
        summary: `Change the ${path} of many series`,
        description: `Other ${path} are kept. At most 500 series. The ${path} of changed series are locked.`,
      },
    })
