/** Cover routes that series and books have in common. */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Permission, Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { type Content, sendContent } from '../../platform/http/responses/content'
import { noContent } from '../../platform/http/responses/statuses'
import type { Static, TSchema } from '../../platform/http/shapes'
import { pictureAnswers } from '../thumbnails/model'
import { CoverParams, OwnerParams, UploadForm } from './model'

/** Receives the ID of a series or book, and the ID of one of its covers. */
type WithCover<Result> = (
  this: void,
  ctx: Context,
  viewer: Viewer,
  ownerId: string,
  coverId: string,
) => Promise<Result>

/** Properties of series or books that the routes need. */
export interface RoutedCovers {
  /** For example `/books/:id`. */
  path: string
  noun: 'series' | 'book'
  read: Permission
  write: Permission
  View: TSchema
  List: TSchema
  /** Describes which covers are listed. */
  listNote: string
  /** Describes the effect of an upload. */
  uploadNote: string
  /** Additional error statuses for the original file. */
  fileRefusals?: readonly number[]
  list(this: void, ctx: Context, viewer: Viewer, ownerId: string): Promise<unknown>
  upload(
    this: void,
    ctx: Context,
    viewer: Viewer,
    ownerId: string,
    body: Static<typeof UploadForm>,
  ): Promise<unknown>
  select: WithCover<unknown>
  remove: WithCover<void>
  getFile: WithCover<Content>
}

export const itemCoverRoutes = (ctx: Context, routed: RoutedCovers) => (app: AnyElysia) =>
  app.use(choiceRoutes(ctx, routed)).use(fileRoutes(ctx, routed))

const router = (ctx: Context, { path }: RoutedCovers) =>
  new Elysia({ prefix: path, tags: ['Covers'] }).use(guard(ctx))

const choiceRoutes = (ctx: Context, routed: RoutedCovers) => {
  const { noun, read, write, View, List } = routed
  const name = noun === 'series' ? 'SeriesCover' : 'BookCover'
  return router(ctx, routed)
    .get('/covers', ({ viewer, params }) => routed.list(ctx, viewer, params.id), {
      can: read,
      params: OwnerParams,
      response: List,
      detail: { summary: `List the covers of a ${noun}`, description: routed.listNote },
    })
    .post('/cover', ({ viewer, params, body }) => routed.upload(ctx, viewer, params.id, body), {
      can: write,
      params: OwnerParams,
      body: UploadForm,
      response: View,
      detail: {
        summary: `Upload a cover for a ${noun}`,
        operationId: `upload${name}`,
        description: `Accepts JPEG, PNG, WebP, GIF or AVIF. ${routed.uploadNote}`,
      },
    })
    .put(
      '/covers/:coverId/select',
      ({ viewer, params }) => routed.select(ctx, viewer, params.id, params.coverId),
      {
        can: write,
        params: CoverParams,
        response: View,
        detail: { summary: `Select a cover for a ${noun}`, operationId: `select${name}` },
      },
    )
}

const fileRoutes = (ctx: Context, routed: RoutedCovers) => {
  const { noun, read, write, fileRefusals } = routed
  return router(ctx, routed)
    .delete(
      '/covers/:coverId',
      ({ viewer, params, set }) =>
        noContent(set, routed.remove(ctx, viewer, params.id, params.coverId)),
      {
        can: write,
        params: CoverParams,
        detail: {
          summary: `Delete a ${noun} cover`,
          responses: { 204: { description: 'No content' } },
        },
      },
    )
    .get(
      '/covers/:coverId/image',
      ({ viewer, params, request }) =>
        sendContent(request, routed.getFile(ctx, viewer, params.id, params.coverId)),
      {
        can: read,
        params: CoverParams,
        detail: {
          ...(fileRefusals && { [alsoRefuses]: fileRefusals }),
          summary: `Get the original file of a ${noun} cover`,
          responses: pictureAnswers,
        },
      },
    )
}
