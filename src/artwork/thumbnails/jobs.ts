import type { Context } from '../../context'
import type { JobHandler } from '../../platform/jobs/queue'
import { makeLibraryThumbnails } from './service'

/** What the engine calls, by kind. */
export const thumbnailJobs = (ctx: Context): Record<string, JobHandler> => ({
  make_thumbnails: (job, signal) => makeLibraryThumbnails(ctx, job.payload, signal),
})
