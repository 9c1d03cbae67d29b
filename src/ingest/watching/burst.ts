/** Many changes become one: it waits until all is quiet, but not for ever. */

export interface BurstTiming {
  /** So long nothing must have happened. */
  quietMs: number
  /** Who never rests is looked at after so long. */
  longestMs: number
  /** From one scan to the next, and to the next try when one is running. */
  restMs: number
}

export class Burst {
  readonly #timing: BurstTiming
  readonly #act: () => Promise<boolean>
  #firstAt: number | undefined
  #actedAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  #acting: Promise<void> | undefined
  #isOver = false

  /** `act` answers false when it could not be done now; then it is tried again. It must not throw. */
  constructor(timing: BurstTiming, act: () => Promise<boolean>) {
    this.#timing = timing
    this.#act = act
  }

  mark() {
    const { quietMs, longestMs, restMs } = this.#timing
    const now = performance.now()
    this.#firstAt ??= now
    const quietAt = Math.min(now + quietMs, this.#firstAt + longestMs)
    this.#wait(Math.max(quietAt, this.#actedAt + restMs) - now)
  }

  async stop() {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#acting
  }

  #wait(ms: number) {
    clearTimeout(this.#timer)
    if (this.#isOver) return
    this.#timer = setTimeout(() => (this.#acting = this.#fire()), Math.max(0, ms))
  }

  async #fire() {
    const before = this.#firstAt
    // What is marked from now on is after what is about to be done.
    this.#firstAt = undefined
    this.#actedAt = performance.now()
    if (await this.#act()) return
    this.#firstAt = before
    this.#wait(this.#timing.restMs)
  }
}
