/** Routes for trashing, restoring and purging series and books, and for purging libraries. */
import { Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import type { Permission, Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { noContent } from '../../platform/http/responses/statuses'
import { ByIdParams, type TSchema } from '../../platform/http/shapes'
import { PurgeBody, PurgeView } from './model'

/** Properties of a kind of item that can be purged. */
export interface RoutedPurge {
  /** For example `/books`. */
  path: string
  can: Permission
  purgeSummary: string
  purgeNote?: string
  purge(this: void, ctx: Context, viewer: Viewer, id: string, name: string): Promise<PurgeView>
}

/** Properties of series or books that the routes need. */
export interface RoutedTrash extends RoutedPurge {
  noun: 'series' | 'book'
  trashNote: string
  restoreNote: string
  Restored: TSchema
  trash(this: void, ctx: Context, viewer: Viewer, id: string): Promise<unknown>
  restore(this: void, ctx: Context, viewer: Viewer, id: string): Promise<unknown>
}

export const done = { responses: { 204: { description: 'No content' } } }
const purgeNote =
  'Requires the name as confirmation. Backs up the database first (SQLite). Reading data and ratings are kept, and restored if a book with the same content is found again. Within 90 days, bookmarks, highlights, edits with locks, covers and places in lists are restored as well. Files are never deleted.'

const router = (ctx: Context, { path }: RoutedPurge) =>
  new Elysia({ prefix: path, tags: ['Trash'] }).use(guard(ctx))

export const itemTrashRoutes = (ctx: Context, routed: RoutedTrash) => {
  const { noun, can, trashNote, restoreNote, Restored } = routed
  return router(ctx, routed)
    .delete(
      '/:id',
      ({ viewer, params, set }) => noContent(set, routed.trash(ctx, viewer, params.id)),
      {
        can,
        params: ByIdParams,
        detail: { summary: `Move a ${noun} to the trash`, description: trashNote, ...done },
      },
    )

    .post('/:id/restore', ({ viewer, params }) => routed.restore(ctx, viewer, params.id), {
      can,
      params: ByIdParams,
      response: Restored,
      detail: { summary: `Restore a ${noun} from the trash`, description: restoreNote },
    })
}

export const itemPurgeRoutes = (ctx: Context, routed: RoutedPurge) =>
  router(ctx, routed).post(
    '/:id/purge',
    async ({ viewer, params, body, status }) =>
      status(202, await routed.purge(ctx, viewer, params.id, body.name)),
    {
      can: routed.can,
      params: ByIdParams,
      body: PurgeBody,
      response: { 202: PurgeView },
      detail: {
        summary: routed.purgeSummary,
        description: routed.purgeNote ? `${routed.purgeNote} ${purgeNote}` : purgeNote,
      },
    },
  )
