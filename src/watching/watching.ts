/** Watches the folders of all libraries that wish it, and asks for scans of those that changed. */
import type { Context } from '../context'
import { inTurn } from '../db/in-turn'
import { setWatched, type Watched } from '../libraries/condition'
import { bookFormats } from '../scanning/rules'
import { scanWatched } from '../scanning/service'
import { unwatchedBecause } from '../libraries/view'
import { Burst, type BurstTiming } from './burst'
import { findLastScan, listRoots } from './queries'
import { type RootTiming, RootWatch } from './root-watch'
import { excludedOf, type Place } from './signature'

export interface WatchOptions {
  burst: BurstTiming
  root: RootTiming
  /** Each folder of a library that is watched by events has a Worker of its own. */
  maxWatchers: number
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
/** An announcement can be lost with a connection. */
const reviewMs = 60_000

export class Watching {
  readonly #ctx: Context
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, Watcher>()
  readonly #bursts = new Map<string, Burst>()
  readonly #turns = inTurn()
  #unfollow: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(ctx: Context, options: WatchOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  start() {
    this.#unfollow = this.#ctx.bus.follow(({ happening: { type } }) => {
      if (!/^library_(created|updated|deleted)$/.test(type)) return
      clearTimeout(this.#timer)
      this.#reviewAfter(collectMs)
    })
    this.#reviewAfter(0)
  }

  async stop() {
    this.#isOver = true
    this.#unfollow?.()
    clearTimeout(this.#timer)
    for (const rootId of this.#watchers.keys()) this.#end(rootId)
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
    const { root: timing, maxWatchers, fileSystemOf } = this.#options
    const unfit =
      this.#watchers.size >= maxWatchers ? 'Many other folders are watched already.' : undefined
    const order = { place: placeOf(row), timing, unfit, fileSystem: fileSystemOf(path) }
    const isCurrent = () => this.#watchers.get(rootId)?.watch === watch
    const watch = new RootWatch(order, {
      settled: (watched) => void this.#inTurn(() => this.#tell(row, watched, isCurrent)),
      ready: () => void this.#inTurn(() => this.#catchUp(libraryId)),
      dirty: () => this.#mark(libraryId),
      failed: (error) => this.#ctx.log.warn({ err: error, folder: path }, `${path}: not looked at`),
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
    this.#ctx.bus.announce({ type: 'library_updated', libraryId })
  }

  /** Nobody heard what happened before. What was never scanned waits until somebody asks for it. */
  async #catchUp(libraryId: string) {
    if (await findLastScan(this.#ctx.db, libraryId)) this.#mark(libraryId)
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

function placeOf({ path, allowedFormats, excludedPatterns }: RootRow): Place {
  const formats = allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats
  return { path, formats, excluded: excludedOf(excludedPatterns) }
}

const termsOf = (row: RootRow) => JSON.stringify(placeOf(row))
