import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { cleanUpOrphans } from './orphans/clean-up'
import { thumbnailLogMessages } from './messages'
import { cleanUpOrphansJob, makeThumbnails } from './model'
import { createLibraryThumbnails } from './service'

export const thumbnailJobs = (ctx: Context): JobRegistration[] => [
  handleJob(makeThumbnails, ({ payload }, signal) => createLibraryThumbnails(ctx, payload, signal)),
  handleJob(cleanUpOrphansJob, async (_, signal) => {
    const {
      files: _files,
      errors,
      ...counts
    } = await cleanUpOrphans(ctx, { dryRun: false, signal })
    if (counts.failures > 0)
      ctx.log.warn({ ...counts, errors }, thumbnailLogMessages.clean_up_failed())
  }),
]
