/** Work that is done later: what a room may ask of the engine. */
import type { Tx } from '../db/store'

export interface JobOptions {
  /** At most one live job has this key; asking again changes nothing. */
  key?: string
  /** Higher goes first: what a person waits for is over 0, what can wait is under. */
  priority?: number
  runAt?: Date
  maxAttempts?: number
}

export interface Job {
  id: string
  kind: string
  payload: unknown
  attempts: number
  maxAttempts: number
}

/**
 * Does the work and returns what is to be written; that is written in the transaction which marks the
 * job done, so it happens exactly once. `signal` fires when the job was cancelled or taken over.
 */
export type JobHandler = (
  job: Job,
  signal: AbortSignal,
) => Promise<((tx: Tx) => Promise<void>) | undefined | void>

export interface Queue {
  /** The job exists if and only if `tx` commits. Returns its id; undefined when the key is taken. */
  enqueue(tx: Tx, kind: string, payload: unknown, options?: JobOptions): Promise<string | undefined>
  /** Ready jobs are dropped, running ones get their signal, in whichever process they run. */
  cancel(key: string): Promise<void>
}
