/**
 * Kinds of jobs. A module defines its own in `model.ts` and registers their handlers in `jobs.ts`.
 */
import type { Tx } from '../db/store'

export interface JobType<Payload extends object> {
  readonly kind: string
  /**
   * Number of jobs of this kind that one process runs in parallel, regardless of other kinds. Kinds
   * that do not have their own slots share those of `jobs.workers`.
   */
  readonly slots: number | undefined
  readonly maxAttempts: number
  /** Never set. It only carries the type of the payload. */
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
  /** Includes the current attempt, so it starts at 1. */
  attempts: number
  maxAttempts: number
}

/**
 * Does the work and returns a function that writes the result. The write happens exactly once, in
 * the transaction that completes the job, whereas the work may be repeated after a crash. `signal`
 * is aborted when the job is canceled or taken over and when the process stops. A handler that
 * stops early for this reason must throw (`signal.throwIfAborted()`), because returning completes
 * the job.
 */
export type JobHandler<Payload = unknown> = (
  job: Job<Payload>,
  signal: AbortSignal,
) => Promise<((tx: Tx) => Promise<void>) | undefined | void>

export interface JobHooks<Payload = unknown> {
  /**
   * Runs in the transaction that marks a job as failed after its last attempt, whichever process
   * does so.
   */
  onFailed?: (tx: Tx, job: Job<Payload>) => Promise<void>
  /** Runs in the transaction that marks a job as canceled. */
  onCanceled?: (tx: Tx, job: Job<Payload>) => Promise<void>
  /** Runs in the transaction that requeues a failed or canceled job at a user's request. */
  onRetried?: (tx: Tx, job: Job<Payload>) => Promise<void>
}

/** A kind of job with its handler. */
export interface JobRegistration extends JobHooks {
  type: JobType<object>
  run: JobHandler
}

/** Payloads always match their type, because only `enqueue` with the same constant writes them. */
export const handleJob = <Payload extends object>(
  type: JobType<Payload>,
  run: JobHandler<Payload>,
  hooks: JobHooks<Payload> = {},
): JobRegistration => ({ type, run: run as JobHandler, ...(hooks as JobHooks) })
