/**
 * Messages between a server and its worker process, sent over the IPC channel of the child process.
 */
import type { Config } from '../../config/model'
import type { DomainEvent } from '../../events/event'
import type { Measurement } from '../../metrics/forward-measurements'

export type ToWorker =
  /**
   * `suspects`: IDs of jobs that were running when workers crashed. They run first, one at a time.
   */
  | { type: 'start'; config: Config; suspects: string[] }
  /**
   * A notification from the server's store. Needed only for SQLite, which has no notifications
   * between processes.
   */
  | { type: 'notification'; channel: string; payload: string }
  /** The worker responds with `pong`. */
  | { type: 'ping' }

export type FromWorker =
  /** The worker is ready to run jobs. `owner` identifies it in leases. */
  | { type: 'ready'; owner: string }
  /** The event has no ID yet, because the server numbers events. */
  | { type: 'event'; event: DomainEvent }
  /** A formatted log line without secrets, including its line break. */
  | { type: 'log'; line: string }
  | { type: 'measurements'; measurements: Measurement[] }
  /** Response to `ping`: the worker's main thread is responding. */
  | { type: 'pong' }

/** The worker's end of the channel. */
export interface ServerPipe {
  send(message: FromWorker): void
  receive(handler: (message: ToWorker) => void): void
}

export const sendToServer = (message: FromWorker) => void process.send!(message)

export const receiveFromServer: ServerPipe['receive'] = (handler) =>
  void process.on('message', handler)

/**
 * Waits until all messages sent so far have left this process, because closing the channel would
 * drop them.
 */
export async function closeChannel() {
  const last: FromWorker = { type: 'measurements', measurements: [] }
  await new Promise((resolve) => void process.send!(last, undefined, undefined, resolve))
  // An open channel would keep the process running.
  process.disconnect?.()
}
