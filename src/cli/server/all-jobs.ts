import type { Context } from '../../context'
import { preserveChoices } from '../../ingest/cbl/match/preserve-choices'
import { groupingJobs } from '../../ingest/grouping/jobs'
import { importingJobs } from '../../ingest/importing/jobs'
import { labelJobs } from '../../catalog/labels/jobs'
import { scanningJobs } from '../../ingest/scanning/jobs'
import { thumbnailJobs } from '../../artwork/thumbnails/jobs'
import { metadataMatchingJobs } from '../../ingest/metadata-matching/jobs'
import { recommendationJobs } from '../../ingest/recommendations/jobs'
import { releaseJobRegistrations } from '../../ingest/releases/jobs'
import { backupJobs } from '../../admin/backup/jobs'
import { archiveJobs } from '../../admin/transfer/archives/jobs'
import { exportPerson } from '../../admin/transfer/own/export-person'
import { archiveContents, personContents } from '../transfer/kinds/archive-contents'
import { announceEnds } from '../../admin/notifications/inbox/announce-job-ends'
import { notificationJobs } from '../../admin/notifications/jobs'
import { readingSyncJobs } from '../../ingest/reading-sync/jobs'
import { exportJobs } from '../../reading/exports/jobs'
import { statisticsJobs } from '../../reading/statistics/jobs'
import { trashJobs } from '../../ingest/trash/jobs'
import { ConfigError } from '../../platform/config/config-error'
import type { JobRegistration } from '../../platform/jobs/job'
import type { JobQueue } from '../../platform/jobs/job-queue'

/**
 * Lists all kinds of jobs. A server also registers them, because it runs the hooks of jobs that
 * fail or are retried.
 */
function allJobs(ctx: Context) {
  preserveChoices()
  return announceEnds(ctx, listJobs(ctx))
}

/** Registers all kinds of jobs. Throws `ConfigError` if `jobs.kinds` contains an unknown kind. */
export function registerAllJobs(ctx: Context, queue: JobQueue) {
  queue.register(allJobs(ctx))
  const unknown = ctx.config.jobs.kinds.filter((kind) => !queue.kinds.includes(kind))
  if (unknown.length === 0) return
  const message = `unknown: ${unknown.join(', ')}. Known: ${queue.kinds.toSorted().join(', ')}.`
  throw new ConfigError([{ source: 'jobs.kinds', message }])
}

const listJobs = (ctx: Context): JobRegistration[] => [
  ...scanningJobs(ctx),
  ...groupingJobs(ctx),
  ...thumbnailJobs(ctx),
  ...labelJobs(ctx),
  ...trashJobs(ctx),
  ...metadataMatchingJobs(ctx),
  ...recommendationJobs(ctx),
  ...releaseJobRegistrations(ctx),
  ...notificationJobs(ctx),
  ...readingSyncJobs(ctx),
  ...importingJobs(ctx),
  ...statisticsJobs(ctx),
  ...exportJobs(ctx, (archive) => exportPerson(ctx, { ...personContents, ...archive })),
  ...backupJobs(ctx),
  ...archiveJobs(ctx, archiveContents),
]
