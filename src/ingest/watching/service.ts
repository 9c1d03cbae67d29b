/**
 * Scans libraries automatically after changes in their folders. One process watches all libraries.
 */
import type { Context } from '../../context'
import { dialect } from '../../platform/db/dialect'
import { Lease, type LeaseTiming } from './lease'
import { LibraryWatcher, type WatchOptions } from './library-watcher'

export interface WatchSettings extends WatchOptions {
  lease: LeaseTiming
}

export interface WatchService {
  stop(): Promise<void>
  /** Resolves when all changes that were made before this call have been noticed. */
  settled(): Promise<void>
}

const minute = 60_000

export const buildWatchSettings = (ctx: Context): WatchSettings => ({
  debounce: { quietMs: 3_000, maxDelayMs: minute, minIntervalMs: 10_000 },
  root: {
    pollMs: ctx.config.scan.poll_minutes * minute,
    checkMs: 24 * 60 * minute,
    retryMs: minute,
    retryLateMs: 60 * minute,
  },
  checkIntervalMs: 30_000,
  timeoutMs: 5 * minute,
  getFileSystem: () => undefined,
  lease: { heldMs: 30_000, renewMs: 10_000 },
})

export function startWatching(ctx: Context, settings = buildWatchSettings(ctx)): WatchService {
  let watcher: LibraryWatcher | undefined
  let stopping: Promise<unknown> = Promise.resolve()
  const setActive = (isActive: boolean) => {
    stopping = Promise.all([stopping, watcher?.stop()])
    watcher = isActive ? new LibraryWatcher(ctx, settings) : undefined
    watcher?.start()
  }
  // On SQLite there is only one process, because it locks the data folder.
  const lease = dialect === 'sqlite' ? undefined : new Lease(ctx, settings.lease, setActive)
  if (lease) void lease.start()
  else setActive(true)
  return {
    stop: async () => {
      await lease?.stop()
      setActive(false)
      await stopping
    },
    settled: async () => watcher?.settled(),
  }
}
