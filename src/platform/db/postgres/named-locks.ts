/**
 * Advisory locks that are held over several transactions, such as while a request is handled. Each
 * occupies a connection, so only some of the pool are used for them.
 */
import type { Sql } from 'postgres'
import { createTaskQueue } from '../transactions/task-queue'

/** First key of the locks. The second is a hash of the name. */
const namedLocks = 7_361_004

/** Returns a function that waits for the lock of a name and returns how to release it. */
export function createNamedLocks(client: Sql): (name: string) => Promise<() => void> {
  // The others stay free for what is done while the lock is held.
  const lanes = Array.from({ length: Math.max(1, Math.floor(client.options.max / 4)) }, () => ({
    enqueue: createTaskQueue(),
    pending: 0,
  }))
  return async (name) => {
    const lane = lanes.reduce((least, one) => (one.pending < least.pending ? one : least))
    lane.pending++
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = lane.enqueue(() =>
      client.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${namedLocks}, hashtext(${name}))`
        held.resolve()
        await released.promise
      }),
    )
    // If the connection is lost later, so is the lock: another process can then get it too early.
    holding.catch(held.reject).finally(() => lane.pending--)
    await held.promise
    return released.resolve
  }
}
