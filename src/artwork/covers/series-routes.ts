import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'
import { createThumbnailContent } from '../thumbnails/content/thumbnail-content'
import { pictureAnswers, ThumbnailQuery } from '../thumbnails/model'
import { answersDirectly } from '../../platform/http/requests/direct-answers'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { itemCoverRoutes, type RoutedCovers } from './item-cover-routes'
import {
  CoverList,
  CoverSource,
  CoverView,
  PageOfBookAsCover,
  SelectedSource,
  OwnerParams,
} from './model'
import {
  deleteSeriesCover,
  getSeriesCoverFile,
  listSeriesCovers,
  selectCoverSource,
  selectSeriesCover,
  uploadSeriesCover,
  usePageAsSeriesCover,
} from './series-covers'
import { getSeriesThumbnail } from './shown-cover'

export const seriesCoverRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(itemCoverRoutes(ctx, seriesCovers))
    .use(choiceRoutes(ctx))
    .use(pageRoutes(ctx))
    .use(thumbnailRoutes(ctx))

const seriesCovers: RoutedCovers = {
  path: '/series/:id',
  noun: 'series',
  read: 'series:read',
  write: 'series:write',
  View: CoverView,
  List: CoverList,
  listNote: "Lists uploaded covers, covers from plugins, and images in the series' folder.",
  uploadNote: 'The cover is selected and locked against changes by plugins.',
  fileRefusals: [409],
  list: listSeriesCovers,
  upload: uploadSeriesCover,
  select: selectSeriesCover,
  remove: deleteSeriesCover,
  getFile: getSeriesCoverFile,
}

/** Routes that select the cover to show. */
const choiceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Covers'] })
    .use(guard(ctx))

    .patch(
      '/cover/source',
      ({ viewer, params, body }) => selectCoverSource(ctx, viewer, params.id, body.source),
      {
        can: 'series:write',
        params: OwnerParams,
        body: CoverSource,
        response: SelectedSource,
        detail: { summary: 'Select the cover source for a series' },
      },
    )

    .delete(
      '/covers/selected',
      ({ viewer, params, set }) =>
        noContent(set, selectCoverSource(ctx, viewer, params.id, 'first_book')),
      {
        can: 'series:write',
        params: OwnerParams,
        detail: {
          summary: 'Reset the cover of a series to that of its first book',
          operationId: 'resetSeriesCover',
          responses: { 204: { description: 'No content' } },
        },
      },
    )

const pageRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Covers'] })
    .use(guard(ctx))
    .post(
      '/cover/page',
      ({ viewer, params, body }) => usePageAsSeriesCover(ctx, viewer, params.id, body),
      {
        can: ['series:write', 'pages:read'],
        params: OwnerParams,
        body: PageOfBookAsCover,
        response: CoverView,
        detail: {
          summary: 'Use a page of a book as the cover of its series',
          operationId: 'usePageAsSeriesCover',
          description: 'Stores a copy of the page as a custom cover, which is selected and locked.',
        },
      },
    )

const thumbnailRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/series/:id', tags: ['Covers'] })
    .use(guard(ctx))

    .get(
      '/thumbnail',
      async ({ viewer, params, query, request }) => {
        const thumbnail = await getSeriesThumbnail(ctx, viewer, params.id)
        return sendContent(request, createThumbnailContent(ctx, thumbnail, query))
      },
      {
        can: 'series:read',
        params: OwnerParams,
        query: ThumbnailQuery,
        detail: {
          [answersDirectly]: true,
          summary: 'Get the thumbnail of a series',
          responses: pictureAnswers,
        },
      },
    )
