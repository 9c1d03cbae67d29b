/** Adds, cancels, retries, unlocks and deletes jobs; does not run them. */
import type { SQL } from 'drizzle-orm'
import { getViolation } from '../db/sql'
import type { Store, Tx } from '../db/store'
import { type Clock, systemClock } from '../lib/clock'
import type { Log } from '../log/log'
import type { JobRegistration, JobType } from './job'
import { JobRegistry } from './job-registry'
import * as queries from './queries'
import type { JobOptions, Queue } from './queue-types'
import { jobLogMessages } from './messages'
import type { Message } from '../messages/message'

export const jobChannel = 'quire_jobs'
/**
 * A notification with this prefix aborts the job whose ID follows. Any other notification wakes the
 * engines.
 */
export const cancelPrefix = 'cancel '
const maxPayloadBytes = 65_536
const unlockDelayMs = 2_000

interface QueueOptions {
  clock?: Clock | undefined
  sharedSlots?: number
  /** The kinds of jobs that this process or its worker runs. All kinds if empty. */
  kinds?: readonly string[]
}

export class JobQueue implements Queue {
  protected readonly store: Store
  protected readonly log: Log
  protected readonly clock: Clock
  protected readonly registry: JobRegistry
  /** Transactions that will notify the job engines of all processes when they are committed. */
  readonly #notifying = new WeakSet<Tx>()

  constructor(
    store: Store,
    log: Log,
    { clock = systemClock, sharedSlots = 0, kinds = [] }: QueueOptions = {},
  ) {
    this.store = store
    this.log = log
    this.clock = clock
    this.registry = new JobRegistry(sharedSlots, kinds)
  }

  register(registrations: readonly JobRegistration[]) {
    for (const registration of registrations) this.registry.add(registration)
  }

  /** Returns the names of all registered kinds. */
  get kinds(): string[] {
    return this.registry.kinds
  }

  async enqueue<Payload extends object>(
    tx: Tx,
    { kind, maxAttempts }: JobType<Payload>,
    payload: NoInfer<Payload>,
    { again, ...options }: JobOptions = {},
  ) {
    if (Buffer.byteLength(JSON.stringify(payload)) > maxPayloadBytes) {
      throw new Error(`the payload of a ${kind} job is too large`)
    }
    const values = { runAt: this.clock.now(), ...options, kind, maxAttempts, payload }
    const id = await queries.insertJob(tx, values)
    if (!id && again && options.key) await queries.requestRepeat(tx, options.key)
    if (id && !this.#notifying.has(tx)) {
      this.#notifying.add(tx)
      tx.afterCommit(() => void this.notify(''))
    }
    return id
  }

  readonly cancel = (key: string) => this.#cancel(queries.hasKey(key))

  readonly cancelJob = (id: string) => this.#cancel(queries.hasId(id))

  async unlockJob(id: string) {
    // Delays the next attempt until the notification has arrived, because the notification would
    // abort it.
    const runAt = new Date(this.clock.now().getTime() + unlockDelayMs)
    const isUnlocked = await this.store.write((tx) => queries.unlockJob(tx, id, runAt))
    if (!isUnlocked) return false
    this.abort(id)
    await this.notify(`${cancelPrefix}${id}`)
    return true
  }

  async retryJob(id: string) {
    try {
      const job = await this.store.write(async (tx) => {
        const reset = await queries.resetJob(tx, id, this.clock.now())
        if (reset) await this.registry.find(reset.kind)?.onRetried?.(tx, reset)
        return reset
      })
      if (job) await this.notify('')
      return job !== undefined
    } catch (error) {
      if (getViolation(error) === 'unique') return false
      throw error
    }
  }

  async #cancel(which: SQL) {
    const canceled = await this.store.write(async (tx) => {
      const live = await queries.cancelLive(tx, which, this.clock.now())
      for (const job of live) await this.registry.find(job.kind)?.onCanceled?.(tx, job)
      return live
    })
    for (const { id } of canceled) {
      this.abort(id)
      await this.notify(`${cancelPrefix}${id}`)
    }
    return canceled.length > 0
  }

  /** Aborts the job if it is running in this process. */
  protected abort(_id: string): void {}

  protected async notify(payload: string) {
    await this.guard(jobLogMessages.notify_failed(), () => this.store.notify(jobChannel, payload))
  }

  protected async guard<T>(message: Message, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      this.log.error({ err: error }, message)
      return undefined
    }
  }
}

const retentionMs = 7 * 24 * 3_600_000
const perTransaction = 1000

/** Deletes jobs that ended more than 7 days ago. Returns their number. */
export const deleteOldJobs = (ctx: Pick<Store, 'writeBulk'> & { clock: Pick<Clock, 'now'> }) =>
  deleteJobsEndedBefore(ctx, new Date(ctx.clock.now().getTime() - retentionMs))

/** Deletes jobs that ended before this time, optionally only those that match `which`. */
export async function deleteJobsEndedBefore(
  { writeBulk }: Pick<Store, 'writeBulk'>,
  before: Date,
  which?: SQL,
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await writeBulk((tx) =>
      queries.deleteFinished(tx, { before, which, limit: perTransaction }),
    )
    total += deleted
    if (deleted < perTransaction) return total
  }
}
