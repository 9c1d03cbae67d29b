/**
 * The leases of the jobs that this process runs. A process that does not renew its leases is
 * considered dead, and others take over its jobs.
 */
import type { Store } from '../db/store'
import type { Clock } from '../lib/clock'
import type { Job } from './job'
import type { Outcomes } from './outcomes'
import * as queries from './queries'

interface Dependencies {
  store: Store
  clock: Clock
  outcomes: Outcomes
  owner: string
  leaseMs: number
  /** Lists the jobs that run in this process. */
  listRunning: () => string[]
  /** Aborts a job that this process no longer holds. */
  abort: (id: string) => void
}

export class Leases {
  readonly #dependencies: Dependencies
  /**
   * Jobs of a failed claim. It is not known whether the claim was committed, so they may be claimed
   * without running.
   */
  #uncertainIds: string[] = []
  #renewedAtMs = 0
  /**
   * Expired leases are not recovered before this time, because their holders may have been unable
   * to renew them.
   */
  #recoversFromMs = 0
  #renewing: Promise<void> | undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Claims the jobs that are still ready. */
  async claim(ids: string[]): Promise<Job[]> {
    const { store, clock, owner } = this.#dependencies
    const lease = { owner, leaseUntil: this.#leaseEnd(), startedAt: clock.now() }
    this.#uncertainIds = ids
    const claimed = await store.writeBulk((tx) => queries.claimJobs(tx, ids, lease))
    this.#uncertainIds = []
    return claimed
  }

  /** Returns false if this process held none of the leases. */
  release(ids: string[]): Promise<boolean> {
    const { store, owner } = this.#dependencies
    return store.writeBulk((tx) => queries.releaseJobs(tx, ids, owner))
  }

  /** Releases the jobs of failed claims. Call this before the next claim. */
  async releaseUncertain() {
    if (this.#uncertainIds.length === 0) return
    await this.release(this.#uncertainIds)
    this.#uncertainIds = []
  }

  /**
   * Renews the leases, and then recovers those that other processes have not renewed. Returns the
   * number of recovered jobs.
   */
  async renew(): Promise<number> {
    // Waits for a renewal in progress. It may have begun during an outage and may still fail, so a
    // new renewal follows.
    while (this.#renewing) await this.#renewing.catch(() => undefined)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#renewing = promise
    try {
      await this.#extend()
      return await this.#recover()
    } finally {
      this.#renewing = undefined
      resolve()
    }
  }

  async #extend() {
    const { store, owner, listRunning, abort } = this.#dependencies
    const ids = listRunning()
    if (ids.length === 0) return
    const lease = { owner, leaseUntil: this.#leaseEnd() }
    const held = await store.writeBulk((tx) => queries.extendLeases(tx, ids, lease))
    for (const id of ids) if (!held.has(id)) abort(id)
  }

  /**
   * Recovers expired leases. After startup or an outage, other processes first get time to renew
   * theirs.
   */
  async #recover() {
    const { outcomes, leaseMs } = this.#dependencies
    const expired = await outcomes.findExpired()
    const nowMs = this.#nowMs()
    if (nowMs - this.#renewedAtMs > (leaseMs * 2) / 3) this.#recoversFromMs = nowMs + leaseMs / 2
    this.#renewedAtMs = nowMs
    if (nowMs < this.#recoversFromMs) return 0
    await outcomes.recoverExpired(expired)
    return expired.length
  }

  /** Call this only if no other process can hold leases. */
  async endAll() {
    const { store } = this.#dependencies
    await store.writeBulk(queries.endLeases)
    this.#renewedAtMs = this.#nowMs()
  }

  readonly #leaseEnd = () => new Date(this.#nowMs() + this.#dependencies.leaseMs)

  readonly #nowMs = () => this.#dependencies.clock.now().getTime()
}
