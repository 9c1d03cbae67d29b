/** Watches the folders of all libraries that wish it, and asks for scans of those that changed. */
import type { Context } from '../../context'
import { createTaskQueue } from '../../platform/db/transactions/task-queue'
import { setWatched, type Watched } from '../../catalog/libraries/condition'
import { bookFormats } from '../scanning/walk/rules'
import { scanWatched } from '../scanning/service'
import { unwatchedBecause } from '../../catalog/libraries/view'
import { Burst, type BurstTiming } from './burst'
import type { WalkOrder } from '../scanning/walk/walk'
import { Listener } from './listener'
import { excludedOf, Looks } from './looks'
import { findSeen, listRoots } from './queries'
import { type RootTiming, RootWatch } from './root-watch'
import { libraryUpdated, libraryCreated, libraryDeleted } from '../../catalog/libraries/model'

export interface WatchOptions {
  burst: BurstTiming
  root: RootTiming
  /** After so long without an answer a drive counts as one that hangs. */
  patienceMs: number
  /** A type of file system as statfs(2) tells it, to be taken for that of a root; else it is asked. */
  fileSystemOf: (path: string) => number | undefined
}

type RootRow = Awaited<ReturnType<typeof listRoots>>[number]

interface Watcher {
  libraryId: string
  /** What it was begun with: with something else it begins anew. */
  terms: string
  watch: RootWatch
}

/** Roots do not all begin in the same moment. */
const staggerMs = 100
const collectMs = 300
/** Each has a Worker for as long as it lasts. */
const looksAtOnce = 2
/** An announcement can be lost with a connection. */
const reviewMs = 60_000

export class Watching {
  readonly #ctx: Context
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, Watcher>()
  readonly #bursts = new Map<string, Burst>()
  readonly #turns = createTaskQueue()
  readonly #listener: Listener
  readonly #looks: Looks
  #subscriptions: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(ctx: Context, options: WatchOptions) {
    this.#ctx = ctx
    this.#options = options
    const { patienceMs } = options
    this.#listener = new Listener({
      patienceMs,
      failed: (error) => ctx.log.error({ err: error }, 'watching broke down'),
    })
    this.#looks = new Looks({ atOnce: looksAtOnce, longestMs: patienceMs })
  }

  start() {
    const review = () => {
      clearTimeout(this.#timer)
      this.#reviewAfter(collectMs)
    }
    const types = [libraryCreated, libraryUpdated, libraryDeleted]
    this.#subscriptions = types.map((type) => this.#ctx.bus.subscribe(type, review))
    this.#reviewAfter(0)
  }

  async stop() {
    this.#isOver = true
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    clearTimeout(this.#timer)
    for (const rootId of this.#watchers.keys()) this.#end(rootId)
    this.#listener.stop()
    await Promise.all([...this.#bursts.values()].map((burst) => burst.stop()))
    await this.#turns(async () => undefined)
  }

  #reviewAfter(ms: number) {
    this.#timer = setTimeout(async () => {
      await this.#inTurn(() => this.#review())
      if (!this.#isOver) this.#reviewAfter(reviewMs)
    }, ms)
  }

  /** Begins and ends watchers, so that they are what the libraries say now. */
  async #review() {
    const rows = await listRoots(this.#ctx.db)
    if (this.#isOver) return
    const wanted = new Map(
      rows.filter((row) => !unwatchedBecause(row)).map((row) => [row.rootId, row] as const),
    )
    for (const [rootId, { terms }] of this.#watchers) {
      const row = wanted.get(rootId)
      if (!row || termsOf(row) !== terms) this.#end(rootId)
    }
    const added = [...wanted.values()].filter(({ rootId }) => !this.#watchers.has(rootId))
    for (const [i, row] of added.entries()) this.#begin(row, i * staggerMs)
    const libraries = new Set([...wanted.values()].map(({ libraryId }) => libraryId))
    for (const [libraryId, burst] of this.#bursts) {
      if (libraries.has(libraryId)) continue
      this.#bursts.delete(libraryId)
      void burst.stop()
    }
  }

  #begin(row: RootRow, afterMs: number) {
    const { rootId, libraryId, path } = row
    const { root: timing, fileSystemOf } = this.#options
    const order = { id: rootId, place: placeOf(row), timing, fileSystem: fileSystemOf(path) }
    const means = { listener: this.#listener, looks: this.#looks }
    const isCurrent = () => this.#watchers.get(rootId)?.watch === watch
    const watch = new RootWatch(order, means, {
      settled: (watched) => void this.#inTurn(() => this.#tell(row, watched, isCurrent)),
      dirty: () => this.#mark(libraryId),
      failed: (error) => this.#ctx.log.warn({ err: error, folder: path }, `${path}: not looked at`),
      compare: (signature) => this.#compare(rootId, signature),
    })
    this.#watchers.set(rootId, { libraryId, terms: termsOf(row), watch })
    watch.begin(afterMs)
  }

  #end(rootId: string) {
    this.#watchers.get(rootId)?.watch.stop()
    this.#watchers.delete(rootId)
  }

  async #tell({ rootId, libraryId, path }: RootRow, watched: Watched, isCurrent: () => boolean) {
    if (!isCurrent()) return
    const changed = await this.#ctx.writeBulk((tx) => setWatched(tx, rootId, watched))
    if (!changed) return
    if (watched.reason) {
      const minutes = Math.round(this.#options.root.pollMs / 60_000)
      const every = minutes === 1 ? 'minute' : `${minutes} minutes`
      const message = `${path} is looked through every ${every} instead of being watched: ${watched.reason}`
      this.#ctx.log.warn({ libraryId, folder: path }, message)
    }
    this.#ctx.bus.publish(libraryUpdated, { libraryId })
  }

  async #compare(rootId: string, signature: string) {
    const seen = await findSeen(this.#ctx.db, rootId)
    if (!seen || seen.signature === signature) return 'known'
    return seen.lastScannedAt ? 'news' : 'never_scanned'
  }

  #mark(libraryId: string) {
    if (this.#isOver) return
    const burst = this.#bursts.get(libraryId) ?? this.#newBurst(libraryId)
    burst.mark()
  }

  #newBurst(libraryId: string) {
    const burst = new Burst(this.#options.burst, () => this.#scan(libraryId))
    this.#bursts.set(libraryId, burst)
    return burst
  }

  /** True when nothing is left to do. */
  async #scan(libraryId: string): Promise<boolean> {
    const isWatched = [...this.#watchers.values()].some((each) => each.libraryId === libraryId)
    if (!isWatched) return true
    try {
      return await scanWatched(this.#ctx, libraryId)
    } catch (error) {
      this.#ctx.log.error({ err: error, libraryId }, 'a scan of changed folders could not be begun')
      return false
    }
  }

  #inTurn(task: () => Promise<void>) {
    return this.#turns(async () => {
      if (this.#isOver) return
      try {
        await task()
      } catch (error) {
        this.#ctx.log.error({ err: error }, 'what is watched could not be brought up to date')
      }
    })
  }
}

function placeOf({ path, allowedFormats, excludedPatterns }: RootRow): WalkOrder {
  const formats = allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats
  return { root: path, formats, excluded: excludedOf(excludedPatterns) }
}

const termsOf = (row: RootRow) => JSON.stringify(placeOf(row))
