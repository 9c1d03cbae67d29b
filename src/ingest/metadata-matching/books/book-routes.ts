import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { ByIdParams, id, shape } from '../../../platform/http/shapes'
import { noContent } from '../../../platform/http/responses/statuses'
import {
  ApplyBody,
  ApplyView,
  AutoMatchBody,
  AutoMatchView,
  ExclusionBody,
  OffersView,
  PreviewBody,
  PreviewView,
  SearchBody,
  SearchTitleQuery,
  SearchTitleView,
  SearchView,
  UndoView,
} from '../model'
import { listStoredOffers, undoMetadataChange } from '../targets/applied'
import { applyMetadata, previewMetadata } from '../targets/apply-metadata'
import { allowMatching, excludeFromMatching } from '../targets/exclusions'
import { getSearchTitle, matchAutomatically, searchProviders } from '../targets/search-providers'
import { bookTarget } from './book-target'

export const bookMatchingRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(searchRoutes(ctx))
    .use(offerRoutes(ctx))
    .use(applyRoutes(ctx))
    .use(undoRoutes(ctx))
    .use(exclusionRoutes(ctx))

const router = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id/metadata', tags: ['Metadata providers'] }).use(guard(ctx))
const write = { can: 'books:write', params: ByIdParams } as const

const searchRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/search',
      ({ viewer, params, body }) =>
        searchProviders(ctx, bookTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: SearchBody,
        response: SearchView,
        detail: {
          summary: 'Search providers for a book',
          description:
            'Searches the metadata providers of the library, or a single provider. Issues and volumes are found through the work that the series was matched with.',
        },
      },
    )

    .get(
      '/search-title',
      ({ viewer, params, query }) =>
        getSearchTitle(ctx, bookTarget, viewer, { id: params.id, query }),
      {
        can: 'books:read',
        params: ByIdParams,
        query: SearchTitleQuery,
        response: SearchTitleView,
        detail: {
          summary: 'Get the title used to search for a book',
          description: 'Does not contact any provider.',
        },
      },
    )

const offerRoutes = (ctx: Context) =>
  router(ctx).get(
    '/offers',
    ({ viewer, params }) => listStoredOffers(ctx.db, bookTarget, viewer, params.id),
    {
      can: 'books:read',
      params: ByIdParams,
      response: OffersView,
      detail: {
        summary: 'List provider metadata for a book',
        description:
          'Returns the metadata that each provider sent most recently. Does not contact any provider.',
      },
    },
  )

const applyRoutes = (ctx: Context) =>
  router(ctx)
    .post(
      '/preview',
      ({ viewer, params, body }) =>
        previewMetadata(ctx, bookTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: PreviewBody,
        response: PreviewView,
        detail: {
          summary: 'Preview provider metadata for a book',
          description: 'Returns the current and proposed value of each field. Nothing is stored.',
        },
      },
    )

    .post(
      '/apply',
      ({ viewer, params, body }) => applyMetadata(ctx, bookTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: ApplyBody,
        response: ApplyView,
        detail: {
          summary: 'Apply provider metadata to a book',
          description:
            'Does not change locked or edited fields, except those in `overwrite`. The change can be undone.',
        },
      },
    )

    .post(
      '/auto-match',
      ({ viewer, params, body }) =>
        matchAutomatically(ctx, bookTarget, viewer, { id: params.id, body }),
      {
        ...write,
        body: AutoMatchBody,
        response: AutoMatchView,
        detail: {
          summary: 'Match a book automatically',
          description:
            'Searches the providers and applies the best result if the match is certain.',
        },
      },
    )

const undoRoutes = (ctx: Context) =>
  router(ctx).post(
    '/changes/:changeSetId/undo',
    ({ viewer, params }) => undoMetadataChange(ctx, bookTarget, viewer, params),
    {
      can: 'books:write',
      params: shape({ id: id('ID of the book'), changeSetId: id() }),
      response: UndoView,
      detail: {
        summary: 'Undo metadata applied to a book',
        description:
          'Restores the previous values of the fields that have not been changed again since.',
      },
    },
  )

const exclusionRoutes = (ctx: Context) =>
  router(ctx)
    .put(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, excludeFromMatching(ctx, bookTarget, viewer, { id: params.id, body })),
      {
        ...write,
        body: ExclusionBody,
        response: NoContent,
        detail: {
          summary: 'Exclude a work or a book from matching',
          description: 'If no work is given, the book is never matched automatically.',
        },
      },
    )

    .delete(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, allowMatching(ctx, bookTarget, viewer, { id: params.id, body })),
      {
        ...write,
        body: ExclusionBody,
        response: NoContent,
        detail: { summary: 'Stop excluding a book from matching' },
      },
    )
