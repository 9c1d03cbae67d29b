/** Routes that match a series or a book with providers. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import { NoContent, type Permission } from '../../../accounts/permissions/model'
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
import { listStoredOffers, undoMetadataChange } from './applied'
import { applyMetadata, previewMetadata } from './apply-metadata'
import { allowMatching, excludeFromMatching } from './exclusions'
import { getSearchTitle, matchAutomatically, searchProviders } from './search-providers'
import type { Target } from './target'

/** Properties of a target that the routes need. */
export interface RoutedTarget {
  target: Target
  /** URL path, such as `/books`. */
  path: string
  /** Used in descriptions, for example `book`. */
  noun: string
  read: Permission
  write: Permission
  /** Describes what a search does for this target. */
  searchNote: string
  /** Describes what the search title leaves out. */
  titleNote: string
}

export const targetRoutes = (ctx: Context, routed: RoutedTarget) => (app: AnyElysia) =>
  app
    .use(searchRoutes(ctx, routed))
    .use(offerRoutes(ctx, routed))
    .use(applyRoutes(ctx, routed))
    .use(automaticRoutes(ctx, routed))
    .use(undoRoutes(ctx, routed))
    .use(exclusionRoutes(ctx, routed))

const router = (ctx: Context, { path }: RoutedTarget) =>
  new Elysia({ prefix: `${path}/:id/metadata`, tags: ['Metadata providers'] }).use(guard(ctx))

const searchRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, read, write, searchNote, titleNote } = routed
  return router(ctx, routed)
    .post(
      '/search',
      ({ viewer, params, body }) => searchProviders(ctx, target, viewer, { id: params.id, body }),
      {
        can: write,
        params: ByIdParams,
        body: SearchBody,
        response: SearchView,
        detail: {
          summary: `Search providers for a ${noun}`,
          description: `Searches the metadata providers of the library, or a single provider. ${searchNote}`,
        },
      },
    )

    .get(
      '/search-title',
      ({ viewer, params, query }) => getSearchTitle(ctx, target, viewer, { id: params.id, query }),
      {
        can: read,
        params: ByIdParams,
        query: SearchTitleQuery,
        response: SearchTitleView,
        detail: {
          summary: `Get the title used to search for a ${noun}`,
          description: `${titleNote}Does not contact any provider.`,
        },
      },
    )
}

const offerRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, read } = routed
  return router(ctx, routed).get(
    '/offers',
    ({ viewer, params }) => listStoredOffers(ctx.db, target, viewer, params.id),
    {
      can: read,
      params: ByIdParams,
      response: OffersView,
      detail: {
        summary: `List provider metadata for a ${noun}`,
        description:
          'Returns the metadata that each provider sent most recently. Does not contact any provider.',
      },
    },
  )
}

const applyRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, write } = routed
  return router(ctx, routed)
    .post(
      '/preview',
      ({ viewer, params, body }) => previewMetadata(ctx, target, viewer, { id: params.id, body }),
      {
        can: write,
        params: ByIdParams,
        body: PreviewBody,
        response: PreviewView,
        detail: {
          summary: `Preview provider metadata for a ${noun}`,
          description: 'Returns the current and proposed value of each field. Nothing is stored.',
        },
      },
    )

    .post(
      '/apply',
      ({ viewer, params, body }) => applyMetadata(ctx, target, viewer, { id: params.id, body }),
      {
        can: write,
        params: ByIdParams,
        body: ApplyBody,
        response: ApplyView,
        detail: {
          summary: `Apply provider metadata to a ${noun}`,
          description:
            'Does not change locked or edited fields, except those in `overwrite`. The change can be undone.',
        },
      },
    )
}

const automaticRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, write } = routed
  return router(ctx, routed).post(
    '/auto-match',
    ({ viewer, params, body }) => matchAutomatically(ctx, target, viewer, { id: params.id, body }),
    {
      can: write,
      params: ByIdParams,
      body: AutoMatchBody,
      response: AutoMatchView,
      detail: {
        summary: `Match a ${noun} automatically`,
        description: 'Searches the providers and applies the best result if the match is certain.',
      },
    },
  )
}

const undoRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, write } = routed
  return router(ctx, routed).post(
    '/changes/:changeSetId/undo',
    ({ viewer, params }) => undoMetadataChange(ctx, target, viewer, params),
    {
      can: write,
      params: shape({ id: id(`ID of the ${noun}`), changeSetId: id() }),
      response: UndoView,
      detail: {
        summary: `Undo metadata applied to a ${noun}`,
        description:
          'Restores the previous values of the fields that have not been changed again since.',
      },
    },
  )
}

const exclusionRoutes = (ctx: Context, routed: RoutedTarget) => {
  const { target, noun, write } = routed
  return router(ctx, routed)
    .put(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, excludeFromMatching(ctx, target, viewer, { id: params.id, body })),
      {
        can: write,
        params: ByIdParams,
        body: ExclusionBody,
        response: NoContent,
        detail: {
          summary: `Exclude a work or a ${noun} from matching`,
          description: `If no work is given, the ${noun} is never matched automatically.`,
        },
      },
    )

    .delete(
      '/exclusions',
      ({ viewer, params, body, set }) =>
        noContent(set, allowMatching(ctx, target, viewer, { id: params.id, body })),
      {
        can: write,
        params: ByIdParams,
        body: ExclusionBody,
        response: NoContent,
        detail: { summary: `Stop excluding a ${noun} from matching` },
      },
    )
}
