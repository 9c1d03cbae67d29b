/** The interface of the queue that modules use. */
import type { Tx } from '../db/store'
import type { JobType } from './job'

export interface JobOptions {
  /** Only one live job can have this key. Enqueueing another one has no effect. */
  key?: string
  /** If the job with this key is already running, it runs once more when it has finished. */
  again?: boolean
  /**
   * Jobs with a higher priority run first: above 0 if a person is waiting for the result, below 0
   * if it can wait.
   */
  priority?: number
  runAt?: Date
}

export interface Queue {
  /**
   * Adds a job, which is visible only once `tx` is committed. Returns its ID, or undefined if the
   * key is taken.
   */
  enqueue<Payload extends object>(
    tx: Tx,
    type: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: JobOptions,
  ): Promise<string | undefined>
  /**
   * Cancels the job with this key. If the job is running, aborts it in whichever process runs it.
   * Must not be called within a write. Returns false if there is no such job.
   */
  cancel(key: string): Promise<boolean>
  /** Like `cancel`, for the job with this ID. */
  cancelJob(id: string): Promise<boolean>
  /**
   * Takes a running job away from the process that runs it, and requeues it. Returns false if it is
   * not running.
   */
  unlockJob(id: string): Promise<boolean>
  /** Requeues a failed or canceled job. Returns false if it is neither or its key is taken. */
  retryJob(id: string): Promise<boolean>
}
