import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, pageOf, pagingOf } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/users/guard'
import { BulkView } from '../../platform/http/bulk'
import {
  BulkLabelsBody,
  CleanupQuery,
  CleanupView,
  GenreNames,
  GenresView,
  LabelQuery,
  LabelView,
  NewLabel,
  OfSeriesParams,
  TagNames,
  TagsView,
} from './model'
import type { Kind } from './queries'
import {
  addLabel,
  changeLabels,
  eraseLabel,
  labelsOf,
  listLabels,
  removeLabel,
  replaceLabels,
} from './service'
import { cleanUpLabels } from './upkeep'

export const labelRoutes = (ctx: Context): AnyElysia =>
  new Elysia()
    .use(allRoutes(ctx, 'genre', 'genres'))
    .use(allRoutes(ctx, 'tag', 'tags'))
    .use(cleanUpRoutes(ctx, 'genre', 'genres'))
    .use(cleanUpRoutes(ctx, 'tag', 'tags'))
    .use(seriesLabelRoutes(ctx, 'genre', 'genres'))
    .use(seriesLabelRoutes(ctx, 'tag', 'tags'))
    .use(genresOfSeries(ctx))
    .use(tagsOfSeries(ctx))
    .use(bulkRoutes(ctx, 'genre', 'genres'))
    .use(bulkRoutes(ctx, 'tag', 'tags'))

const title = { genre: 'Genres', tag: 'Tags' }
const done = { 204: { description: 'Done' } }

const allRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: `/${path}`, tags: [title[kind]] })
    .use(guard(ctx))

    .get(
      '',
      async ({ viewer, query, request, set }) => {
        const paging = pagingOf(query)
        const asked = { search: query.search, paging }
        return pageOf({ request, set }, paging, await listLabels(ctx, viewer, kind, asked))
      },
      {
        can: 'series:read',
        query: LabelQuery,
        response: PageOf(LabelView),
        detail: { summary: `List ${path}`, description: 'By name, with the series you see.' },
      },
    )

    .delete(
      '/:id',
      async ({ viewer, params, set }) => {
        await eraseLabel(ctx, viewer, kind, params.id)
        set.status = 204
      },
      {
        can: 'series:write',
        params: ByIdParams,
        detail: {
          summary: `Delete a ${kind}`,
          description: 'Takes it from every series that you see.',
          responses: done,
        },
      },
    )

const cleanUpRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: `/${path}`, tags: [title[kind]] })
    .use(guard(ctx))

    .post(
      '/cleanup',
      ({ viewer, query }) => cleanUpLabels(ctx, viewer, kind, query.dryRun === 'true'),
      {
        can: 'series:write',
        query: CleanupQuery,
        response: CleanupView,
        detail: {
          summary: `Delete unused ${path}`,
          description:
            'Those that no series carries. With `dryRun=true` nothing is deleted, and the answer says what ' +
            'would be. Somebody who sees only some libraries sees none of them, and deletes none.',
        },
      },
    )

const seriesLabelRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: '/series/:id', tags: [title[kind]] })
    .use(guard(ctx))

    .post(
      `/${path}`,
      ({ viewer, params, body }) =>
        addLabel(ctx, viewer, { kind, seriesId: params.id, name: body.name }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: NewLabel,
        response: LabelView,
        detail: { summary: `Add a ${kind} to a series`, description: 'Makes it if it is new.' },
      },
    )

    .delete(
      `/${path}/:labelId`,
      async ({ viewer, params, set }) => {
        await removeLabel(ctx, viewer, { kind, seriesId: params.id, labelId: params.labelId })
        set.status = 204
      },
      {
        can: 'series:write',
        params: OfSeriesParams,
        detail: {
          summary: `Take a ${kind} from a series`,
          description: 'The label itself stays.',
          responses: done,
        },
      },
    )

const genresOfSeries = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Genres'] })
    .use(guard(ctx))

    .get(
      '/genres',
      async ({ viewer, params }) => ({ genres: await labelsOf(ctx, viewer, 'genre', params.id) }),
      {
        can: 'series:read',
        params: ByIdParams,
        response: GenresView,
        detail: { summary: 'Genres of a series', description: 'By name.' },
      },
    )

    .put(
      '/genres',
      async ({ viewer, params, body: { genres: names } }) => ({
        genres: await replaceLabels(ctx, viewer, { kind: 'genre', seriesId: params.id, names }),
      }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: GenreNames,
        response: GenresView,
        detail: {
          summary: 'Set the genres of a series',
          description: 'Exactly these; locks them.',
        },
      },
    )

const tagsOfSeries = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Tags'] })
    .use(guard(ctx))

    .get(
      '/tags',
      async ({ viewer, params }) => ({ tags: await labelsOf(ctx, viewer, 'tag', params.id) }),
      {
        can: 'series:read',
        params: ByIdParams,
        response: TagsView,
        detail: { summary: 'Tags of a series', description: 'By name.' },
      },
    )

    .put(
      '/tags',
      async ({ viewer, params, body: { tags: names } }) => ({
        tags: await replaceLabels(ctx, viewer, { kind: 'tag', seriesId: params.id, names }),
      }),
      {
        can: 'series:write',
        params: ByIdParams,
        body: TagNames,
        response: TagsView,
        detail: { summary: 'Set the tags of a series', description: 'Exactly these; locks them.' },
      },
    )

const bulkRoutes = (ctx: Context, kind: Kind, path: 'genres' | 'tags') =>
  new Elysia({ prefix: '/series/bulk', tags: [title[kind]] })
    .use(guard(ctx))

    .post(`/${path}`, ({ viewer, body }) => changeLabels(ctx, viewer, kind, body), {
      can: 'series:write',
      body: BulkLabelsBody,
      response: BulkView,
      detail: {
        summary: `Add and remove ${path} of many series`,
        description: 'The others that they carry stay. At most 500 series; changes are locked.',
      },
    })
