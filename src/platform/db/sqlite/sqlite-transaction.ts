/** A transaction of the writing connection, from acquiring the write lock to the commit. */
import type { Database } from 'bun:sqlite'
import { yieldToEventLoop } from '../../lib/yield'
import { timings } from '../../metrics/registry'
import type { Db, Tx } from '../store'
import { endWrite, requireWrite, runAfterCommit } from '../transactions/write-scope'
import { isBusyError } from './sqlite-connection'
import type { WriteTurns } from './sqlite-write-turns'

const busyTimeoutMs = 30_000
/**
 * A wait of this length suggests that the other process is frozen, because no transaction takes
 * that long.
 */
const blockedMs = 10_000
/**
 * A longer time between two attempts means that this process was suspended. That time does not
 * count as waiting.
 */
const longestAttemptMs = 100
/** Must not exceed the gap that a worker leaves between two transactions. */
const longestLockWaitMs = 2

/** `durable` transactions are on disk when they return. `bulk` transactions might not be. */
export type WriteKind = 'durable' | 'bulk'

export interface Writer {
  connection: Database
  handle: Db
  turns: WriteTurns
  /** True to yield to the event loop before the commit. */
  yields: boolean
  /** Duration of the last commit that had to wait for the disk. */
  lastCommitMs: number
}

export async function runTransaction<T>(
  writer: Writer,
  kind: WriteKind,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { connection, handle, turns, yields } = writer
  const afterCommitCallbacks: (() => void)[] = []
  await beginWrite(connection, turns)
  const stopTimer = timings.writes.startTimer({ kind })
  let result: T
  try {
    result = await work(createTransactionHandle(connection, handle, afterCommitCallbacks))
    endWrite()
    if (yields) await yieldToEventLoop()
    const startedAt = performance.now()
    connection.run('commit')
    if (kind === 'durable') writer.lastCommitMs = performance.now() - startedAt
  } catch (error) {
    endWrite()
    if (connection.inTransaction) connection.run('rollback')
    throw error
  } finally {
    stopTimer()
  }
  // Runs outside the write, because the callbacks may write again.
  runAfterCommit(afterCommitCallbacks)
  return result
}

/**
 * Takes the write lock. While another process holds it, waits with a timer, so that the thread
 * stays free.
 */
async function beginWrite(connection: Database, turns: WriteTurns) {
  await turns.waitForTurn()
  let waitedMs = 0
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 1.5, longestLockWaitMs)) {
    const startedAt = performance.now()
    try {
      connection.run('begin immediate')
      return
    } catch (error) {
      if (!isBusyError(error) || waitedMs > busyTimeoutMs) throw error
    }
    if (waitedMs === 0) turns.onHeld()
    await Bun.sleep(waitMs)
    const before = waitedMs
    waitedMs += Math.min(performance.now() - startedAt, longestAttemptMs)
    if (before < blockedMs && waitedMs >= blockedMs) turns.onBlocked()
  }
}

/**
 * All transactions share one handle, so that its table metadata and prepared statements are kept.
 */
function createTransactionHandle(
  connection: Database,
  handle: Db,
  afterCommitCallbacks: (() => void)[],
): Tx {
  const tx = Object.create(handle) as Tx
  const nest = <T>(work: (tx: Tx) => Promise<T>) => runInSavepoint(connection, () => work(tx))
  const afterCommit = (run: () => void) => void afterCommitCallbacks.push(run)
  return Object.assign(tx, { lasting: handle, nest, afterCommit })
}

let savepoints = 0

/** Undoes the statements of `work` if it fails. */
export async function runInSavepoint<T>(connection: Database, work: () => Promise<T>): Promise<T> {
  requireWrite()
  const name = `savepoint_${++savepoints}`
  connection.run(`savepoint ${name}`)
  try {
    const result = await work()
    connection.run(`release ${name}`)
    return result
  } catch (error) {
    // If there is no transaction, SQLite has already rolled it back as a whole.
    if (connection.inTransaction) {
      connection.run(`rollback to ${name}`)
      connection.run(`release ${name}`)
    }
    throw error
  }
}
