/**
 * Watches the folders of all libraries that have watching enabled, and enqueues scans of changed
 * libraries.
 */
import type { Context } from '../../context'
import type { CancelTimer } from '../../platform/lib/clock'
import { createTaskQueue } from '../../platform/db/transactions/task-queue'
import { updateWatchState, type WatchState } from '../../catalog/libraries/scan-state'
import { enqueueWatchScan } from '../scanning/lifecycle/automatic-scans'
import { explainUnwatched } from '../../catalog/libraries/library-view'
import { ChangeDebouncer, type DebounceTiming } from './debounce'
import type { WalkOptions } from '../scanning/walk/tree-walker'
import { buildWalkOptions, listFoldersOfServer } from '../scanning/walk/walk-options'
import { WatchClient } from './watch-client'
import { PollQueue } from './polling'
import { findLastScan, listRootsToWatch } from './queries'
import { type RootTiming, RootWatcher } from './root-watcher'
import { libraryUpdated, libraryCreated, libraryDeleted } from '../../catalog/libraries/model'
import { watchingLogMessages } from './messages'

export interface WatchOptions {
  debounce: DebounceTiming
  root: RootTiming
  /** Interval at which folders are checked for having been replaced. */
  checkIntervalMs: number
  /** A drive is considered unresponsive after this time. */
  timeoutMs: number
  /** Overrides the statfs(2) file system type of a root. Returns undefined for the real type. */
  getFileSystem: (path: string) => number | undefined
}

interface WatchedRoot extends Pick<RootRow, 'rootId' | 'libraryId' | 'path'> {
  /** Same options as for scans, because the resulting signatures are compared. */
  walkOptions: WalkOptions
}

type RootRow = Awaited<ReturnType<typeof listRootsToWatch>>[number]

interface ActiveWatcher {
  libraryId: string
  /** Identifies the watcher's settings. The watcher restarts when they change. */
  fingerprint: string
  watcher: RootWatcher
}

/** Delay between the starts of two watchers. */
const startDelayMs = 100
const reviewDelayMs = 300
/** Limits concurrent polls, because each of them uses a Worker. */
const maxConcurrentPolls = 2
/**
 * Interval between reviews when no event requests one, because an event can be lost when a database
 * connection fails.
 */
const reviewIntervalMs = 60_000

export class LibraryWatcher {
  readonly #ctx: Context
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, ActiveWatcher>()
  readonly #debouncers = new Map<string, ChangeDebouncer>()
  readonly #serialize = createTaskQueue()
  readonly #watchClient: WatchClient
  readonly #pollQueue: PollQueue
  #subscriptions: (() => void)[] = []
  #cancelReview: CancelTimer | undefined
  #isStopped = false

  constructor(ctx: Context, options: WatchOptions) {
    this.#ctx = ctx
    this.#options = options
    const { timeoutMs, checkIntervalMs } = options
    this.#watchClient = new WatchClient(ctx.clock, {
      timeoutMs,
      checkIntervalMs,
      failed: (error) => ctx.log.error({ err: error }, watchingLogMessages.watcher_failed()),
    })
    this.#pollQueue = new PollQueue(ctx.clock, {
      maxConcurrent: maxConcurrentPolls,
      slotTimeoutMs: timeoutMs,
    })
  }

  start() {
    const review = () => this.#reviewAfter(reviewDelayMs)
    const types = [libraryCreated, libraryUpdated, libraryDeleted]
    this.#subscriptions = types.map((type) => this.#ctx.bus.subscribe(type, review))
    this.#subscriptions.push(this.#ctx.bus.subscribeToGaps(review))
    this.#reviewAfter(0)
  }

  async stop() {
    this.#isStopped = true
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#cancelReview?.()
    for (const rootId of this.#watchers.keys()) this.#stopWatcher(rootId)
    this.#watchClient.stop()
    await Promise.all([...this.#debouncers.values()].map((debouncer) => debouncer.stop()))
    await this.#serialize(async () => undefined)
  }

  /**
   * Resolves when all changes to libraries and files that were made before this call have been
   * noticed. Scans may still be waiting for changes to stop.
   */
  async settled() {
    await this.#serialize(async () => undefined)
    await this.#watchClient.settled()
    await Promise.all([...this.#watchers.values()].map(({ watcher }) => watcher.settled()))
    await this.#serialize(async () => undefined)
  }

  #reviewAfter(ms: number) {
    this.#cancelReview?.()
    const cancel = this.#ctx.clock.after(ms, async () => {
      await this.#runSerialized(() => this.#review())
      // An event during the review has already requested the next one.
      const isLatest = this.#cancelReview === cancel
      if (isLatest && !this.#isStopped) this.#reviewAfter(reviewIntervalMs)
    })
    this.#cancelReview = cancel
  }

  /** Starts and stops watchers to match the current libraries. */
  async #review() {
    const rows = await listRootsToWatch(this.#ctx.db)
    const libraryFolders = await listFoldersOfServer(this.#ctx)
    if (this.#isStopped) return
    const wanted = new Map(
      rows
        .filter((row) => !explainUnwatched(row))
        .map((row) => [row.rootId, describeRoot(row, libraryFolders)] as const),
    )
    for (const [rootId, { fingerprint }] of this.#watchers) {
      const root = wanted.get(rootId)
      if (!root || buildFingerprint(root) !== fingerprint) this.#stopWatcher(rootId)
    }
    const added = [...wanted.values()].filter(({ rootId }) => !this.#watchers.has(rootId))
    for (const [i, root] of added.entries()) this.#startWatcher(root, i * startDelayMs)
    const libraries = new Set([...wanted.values()].map(({ libraryId }) => libraryId))
    for (const [libraryId, debouncer] of this.#debouncers) {
      if (libraries.has(libraryId)) continue
      this.#debouncers.delete(libraryId)
      void debouncer.stop()
    }
  }

  #startWatcher(watchedRoot: WatchedRoot, afterMs: number) {
    const { rootId, libraryId, path, walkOptions } = watchedRoot
    const { root: timing, getFileSystem } = this.#options
    const settings = {
      id: rootId,
      walkOptions,
      timing,
      fileSystem: getFileSystem(path),
    }
    const services = {
      clock: this.#ctx.clock,
      watchClient: this.#watchClient,
      pollQueue: this.#pollQueue,
    }
    const isCurrent = () => this.#watchers.get(rootId)?.watcher === watcher
    const watcher = new RootWatcher(settings, services, {
      settled: (watched) =>
        void this.#runSerialized(() => this.#storeWatchState(watchedRoot, watched, isCurrent)),
      dirty: () => this.#addChange(libraryId),
      failed: (error) =>
        this.#ctx.log.warn({ err: error, folder: path }, watchingLogMessages.poll_failed()),
      compare: (signature) => this.#compare(rootId, signature),
    })
    this.#watchers.set(rootId, { libraryId, fingerprint: buildFingerprint(watchedRoot), watcher })
    watcher.start(afterMs)
  }

  #stopWatcher(rootId: string) {
    this.#watchers.get(rootId)?.watcher.stop()
    this.#watchers.delete(rootId)
  }

  async #storeWatchState(
    { rootId, libraryId, path }: WatchedRoot,
    watched: WatchState,
    isCurrent: () => boolean,
  ) {
    if (!isCurrent()) return
    const changed = await this.#ctx.writeBulk((tx) => updateWatchState(tx, rootId, watched))
    if (!changed) return
    const { reason } = watched
    if (reason) {
      const minutes = Math.round(this.#options.root.pollMs / 60_000)
      const fields = { libraryId, folder: path, minutes }
      this.#ctx.log.warn(fields, watchingLogMessages.polling({ reason }))
    }
    this.#ctx.bus.publish(libraryUpdated, { libraryId })
  }

  async #compare(rootId: string, signature: string) {
    const lastScan = await findLastScan(this.#ctx.db, rootId)
    if (!lastScan || lastScan.signature === signature) return 'known'
    return lastScan.lastScannedAt ? 'news' : 'never_scanned'
  }

  #addChange(libraryId: string) {
    if (this.#isStopped) return
    const debouncer = this.#debouncers.get(libraryId) ?? this.#createDebouncer(libraryId)
    debouncer.addChange()
  }

  #createDebouncer(libraryId: string) {
    const { clock } = this.#ctx
    const debouncer = new ChangeDebouncer(clock, this.#options.debounce, () =>
      this.#scan(libraryId),
    )
    this.#debouncers.set(libraryId, debouncer)
    return debouncer
  }

  /** Returns true if no scan is left to enqueue. */
  async #scan(libraryId: string): Promise<boolean> {
    const isWatched = [...this.#watchers.values()].some((each) => each.libraryId === libraryId)
    if (!isWatched) return true
    try {
      return await enqueueWatchScan(this.#ctx, libraryId)
    } catch (error) {
      this.#ctx.log.error({ err: error, libraryId }, watchingLogMessages.scan_failed())
      return false
    }
  }

  #runSerialized(task: () => Promise<void>) {
    return this.#serialize(async () => {
      if (this.#isStopped) return
      try {
        await task()
      } catch (error) {
        this.#ctx.log.error({ err: error }, watchingLogMessages.update_failed())
      }
    })
  }
}

/**
 * Other libraries matter only if links are followed, so adding a library does not restart other
 * watchers.
 */
function describeRoot(row: RootRow, libraryFolders: readonly string[]): WatchedRoot {
  const { rootId, libraryId, path, followLinks } = row
  const walkOptions = { ...buildWalkOptions(row), ...(followLinks && { libraryFolders }) }
  return { rootId, libraryId, path, walkOptions }
}

const buildFingerprint = ({ walkOptions }: WatchedRoot) => JSON.stringify(walkOptions)
