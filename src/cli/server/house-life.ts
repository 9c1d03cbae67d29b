/** What goes on in the house while nobody asks: jobs, schedules, live views, tidying. */
import { Scheduler } from '../../platform/jobs/schedules'
import { deleteOldJobs } from '../../platform/jobs/job-queue'
import type { Context } from '../../context'
import { groupingJobs } from '../../ingest/grouping/jobs'
import { labelJobs } from '../../catalog/labels/jobs'
import { openLive } from '../../admin/live/live'
import { scanningJobs } from '../../ingest/scanning/jobs'
import { closeLogStreams } from '../../admin/monitoring/logs'
import { startHashing } from '../../ingest/scanning/read/hashing'
import { scanOnStart, scanWhenDue } from '../../ingest/scanning/service'
import { tidyScans } from '../../ingest/scanning/finish/retention'
import { thumbnailJobs } from '../../artwork/thumbnails/jobs'
import { trashJobs } from '../../ingest/trash/jobs'
import { tidyPurges } from '../../ingest/trash/purge'
import { deleteEndedSessions } from '../../accounts/sessions/service'
import { deleteOldLoginFailures } from '../../accounts/users/sign-in/login-throttle'
import { startWatching } from '../../ingest/watching/service'
import type { Ground } from './ground'

export interface HouseLife {
  /** Browsers that listen for events are sent home, so that they do not hold up the end. */
  endStreams(): void
  /** Nothing is begun any more; what has not ended within the limit is left to the next start. */
  rest(limitMs: number): Promise<void>
}

/** Every kind of job that there is. */
const allJobs = (ctx: Context) => [
  ...scanningJobs(ctx),
  ...groupingJobs(ctx),
  ...thumbnailJobs(ctx),
  ...labelJobs(ctx),
  ...trashJobs(ctx),
]

const tidyEveryMs = 3_600_000

export async function startHouse({ ctx, engine }: Ground): Promise<HouseLife> {
  const live = openLive(ctx)
  engine.register(allJobs(ctx))
  const scheduler = new Scheduler(ctx)
  scheduler.register('scan:', (tx, name) => scanWhenDue(ctx, tx, name))
  await engine.start()
  scheduler.start()
  await scanOnStart(ctx)
  const watching = startWatching(ctx)
  const stopHashing = startHashing(ctx)
  const tidying = setInterval(() => void tidy(), tidyEveryMs)
  const tidy = async () => {
    try {
      await deleteOldJobs(ctx)
      await deleteEndedSessions(ctx)
      await deleteOldLoginFailures(ctx)
      await tidyScans(ctx)
      await tidyPurges(ctx)
    } catch (error) {
      ctx.log.error({ err: error }, 'old records could not be cleared away')
    }
  }
  return {
    endStreams: () => {
      closeLogStreams(ctx)
      return live.close()
    },
    rest: async (limitMs) => {
      clearInterval(tidying)
      stopHashing()
      await watching.stop()
      await scheduler.stop()
      await engine.stop(limitMs)
    },
  }
}
