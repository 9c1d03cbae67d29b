/** What becomes of a job that was begun: each is written only while its attempt is still held. */
import type { Store, Tx } from '../db/store'
import type { Log } from '../log/log'
import type { Lanes } from './lanes'
import * as queries from './queries'
import type { Job } from './queue'
import { waitBeforeRetry, wordsOf } from './retry'

const expiredAtOnce = 100

/** Another process has the job now: whatever was worked out here must not be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

interface Ground {
  store: Store
  log: Log
  lanes: Lanes
  owner: string
  firstWaitMs: number
}

/** All are bulk writes: if the disk loses one, its effect is lost with it and the job runs again. */
export class Outcomes {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  async complete(job: Job, effect: ((tx: Tx) => Promise<void>) | undefined) {
    const { store, owner } = this.#ground
    await store.writeBulk(async (tx) => {
      const repeat = await queries.findRepeat(tx, job)
      if (!(await queries.markDone(tx, job, owner, new Date()))) throw new LeaseLost()
      await effect?.(tx)
      if (repeat) await queries.insertJob(tx, { ...repeat, runAt: new Date() })
    })
  }

  /** Returns after how long it will be tried again; undefined when it is given up. */
  async fail(job: Job, cause: unknown): Promise<number | undefined> {
    const { store, owner, firstWaitMs } = this.#ground
    const error = wordsOf(cause)
    if (job.attempts >= job.maxAttempts) {
      await store.writeBulk((tx) => this.#giveUp(tx, job, owner, error))
      return undefined
    }
    const waitMs = waitBeforeRetry(job.attempts, firstWaitMs)
    const runAt = new Date(Date.now() + waitMs)
    await store.writeBulk((tx) => queries.putBack(tx, job, owner, { error, runAt }))
    return waitMs
  }

  /** Jobs of processes that died are tried again, as often as their attempts allow. */
  async reap(): Promise<number> {
    const { store, log } = this.#ground
    const now = new Date()
    const expired = await queries.findExpired(store.db, now, expiredAtOnce)
    for (const job of expired) {
      const task = { kind: job.kind, id: job.id, attempts: job.attempts }
      log.warn({ task }, `a background task was lost by its process: ${job.kind}`)
      await store.writeBulk((tx) => this.#takeBack(tx, job, now))
    }
    return expired.length
  }

  async #takeBack(tx: Tx, job: Job & { owner: string }, now: Date) {
    if (!(await queries.isExpired(tx, job, now))) return
    const error = 'The process that worked on this ended without a word'
    if (job.attempts >= job.maxAttempts) await this.#giveUp(tx, job, job.owner, error)
    else await queries.putBack(tx, job, job.owner, { error, runAt: now })
  }

  async #giveUp(tx: Tx, job: Job, owner: string, error: string) {
    const finishedAt = new Date()
    if (!(await queries.markFailed(tx, job, owner, { error, finishedAt }))) return
    await this.#ground.lanes.find(job.kind)?.onFailed?.(tx, job)
  }
}
