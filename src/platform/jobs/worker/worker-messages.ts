/** Messages between a server and its worker process, over the IPC channel of the child process. */
import type { Config } from '../../config/model'
import type { DomainEvent } from '../../events/event'
import type { Measurement } from '../../metrics/forward-measurements'

export type ToWorker =
  /** `suspects`: jobs during which workers crashed, by id. They run first, one at a time. */
  | { type: 'start'; config: Config; suspects: string[] }
  /**
   * A notification from the server's store; only if the database has no notifications itself
   * (SQLite).
   */
  | { type: 'notification'; channel: string; payload: string }
  /** The worker responds with `pong`. */
  | { type: 'ping' }

export type FromWorker =
  /** `owner` identifies the worker in leases. */
  | { type: 'ready'; owner: string }
  /** Without an id: the server numbers events. */
  | { type: 'event'; event: DomainEvent }
  /** A finished log line including its line break, without secrets. */
  | { type: 'log'; line: string }
  | { type: 'measurements'; measurements: Measurement[] }
  /** The worker's main thread is responding. */
  | { type: 'pong' }

/** The worker's end of the channel. */
export interface ServerPipe {
  send(message: FromWorker): void
  receive(handler: (message: ToWorker) => void): void
}

export const sendToServer = (message: FromWorker) => void process.send!(message)

export const receiveFromServer: ServerPipe['receive'] = (handler) =>
  void process.on('message', handler)

/** Waits until all messages so far have left this process: closing the channel would drop them. */
export async function closeChannel() {
  const last: FromWorker = { type: 'measurements', measurements: [] }
  await new Promise((resolve) => void process.send!(last, undefined, undefined, resolve))
  // An open channel would keep the process running.
  process.disconnect?.()
}
