import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { withText } from '../../../platform/messages/message'
import { thumbnailMessages } from '../messages'
import { cleanUpOrphansJob } from '../model'
import { cleanUpOrphans } from './clean-up'
import {
  CleanUpQuery,
  CleanUpResult,
  OrphanCleanUp,
  OrphanStats,
  OrphanStatsQuery,
  OrphanTask,
} from './orphan-model'

const can = 'system:admin'

export const orphanRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(maintenance(ctx)).use(orphans(ctx))

const maintenance = (ctx: Context) =>
  new Elysia({ tags: ['Thumbnails'] })
    .use(guard(ctx))

    .post(
      '/maintenance/cleanup-thumbnails',
      async ({ query }) => {
        const { thumbnailsDeleted, coversDeleted, bytesFreed, failures, errors } =
          await cleanUpOrphans(ctx, { dryRun: query.dryRun === 'true' })
        const deleted = thumbnailsDeleted + coversDeleted
        return { thumbnailsDeleted: deleted, bytesFreed, failures, errors }
      },
      {
        can,
        query: CleanUpQuery,
        response: CleanUpResult,
        detail: {
          summary: 'Remove orphaned thumbnails',
          description:
            'Removes thumbnails whose book or cover no longer exists. `dryRun=true` only counts them.',
        },
      },
    )

const orphans = (ctx: Context) =>
  new Elysia({ prefix: '/admin/cleanup-orphans', tags: ['Thumbnails'] })
    .use(guard(ctx))

    .get('/stats', ({ query }) => previewOrphans(ctx, query.includeFiles === 'true'), {
      can,
      query: OrphanStatsQuery,
      response: OrphanStats,
      detail: {
        summary: 'Count orphaned pictures',
        description:
          'Counts thumbnails and uploaded covers whose book, series or list no longer exists. Deletes nothing.',
      },
    })

    .post('', () => requestCleanUp(ctx), {
      can,
      response: OrphanTask,
      detail: {
        summary: 'Delete orphaned pictures in the background',
        description:
          'Pictures of items in the trash, and covers that are kept for permanently deleted items, stay.',
      },
    })

    .delete('', () => deleteOrphans(ctx), {
      can,
      response: OrphanCleanUp,
      detail: { summary: 'Delete orphaned pictures immediately' },
    })

async function previewOrphans(ctx: Context, includeFiles: boolean) {
  const { thumbnailsDeleted, coversDeleted, bytesFreed, files } = await cleanUpOrphans(ctx, {
    dryRun: true,
  })
  return {
    orphanedThumbnails: thumbnailsDeleted,
    orphanedCovers: coversDeleted,
    totalSizeBytes: bytesFreed,
    files: includeFiles ? files : null,
  }
}

async function deleteOrphans(ctx: Context) {
  const { files: _, ...counts } = await cleanUpOrphans(ctx, { dryRun: false })
  return counts
}

async function requestCleanUp(ctx: Context) {
  const options = { key: cleanUpOrphansJob.kind }
  const taskId = await ctx.write((tx) => ctx.queue.enqueue(tx, cleanUpOrphansJob, {}, options))
  return { taskId: taskId ?? null, ...withText(thumbnailMessages.cleaning_up()) }
}
