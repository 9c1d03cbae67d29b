/**
 * On PostgreSQL, several processes may serve one installation. One of them watches, and another one
 * takes over when it stops. Even if two processes watch for a moment, a library is scanned only
 * once.
 */
import type { Context } from '../../context'
import { getProcessId } from '../../platform/jobs/process-id'
import type { CancelTimer } from '../../platform/lib/clock'
import { releaseLease, acquireLease } from './queries'
import { watchingLogMessages } from './messages'

export interface LeaseTiming {
  heldMs: number
  renewMs: number
}

export class Lease {
  readonly #ctx: Context
  readonly #timing: LeaseTiming
  readonly #owner: string
  readonly #onChange: (isHeld: boolean) => void
  #isHeld = false
  #heldUntil = 0
  #cancel: CancelTimer | undefined
  #renewing: Promise<void> | undefined
  #isStopped = false

  constructor(
    ctx: Context,
    timing: LeaseTiming,
    onChange: (isHeld: boolean) => void,
    owner = getProcessId(ctx),
  ) {
    this.#owner = owner
    this.#ctx = ctx
    this.#timing = timing
    this.#onChange = onChange
  }

  /** Tries to acquire the lease, and then at regular intervals. Resolves after the first attempt. */
  start(): Promise<void> {
    this.#renewing = this.#renewRepeatedly()
    return this.#renewing
  }

  /** Stops renewing the lease and releases it. */
  async stop() {
    this.#isStopped = true
    this.#cancel?.()
    await this.#renewing
    if (!this.#isHeld) return
    this.#isHeld = false
    await this.#ctx.write((tx) => releaseLease(tx, this.#owner))
  }

  async #renewRepeatedly() {
    await this.#renew()
    if (this.#isStopped) return
    this.#cancel = this.#ctx.clock.after(this.#timing.renewMs, () => this.start())
  }

  async #renew() {
    const now = this.#ctx.clock.now()
    const heldUntil = new Date(now.getTime() + this.#timing.heldMs)
    const order = { owner: this.#owner, now, heldUntil }
    try {
      const isTaken = await this.#ctx.writeBulk((tx) => acquireLease(tx, order))
      if (isTaken) this.#heldUntil = heldUntil.getTime()
      this.#setHeld(isTaken)
    } catch (error) {
      this.#ctx.log.error({ err: error }, watchingLogMessages.renew_failed())
      if (this.#ctx.clock.now().getTime() > this.#heldUntil) this.#setHeld(false)
    }
  }

  #setHeld(isHeld: boolean) {
    if (this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    this.#onChange(isHeld)
  }
}
