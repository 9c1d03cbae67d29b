/**
 * Advisory locks that are held across several transactions, for example while a request is handled.
 * Each lock occupies a connection, so they may use only part of the pool.
 */
import type { Sql, TransactionSql } from 'postgres'
import { createTaskQueue } from '../transactions/task-queue'

/** First key of the locks. The second key is a hash of the name. */
const namedLocks = 7_361_005
/**
 * Interval of the statements that keep the transaction of a lock from being idle. PostgreSQL
 * terminates a transaction that has been idle for a minute, so a frozen process keeps its lock for
 * that long.
 */
const defaultKeepAliveMs = 20_000

/** Error code of a statement that took too long or was canceled. */
const queryCanceled = '57014'

type Lock = (name: string, signal?: AbortSignal) => Promise<() => void>

/**
 * Returns a function that waits for the lock with a given name. That function returns another one
 * that releases the lock.
 */
export function createNamedLocks(client: Sql, keepAliveMs: number = defaultKeepAliveMs): Lock {
  // The other connections remain free for queries that run while the lock is held.
  const lanes = Array.from({ length: Math.max(1, Math.floor(client.options.max / 4)) }, () => ({
    enqueue: createTaskQueue(),
    pending: 0,
  }))
  return async (name, signal) => {
    signal?.throwIfAborted()
    const lane = lanes.reduce((least, one) => (one.pending < least.pending ? one : least))
    lane.pending++
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<'released'>()
    const abort = () => held.reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const holding = lane.enqueue(async () => {
      signal?.throwIfAborted()
      await client.begin(async (transaction) => {
        await acquire({ client, transaction, name, signal })
        held.resolve()
        while ((await waitAtMost(released.promise, keepAliveMs)) !== 'released') {
          await transaction`select 1`
        }
      })
    })
    // If the connection is lost later, the lock is lost with it, and another process can acquire it
    // too early.
    holding.catch(held.reject).finally(() => lane.pending--)
    try {
      await held.promise
    } catch (error) {
      // The lock may have been acquired just before the signal was aborted.
      released.resolve('released')
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    return () => released.resolve('released')
  }
}

interface Wanted {
  client: Sql
  transaction: TransactionSql
  name: string
  signal: AbortSignal | undefined
}

/** Waits while another process holds the lock, unless the signal is aborted. */
async function acquire({ client, transaction, name, signal }: Wanted) {
  const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`
  signal?.throwIfAborted()
  let canceling: Promise<unknown> | undefined
  const cancel = () => {
    // If this fails because the database is unavailable, the statement fails as well.
    canceling = client`select pg_cancel_backend(${row!.pid})`.catch(() => undefined)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    while (!(await isAcquiredInTime(transaction, name))) signal?.throwIfAborted()
  } finally {
    signal?.removeEventListener('abort', cancel)
    // Otherwise, the cancel request could cancel the next statement of this connection.
    await canceling
  }
  signal?.throwIfAborted()
}

/** Returns false if the statement's time limit is exceeded. */
async function isAcquiredInTime(transaction: TransactionSql, name: string): Promise<boolean> {
  try {
    // Uses a savepoint, because an error would otherwise abort the whole transaction.
    await transaction.savepoint(
      (inner) => inner`select pg_advisory_xact_lock(${namedLocks}, hashtext(${name}))`,
    )
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === queryCanceled) return false
    throw error
  }
}

/** Waits for the promise. Returns undefined if it is still pending after `ms`. */
async function waitAtMost<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
