import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { makeThumbnails } from './model'
import { createLibraryThumbnails } from './service'

export const thumbnailJobs = (ctx: Context): JobRegistration[] => [
  handleJob(makeThumbnails, ({ payload }, signal) => createLibraryThumbnails(ctx, payload, signal)),
]
