/** Watches one root using file system events where they work, otherwise by polling. */
import type { CancelTimer, Clock } from '../../platform/lib/clock'
import type { WatchState } from '../../catalog/libraries/scan-state'
import type { WalkOptions } from '../scanning/walk/tree-walker'
import type { WatchClient } from './watch-client'
import type { PollQueue } from './polling'
import type { WatchStatus, WatchOrder } from './watch.worker'

export interface RootTiming {
  pollMs: number
  /** Interval of polls in addition to events, because events alone are not reliable. */
  checkMs: number
  /** Time before events are tried again after a temporary problem. */
  retryMs: number
  /** Time before events are tried again after a permanent problem. */
  retryLateMs: number
}

export interface RootSettings {
  id: string
  walkOptions: WalkOptions
  timing: RootTiming
  fileSystem?: number | undefined
}

export interface RootServices {
  clock: Clock
  watchClient: WatchClient
  pollQueue: PollQueue
}

/** Callbacks of a root watcher. */
export interface RootEvents {
  /** None of these callbacks may throw. */
  settled(watched: WatchState): void
  dirty(): void
  failed(error: unknown): void
  /** `news`: the root has changes that no scan has detected yet. */
  compare(signature: string): Promise<'known' | 'news' | 'never_scanned'>
}

export class RootWatcher {
  readonly #settings: RootSettings
  readonly #services: RootServices
  readonly #events: RootEvents
  readonly #stopped = new AbortController()
  /** The last reported signature. The same signature is not reported twice. */
  #reportedSignature: string | undefined
  #isFirst = true
  #isPolling = false
  /** A poll was requested while another one was running. */
  #isPollRequested = false
  #intervalMs = 0
  #polled: Promise<unknown> = Promise.resolve()
  #cancelPoll: CancelTimer | undefined
  #cancelWatch: CancelTimer | undefined

  constructor(settings: RootSettings, services: RootServices, events: RootEvents) {
    this.#settings = settings
    this.#services = services
    this.#events = events
  }

  start(afterMs = 0) {
    this.#requestWatchAfter(afterMs)
  }

  /** After this call, no more callbacks are called. */
  stop() {
    this.#stopped.abort()
    this.#cancelPoll?.()
    this.#cancelWatch?.()
    this.#services.watchClient.unwatch(this.#settings.id)
  }

  /** Resolves when no poll is running. */
  async settled() {
    await this.#polled
  }

  get #isStopped() {
    return this.#stopped.signal.aborted
  }

  #requestWatchAfter(ms: number) {
    this.#cancelWatch = this.#services.clock.after(ms, () => this.#requestWatch())
  }

  #requestWatch() {
    const { id, walkOptions, fileSystem } = this.#settings
    const settings: WatchOrder = {
      root: walkOptions.root,
      excluded: [...walkOptions.excluded],
      ...(fileSystem !== undefined && { fileSystem }),
    }
    this.#services.watchClient.watch(id, settings, (news) => this.#handleMessage(news))
  }

  #handleMessage(news: WatchStatus) {
    if (this.#isStopped) return
    const { pollMs, checkMs, retryMs, retryLateMs } = this.#settings.timing
    if (news === 'dirty') {
      this.#reportedSignature = undefined
      return this.#events.dirty()
    }
    if (news === 'watching') {
      this.#events.settled({ mode: 'events', reason: null })
      return this.#pollEvery(checkMs)
    }
    this.#events.settled({ mode: 'polling', reason: news.reason })
    // If only the watch request was repeated, polling is already under way.
    if (this.#intervalMs !== pollMs) this.#pollEvery(pollMs)
    const afterMs = news.isTemporary ? retryMs : retryLateMs
    this.#requestWatchAfter(afterMs)
  }

  /** Polls immediately, because earlier events may have been missed, and then at this interval. */
  #pollEvery(everyMs: number) {
    this.#intervalMs = everyMs
    void this.#pollRepeatedly()
  }

  async #pollRepeatedly() {
    this.#cancelPoll?.()
    this.#polled = Promise.all([this.#polled, this.#poll()])
    await this.#polled
    if (this.#isStopped) return
    this.#cancelPoll?.()
    const { clock } = this.#services
    this.#cancelPoll = clock.after(this.#intervalMs, () => this.#pollRepeatedly())
  }

  async #poll() {
    this.#isPollRequested = this.#isPolling
    // A hanging poll must not be followed by others.
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      const signature = await this.#services.pollQueue.readSignature(
        this.#settings.walkOptions,
        this.#stopped.signal,
      )
      const change = await this.#events.compare(signature)
      if (this.#isStopped) return
      // The first poll of a library that was never scanned does not start a scan. The first scan
      // starts on request or after a change.
      const isWaiting = change === 'never_scanned' && this.#isFirst
      if (change !== 'known' && !isWaiting && signature !== this.#reportedSignature)
        this.#events.dirty()
      this.#reportedSignature = change === 'known' ? undefined : signature
      this.#isFirst = false
    } catch (error) {
      if (!this.#isStopped) this.#events.failed(error)
    } finally {
      this.#isPolling = false
    }
    if (this.#isPollRequested && !this.#isStopped) await this.#poll()
  }
}
