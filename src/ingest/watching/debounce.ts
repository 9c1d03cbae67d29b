/** Combines many changes into one scan: waits until changes have stopped, up to a maximum delay. */
import type { CancelTimer, Clock } from '../../platform/lib/clock'

export interface DebounceTiming {
  /** Time without changes before a scan starts. */
  quietMs: number
  /** Maximum delay while changes continue. */
  maxDelayMs: number
  /** Minimum time between scans, and before the next attempt while a scan is running. */
  minIntervalMs: number
}

export class ChangeDebouncer {
  readonly #clock: Clock
  readonly #timing: DebounceTiming
  readonly #runScan: () => Promise<boolean>
  #firstChangeAt: number | undefined
  #lastRunAt = -Infinity
  #cancel: CancelTimer | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  /**
   * `runScan` returns false if the scan could not be enqueued, and is then called again. It must
   * not throw.
   */
  constructor(clock: Clock, timing: DebounceTiming, runScan: () => Promise<boolean>) {
    this.#clock = clock
    this.#timing = timing
    this.#runScan = runScan
  }

  addChange() {
    const { quietMs, maxDelayMs, minIntervalMs } = this.#timing
    const now = this.#nowMs()
    this.#firstChangeAt ??= now
    const quietAt = Math.min(now + quietMs, this.#firstChangeAt + maxDelayMs)
    // Prevents a longer wait if the system clock was set back.
    const sinceRunMs = Math.max(0, now - this.#lastRunAt)
    this.#schedule(Math.max(quietAt - now, minIntervalMs - sinceRunMs))
  }

  async stop() {
    this.#isStopped = true
    this.#cancel?.()
    await this.#running
  }

  #nowMs() {
    return this.#clock.now().getTime()
  }

  #schedule(ms: number) {
    this.#cancel?.()
    if (this.#isStopped) return
    this.#cancel = this.#clock.after(ms, () => (this.#running = this.#run()))
  }

  async #run() {
    const firstChangeAt = this.#firstChangeAt
    // From here on, changes belong to the next scan.
    this.#firstChangeAt = undefined
    this.#lastRunAt = this.#nowMs()
    if (await this.#runScan()) return
    this.#firstChangeAt = firstChangeAt
    this.#schedule(this.#timing.minIntervalMs)
  }
}
