/** What goes on in the house while nobody asks: jobs, schedules, live views, tidying. */
import type { JobEngine } from '../../platform/jobs/engine'
import type { JobHandler, KindOptions } from '../../platform/jobs/queue'
import { Scheduler } from '../../platform/jobs/schedules'
import { tidyJobs } from '../../platform/jobs/tidy'
import { groupingJobs, waitingJobs } from '../../ingest/grouping/jobs'
import { labelJobs } from '../../catalog/labels/jobs'
import { openLive } from '../../admin/live/live'
import { previewJobs, undoJobs } from '../../ingest/scanning/jobs'
import { closeLogStreams } from '../../admin/monitoring/logs'
import { giveUpPreview } from '../../ingest/scanning/preview/preview'
import { hashingJobs, startHashing } from '../../ingest/scanning/read/hashing'
import { scanOnStart, scanWhenDue } from '../../ingest/scanning/service'
import { tidyScans } from '../../ingest/scanning/finish/retention'
import { giveUpUndo, retryUndo } from '../../ingest/scanning/undo/undo'
import { thumbnailJobs } from '../../artwork/thumbnails/jobs'
import { trashJobs } from '../../ingest/trash/jobs'
import { giveUpPurge, tidyPurges } from '../../ingest/trash/purge'
import { tidyUsers } from '../../accounts/users/tidy'
import { startWatching } from '../../ingest/watching/service'
import type { Ground } from './ground'
import { registerScans, scanEnds } from '../scan-jobs'

export interface HouseLife {
  /** Browsers that listen for events are sent home, so that they do not hold up the end. */
  endStreams(): void
  /** Nothing is begun any more; what has not ended within the limit is left to the next start. */
  rest(limitMs: number): Promise<void>
}

/** Each kind has its own slots: a long scan never keeps thumbnails waiting, nor the other way round. */
function register(engine: JobEngine, handlers: Record<string, JobHandler>, options: KindOptions) {
  for (const [kind, handler] of Object.entries(handlers)) engine.register(kind, handler, options)
}

const tidyEveryMs = 3_600_000

export async function startHouse({ ctx, engine }: Ground): Promise<HouseLife> {
  const live = openLive(ctx)
  registerScans({ ctx, engine })
  register(engine, groupingJobs(ctx), { slots: 1, ...scanEnds({ ctx }) })
  register(engine, waitingJobs(ctx), { slots: 1 })
  register(engine, undoJobs(ctx), { slots: 1, onFailed: giveUpUndo(ctx), onRetried: retryUndo() })
  register(engine, previewJobs(ctx), { slots: 1, onFailed: giveUpPreview(ctx) })
  register(engine, hashingJobs(ctx), { slots: 1 })
  register(engine, thumbnailJobs(ctx), { slots: 1 })
  register(engine, labelJobs(ctx), {})
  register(engine, trashJobs(ctx), { slots: 1, onFailed: giveUpPurge(ctx) })
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
      await tidyJobs(ctx)
      await tidyUsers(ctx)
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
