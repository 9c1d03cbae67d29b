/**
 * Writes the outcomes of attempts to run jobs, including attempts of other processes that have
 * died. Writes nothing for an attempt that another process has taken over or a user has canceled.
 */
import type { Store, Tx } from '../db/store'
import type { Clock } from '../lib/clock'
import type { Log } from '../log/log'
import type { JobRegistry } from './job-registry'
import * as queries from './queries'
import type { Job } from './job'
import { findOutage } from '../lib/system-errors'
import { requestMessages } from '../messages/common'
import type { Message } from '../messages/message'
import { Refusal } from '../../errors'
import { jobLogMessages, jobMessages } from './messages'

const maxExpired = 100
/**
 * Multiplies the delay before a retry during an outage such as a full disk. An unavailable database
 * does not count, because results are stored only once it is available again.
 */
const outageWaitFactor = 5
const tryAgainMs = 500

/**
 * Thrown if another process has taken over the job, so that the result of this process is not
 * written.
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

interface Dependencies {
  store: Store
  log: Log
  clock: Clock
  registry: JobRegistry
  owner: string
  firstWaitMs: number
  isStopping: () => boolean
}

/**
 * All writes are bulk writes. If a power failure loses one, the effect of the job is lost with it,
 * and the job runs again.
 */
export class Outcomes {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async complete(job: Job, effect: ((tx: Tx) => Promise<void>) | undefined) {
    const { owner, clock } = this.#dependencies
    await this.#writeWhenBack(async (tx) => {
      const repeat = await queries.findRepeat(tx, job)
      if (!(await queries.markDone(tx, job, owner, clock.now()))) throw new LeaseLost()
      await effect?.(tx)
      if (repeat) await queries.insertJob(tx, { ...repeat, runAt: clock.now() })
    })
  }

  /**
   * Records a failed attempt. Returns the delay in milliseconds before the next one, or undefined
   * if no attempts are left.
   */
  async fail(job: Job, cause: unknown): Promise<number | undefined> {
    const { owner, clock, firstWaitMs } = this.#dependencies
    const error = describeFailure(cause)
    const outage = findOutage(cause)
    const isOutage = outage !== undefined
    if (!isOutage && job.attempts >= job.maxAttempts) {
      await this.#writeWhenBack((tx) => this.#markFailed(tx, job, owner, error))
      return undefined
    }
    // An outage, such as a full disk, is not caused by the job, so the job is retried until the
    // outage ends.
    const factor = isOutage && outage !== 'database_away' ? outageWaitFactor : 1
    const waitMs = waitBeforeRetry(isOutage ? 1 : job.attempts, firstWaitMs * factor)
    await this.#writeWhenBack((tx) => {
      const runAt = new Date(clock.now().getTime() + waitMs)
      return queries.requeue(tx, job, owner, { error, runAt, isCounted: !isOutage })
    })
    return waitMs
  }

  /**
   * Retries the write while the database is unavailable. Otherwise, the attempt would count as a
   * crash of the process. `work` has no effect if another process has taken over the job in the
   * meantime.
   */
  async #writeWhenBack(work: (tx: Tx) => Promise<unknown>) {
    const { store, clock, isStopping } = this.#dependencies
    for (;;) {
      try {
        return await store.writeBulk(work)
      } catch (error) {
        if (findOutage(error) !== 'database_away' || isStopping()) throw error
        await clock.sleep(tryAgainMs)
      }
    }
  }

  findExpired(): Promise<queries.HeldJob[]> {
    const { store, clock } = this.#dependencies
    return queries.findExpired(store.db, clock.now(), maxExpired)
  }

  /** Requeues jobs with expired leases, or marks them as failed. */
  async recoverExpired(expired: readonly queries.HeldJob[]) {
    const { store, log, clock } = this.#dependencies
    for (const job of expired) {
      const task = { kind: job.kind, id: job.id, attempts: job.attempts }
      log.warn({ task }, jobLogMessages.lease_expired())
      await store.writeBulk((tx) => this.#recover(tx, job, clock.now()))
    }
  }

  /**
   * Requeues a job whose process has exited. Marks it as failed if no attempts are left or if it is
   * hopeless, which means that it has crashed its process too often.
   */
  async recoverLost(job: queries.HeldJob, { isHopeless }: { isHopeless: boolean }) {
    const { store, clock } = this.#dependencies
    if (isHopeless || job.attempts >= job.maxAttempts) {
      const error = isHopeless
        ? jobMessages.process_ended_repeatedly()
        : jobMessages.process_ended()
      await store.writeBulk((tx) => this.#markFailed(tx, job, job.owner, error))
      return
    }
    const values = { error: jobMessages.process_ended(), runAt: clock.now() }
    await store.writeBulk((tx) => queries.requeue(tx, job, job.owner, values))
  }

  async #recover(tx: Tx, job: queries.HeldJob, now: Date) {
    if (!(await queries.isExpired(tx, job, now))) return
    const error = jobMessages.process_ended()
    if (job.attempts >= job.maxAttempts) await this.#markFailed(tx, job, job.owner, error)
    else await queries.requeue(tx, job, job.owner, { error, runAt: now })
  }

  async #markFailed(tx: Tx, job: Job, owner: string, error: Message) {
    const finishedAt = this.#dependencies.clock.now()
    if (!(await queries.markFailed(tx, job, owner, { error, finishedAt }))) return
    await this.#dependencies.registry.find(job.kind)?.onFailed?.(tx, job)
  }
}

const longestMs = 3_600_000

/** Exponential backoff with jitter, in milliseconds. */
function waitBeforeRetry(attempts: number, firstWaitMs: number): number {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 30), longestMs)
  return waitMs * (0.5 + Math.random())
}

const maxErrorCharacters = 2000

/**
 * Returns the message of a refusal or an outage. For other errors, returns a general message that
 * contains the error as a technical detail.
 */
function describeFailure(error: unknown): Message {
  if (error instanceof Refusal) return error.userMessage
  const outage = findOutage(error)
  return outage ? requestMessages[outage]() : jobMessages.failed({ detail: formatCauses(error) })
}

/** Returns the messages of an error and its causes, without the stack. */
function formatCauses(error: unknown): string {
  const messages: string[] = []
  let current = error
  while (current instanceof Error && messages.length < 5) {
    messages.push(current.message)
    current = current.cause
  }
  if (messages.length === 0) messages.push(String(error))
  return messages.join(': ').replaceAll('\u0000', '').slice(0, maxErrorCharacters)
}
