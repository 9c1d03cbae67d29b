/** The queue interface for modules. */
import type { Tx } from '../db/store'
import type { JobType } from './job'

export interface JobOptions {
  /** At most one live job has this key; enqueueing another one has no effect. */
  key?: string
  /** If the job with this key is already running, it runs once more afterwards. */
  again?: boolean
  /** Higher runs first: above 0 if a person is waiting for the result, below 0 if it can wait. */
  priority?: number
  runAt?: Date
}

export interface Queue {
  /** The job exists if and only if `tx` commits. Returns its id; undefined when the key is taken. */
  enqueue<Payload extends object>(
    tx: Tx,
    type: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: JobOptions,
  ): Promise<string | undefined>
  /**
   * Must not be called within a write. Drops the ready job with this key, or signals the running
   * one, in every process. False if there is none.
   */
  cancel(key: string): Promise<boolean>
  /** The same for one job. */
  cancelJob(id: string): Promise<boolean>
  /** Requeues a failed or cancelled job; false if it is neither, or its key is taken. */
  retryJob(id: string): Promise<boolean>
}
