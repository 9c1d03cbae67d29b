import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { preserveAliases } from './ledger/preserve-aliases'
import { moveReleases, updateAcquired } from './ledger/series-changes'
import { moveReleasesJob, pollReleaseSourceJob, updateAcquiredReleasesJob } from './model'
import { connectPlugins } from './plugin-sources/release-calls'
import { type PollContext, pollSource } from './sources/poll-source'

export function releaseJobRegistrations(ctx: PollContext): JobRegistration[] {
  connectPlugins()
  preserveAliases()
  return [
    handleJob(pollReleaseSourceJob, (job, signal) => pollSource(ctx, job, signal)),
    handleJob(updateAcquiredReleasesJob, ({ payload }, signal) =>
      updateAcquired(ctx, payload.libraryId, signal),
    ),
    handleJob(moveReleasesJob, ({ payload }) =>
      Promise.resolve((tx) => moveReleases(ctx, tx, payload)),
    ),
  ]
}
