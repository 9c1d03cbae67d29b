/**
 * Over PostgreSQL several processes may serve one installation; one of them watches, and another takes
 * over when it is gone. Were two to watch for a moment, a library would still be scanned once.
 */
import type { Context } from '../../context'
import { dropLease, takeLease } from './queries'

export interface LeaseTiming {
  heldMs: number
  renewMs: number
}

export class Lease {
  readonly #ctx: Context
  readonly #timing: LeaseTiming
  readonly #owner = Bun.randomUUIDv7()
  readonly #changed: (isHeld: boolean) => void
  #isHeld = false
  #heldUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewing: Promise<void> | undefined
  #isOver = false

  constructor(ctx: Context, timing: LeaseTiming, changed: (isHeld: boolean) => void) {
    this.#ctx = ctx
    this.#timing = timing
    this.#changed = changed
  }

  /** Tries at once, and then again and again. */
  start() {
    this.#renewing = this.#renewOnAndOn()
  }

  /** Gives it to whoever wants it. */
  async stop() {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#renewing
    if (!this.#isHeld) return
    this.#isHeld = false
    await this.#ctx.write((tx) => dropLease(tx, this.#owner))
  }

  async #renewOnAndOn() {
    await this.#renew()
    if (!this.#isOver) this.#timer = setTimeout(() => this.start(), this.#timing.renewMs)
  }

  async #renew() {
    const now = this.#ctx.now()
    const heldUntil = new Date(now.getTime() + this.#timing.heldMs)
    const order = { owner: this.#owner, now, heldUntil }
    try {
      const taken = await this.#ctx.writeBulk((tx) => takeLease(tx, order))
      if (taken) this.#heldUntil = heldUntil.getTime()
      this.#become(taken)
    } catch (error) {
      this.#ctx.log.error(
        { err: error },
        'it could not be agreed which process watches the folders',
      )
      if (this.#ctx.now().getTime() > this.#heldUntil) this.#become(false)
    }
  }

  #become(isHeld: boolean) {
    if (this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    this.#changed(isHeld)
  }
}
