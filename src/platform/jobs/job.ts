/** Kinds of jobs. A module defines its own in `model.ts` and registers their handlers in `jobs.ts`. */
import type { Tx } from '../db/store'

export interface JobType<Payload extends object> {
  readonly kind: string
  /**
   * Jobs of this kind that one process runs at the same time, whatever else runs. Kinds without slots
   * of their own share those of `jobs.workers`.
   */
  readonly slots: number | undefined
  readonly maxAttempts: number
  /** Type only: never set. */
  readonly payload?: Payload
}

const usualAttempts = 5

export const defineJob = <Payload extends object>(
  kind: string,
  { slots, maxAttempts = usualAttempts }: { slots?: number; maxAttempts?: number } = {},
): JobType<Payload> => ({ kind, slots, maxAttempts })

export interface Job<Payload = unknown> {
  id: string
  kind: string
  payload: Payload
  /** This one included, so 1 at the first. */
  attempts: number
  maxAttempts: number
}

/**
 * Does the work and returns what is to be written; that is written in the transaction which marks the
 * job done, so it happens exactly once. The work itself may happen again after a crash. `signal` fires
 * when the job is cancelled or taken over, and when the program ends: a handler that stops early because
 * of it must throw (`signal.throwIfAborted()`), because returning means that the work is done.
 */
export type JobHandler<Payload = unknown> = (
  job: Job<Payload>,
  signal: AbortSignal,
) => Promise<((tx: Tx) => Promise<void>) | undefined | void>

export interface JobHooks<Payload = unknown> {
  /** Runs in the transaction that marks a job failed after its last attempt, in whichever process. */
  onFailed?: (tx: Tx, job: Job<Payload>) => Promise<void>
  /** Runs in the transaction that queues a failed or cancelled job again because a person asked for it. */
  onRetried?: (tx: Tx, job: Job<Payload>) => Promise<void>
}

/** A kind of job with its handler. */
export interface JobRegistration extends JobHooks {
  type: JobType<object>
  run: JobHandler
}

/** Payloads are read as their type says: only `enqueue` with the same constant writes them. */
export const handleJob = <Payload extends object>(
  type: JobType<Payload>,
  run: JobHandler<Payload>,
  hooks: JobHooks<Payload> = {},
): JobRegistration => ({ type, run: run as JobHandler, ...(hooks as JobHooks) })
