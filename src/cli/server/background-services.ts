/** Background services of the server: jobs, schedules, live views, cleanup. */
import { Scheduler } from '../../platform/jobs/schedules'
import { deleteOldJobs } from '../../platform/jobs/job-queue'
import type { Context } from '../../context'
import { groupingJobs } from '../../ingest/grouping/jobs'
import { labelJobs } from '../../catalog/labels/jobs'
import { getLiveEvents } from '../../admin/live/live-events'
import { scanningJobs } from '../../ingest/scanning/jobs'
import { closeLogStreams } from '../../admin/monitoring/logs'
import { startHashingOnUse } from '../../ingest/scanning/read/hashing'
import { enqueueStartupScans, enqueueScheduledScan } from '../../ingest/scanning/service'
import { deleteExpiredScans } from '../../ingest/scanning/service'
import { thumbnailJobs } from '../../artwork/thumbnails/jobs'
import { trashJobs } from '../../ingest/trash/jobs'
import { deleteExpiredPurges } from '../../ingest/trash/purge'
import { deleteEndedSessions } from '../../accounts/sessions/service'
import { deleteOldLoginFailures } from '../../accounts/users/sign-in/login-throttle'
import { startWatching } from '../../ingest/watching/service'
import type { AppContext } from './app-context'

export interface BackgroundServices {
  /** Closes event streams, which would delay the shutdown. */
  endStreams(): void
  /** Starts nothing new. Work that has not ended within the limit continues at the next start. */
  shutdown(limitMs: number): Promise<void>
}

/** Every kind of job that there is. */
const allJobs = (ctx: Context) => [
  ...scanningJobs(ctx),
  ...groupingJobs(ctx),
  ...thumbnailJobs(ctx),
  ...labelJobs(ctx),
  ...trashJobs(ctx),
]

const cleanupIntervalMs = 3_600_000

export async function startBackgroundServices({
  ctx,
  engine,
}: AppContext): Promise<BackgroundServices> {
  const live = getLiveEvents(ctx)
  engine.register(allJobs(ctx))
  const scheduler = new Scheduler(ctx)
  scheduler.register('scan:', (tx, name) => enqueueScheduledScan(ctx, tx, name))
  await engine.start()
  scheduler.start()
  await enqueueStartupScans(ctx)
  const watching = startWatching(ctx)
  const stopHashing = startHashingOnUse(ctx)
  const cleanupTimer = setInterval(() => void cleanUp(), cleanupIntervalMs)
  const cleanUp = async () => {
    try {
      await deleteOldJobs(ctx)
      await deleteEndedSessions(ctx)
      await deleteOldLoginFailures(ctx)
      await deleteExpiredScans(ctx)
      await deleteExpiredPurges(ctx)
    } catch (error) {
      ctx.log.error({ err: error }, 'failed to delete old records')
    }
  }
  return {
    endStreams: () => {
      closeLogStreams(ctx)
      return live.close()
    },
    shutdown: async (limitMs) => {
      clearInterval(cleanupTimer)
      stopHashing()
      await watching.stop()
      await scheduler.stop()
      await engine.stop(limitMs)
    },
  }
}
