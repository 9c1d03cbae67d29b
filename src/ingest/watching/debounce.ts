/** Combines many changes into one scan: waits until changes have stopped, up to a maximum delay. */

export interface DebounceTiming {
  /** Time without changes before a scan starts. */
  quietMs: number
  /** Maximum delay while changes continue. */
  maxDelayMs: number
  /** Minimum time between scans, and before the next attempt while a scan is running. */
  minIntervalMs: number
}

export class ChangeDebouncer {
  readonly #timing: DebounceTiming
  readonly #runScan: () => Promise<boolean>
  #firstChangeAt: number | undefined
  #lastRunAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  /**
   * `runScan` returns false if the scan could not be enqueued, and is then called again. It must
   * not throw.
   */
  constructor(timing: DebounceTiming, runScan: () => Promise<boolean>) {
    this.#timing = timing
    this.#runScan = runScan
  }

  addChange() {
    const { quietMs, maxDelayMs, minIntervalMs } = this.#timing
    const now = performance.now()
    this.#firstChangeAt ??= now
    const quietAt = Math.min(now + quietMs, this.#firstChangeAt + maxDelayMs)
    this.#schedule(Math.max(quietAt, this.#lastRunAt + minIntervalMs) - now)
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    this.#timer = setTimeout(() => (this.#running = this.#run()), Math.max(0, ms))
  }

  async #run() {
    const firstChangeAt = this.#firstChangeAt
    // From here on, changes belong to the next scan.
    this.#firstChangeAt = undefined
    this.#lastRunAt = performance.now()
    if (await this.#runScan()) return
    this.#firstChangeAt = firstChangeAt
    this.#schedule(this.#timing.minIntervalMs)
  }
}
