import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { NoContent, type Permission } from '../../../accounts/permissions/model'
import { guard } from '../../../accounts/permissions/guard'
import { sendContent } from '../../../platform/http/responses/content'
import { noContent } from '../../../platform/http/responses/statuses'
import { OwnerParams, UploadForm } from '../model'
import { pictureAnswers, ThumbnailQuery } from '../../thumbnails/model'
import { getListThumbnailContent, type PicturedList } from './list-thumbnail'
import { deleteListCover, uploadListCover } from './list-uploads'
import { picturedCollections, picturedReadingLists } from './pictured-lists'

interface Paths {
  path: string
  tag: string
  noun: string
  read: Permission
  write: Permission
}

export const listCoverRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(
      createRoutes(ctx, picturedCollections, {
        path: '/collections',
        tag: 'Collections',
        noun: 'a collection',
        read: 'collections:read',
        write: 'collections:write',
      }),
    )
    .use(
      createRoutes(ctx, picturedReadingLists, {
        path: '/readlists',
        tag: 'Reading lists',
        noun: 'a reading list',
        read: 'readlists:read',
        write: 'readlists:write',
      }),
    )

const createRoutes = (ctx: Context, pictured: PicturedList, { path, tag, noun, ...can }: Paths) =>
  new Elysia({ prefix: `${path}/:id`, tags: [tag] })
    .use(guard(ctx))
    .get(
      '/thumbnail',
      ({ viewer, params, query, request }) =>
        sendContent(
          request,
          getListThumbnailContent(ctx, viewer, pictured, { id: params.id, query }),
        ),
      {
        can: can.read,
        params: OwnerParams,
        query: ThumbnailQuery,
        detail: {
          summary: `Get the thumbnail of ${noun}`,
          description:
            'Returns the uploaded image, the cover of the chosen entry, or a grid of the first four entries that you can see.',
          responses: pictureAnswers,
        },
      },
    )
    .use(uploadRoutes(ctx, pictured, { tag, noun, ...can }))

const uploadRoutes = (
  ctx: Context,
  pictured: PicturedList,
  { tag, noun, ...can }: Omit<Paths, 'path'>,
) =>
  new Elysia({ tags: [tag] })
    .use(guard(ctx))
    .post(
      '/cover',
      ({ viewer, params, body, set }) =>
        noContent(set, uploadListCover(ctx, viewer, pictured, { id: params.id, file: body.file })),
      {
        can: can.write,
        params: OwnerParams,
        body: UploadForm,
        response: NoContent,
        detail: {
          summary: `Upload a cover for ${noun}`,
          description: 'Accepts JPEG, PNG, WebP, GIF or AVIF. Replaces an earlier upload.',
        },
      },
    )
    .delete(
      '/cover',
      ({ viewer, params, set }) =>
        noContent(set, deleteListCover(ctx, viewer, pictured, params.id)),
      {
        can: can.write,
        params: OwnerParams,
        response: NoContent,
        detail: {
          summary: `Delete the uploaded cover of ${noun}`,
          description: 'Succeeds even if there is no uploaded cover.',
        },
      },
    )
