/** Work that is done later: what a room may ask of the engine. */
import type { Tx } from '../db/store'

export interface JobOptions {
  /** At most one live job has this key; asking again changes nothing. */
  key?: string
  /** Where the job with this key is running already, it runs once more after that. */
  again?: boolean
  /** Higher goes first: what a person waits for is over 0, what can wait is under. */
  priority?: number
  runAt?: Date
  maxAttempts?: number
}

export interface Job {
  id: string
  kind: string
  payload: unknown
  /** This one included, so 1 at the first. */
  attempts: number
  maxAttempts: number
}

/**
 * Does the work and returns what is to be written; that is written in the transaction which marks the
 * job done, so it happens exactly once. The work itself may happen again after a crash. `signal` fires
 * when the job was cancelled or taken over, and when the program ends: whoever stops early because of
 * it must throw (`signal.throwIfAborted()`), for a return means that the work is done.
 */
export type JobHandler = (
  job: Job,
  signal: AbortSignal,
) => Promise<((tx: Tx) => Promise<void>) | undefined | void>

export interface KindOptions {
  /**
   * How many jobs of this kind may run at the same time in one process, whatever else runs. Kinds
   * without slots of their own share those of `jobs.workers`.
   */
  slots?: number
  /** Runs in the transaction that gives a job up after its last attempt, whoever made that. */
  onFailed?: (tx: Tx, job: Job) => Promise<void>
  /** Runs in the transaction that readies a failed or cancelled job again, because a person asked for it. */
  onRetried?: (tx: Tx, job: Job) => Promise<void>
}

export interface Queue {
  /** The job exists if and only if `tx` commits. Returns its id; undefined when the key is taken. */
  enqueue(tx: Tx, kind: string, payload: object, options?: JobOptions): Promise<string | undefined>
  /** Not within a write. Ready jobs are dropped, running ones get their signal, in every process. */
  cancel(key: string): Promise<void>
  /** The same for one job; false when it is neither ready nor running. */
  cancelJob(id: string): Promise<boolean>
  /** Readies a failed or cancelled job again; false when it is neither, or its key is taken. */
  retryJob(id: string): Promise<boolean>
}
