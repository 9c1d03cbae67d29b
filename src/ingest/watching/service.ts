/**
 * Watching: what changes in the folders of libraries is scanned soon after, without anybody asking for
 * it. A process either watches all libraries or none.
 */
import type { Context } from '../../context'
import { dialect } from '../../platform/db/dialect'
import { Lease, type LeaseTiming } from './lease'
import { Watching, type WatchOptions } from './watching'

export interface WatchSettings extends WatchOptions {
  lease: LeaseTiming
}

export interface WatchService {
  stop(): Promise<void>
}

const minute = 60_000

export const watchSettings = (ctx: Context): WatchSettings => ({
  burst: { quietMs: 3_000, longestMs: minute, restMs: 10_000 },
  root: {
    pollMs: ctx.config.scan.poll_minutes * minute,
    checkMs: 24 * 60 * minute,
    retryMs: minute,
    retryLateMs: 60 * minute,
    lookEveryMs: 30_000,
  },
  patienceMs: 5 * minute,
  fileSystemOf: () => undefined,
  lease: { heldMs: 30_000, renewMs: 10_000 },
})

export function startWatching(ctx: Context, settings = watchSettings(ctx)): WatchService {
  let watching: Watching | undefined
  let ending: Promise<void> | undefined
  const become = (isOurs: boolean) => {
    ending = watching?.stop()
    watching = isOurs ? new Watching(ctx, settings) : undefined
    watching?.start()
  }
  // Over SQLite there is one process only, and its data folder is locked.
  const lease = dialect === 'sqlite' ? undefined : new Lease(ctx, settings.lease, become)
  if (lease) lease.start()
  else become(true)
  return {
    stop: async () => {
      await lease?.stop()
      become(false)
      await ending
    },
  }
}
