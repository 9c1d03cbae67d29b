import type { Context } from '../../context'
import { preserveChoices } from '../../ingest/cbl/match/preserve-choices'
import { groupingJobs } from '../../ingest/grouping/jobs'
import { labelJobs } from '../../catalog/labels/jobs'
import { scanningJobs } from '../../ingest/scanning/jobs'
import { thumbnailJobs } from '../../artwork/thumbnails/jobs'
import { metadataMatchingJobs } from '../../ingest/metadata-matching/jobs'
import { recommendationJobs } from '../../ingest/recommendations/jobs'
import { releaseJobRegistrations } from '../../ingest/releases/jobs'
import { backupJobs } from '../../admin/backup/jobs'
import { announceEnds } from '../../admin/notifications/inbox/announce'
import { notificationJobs } from '../../admin/notifications/jobs'
import { readingSyncJobs } from '../../ingest/reading-sync/jobs'
import { exportJobs } from '../../reading/exports/jobs'
import { statisticsJobs } from '../../reading/statistics/jobs'
import { trashJobs } from '../../ingest/trash/jobs'
import type { JobRegistration } from '../../platform/jobs/job'

/**
 * Lists all kinds of jobs. A server also registers them, because it runs the hooks of jobs that
 * fail or are retried.
 */
export function allJobs(ctx: Context) {
  preserveChoices()
  return announceEnds(ctx, listJobs(ctx))
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
  ...statisticsJobs(ctx),
  ...exportJobs(ctx),
  ...backupJobs(ctx),
]
