/**
 * How a server and its worker process share SQLite's write lock. SQLite has no queue for it, so a
 * process that writes without a pause would keep the other one waiting indefinitely. A server that
 * finds the lock held notifies the worker, which starts no transaction until the server has had its
 * turn. The notification travels over the pipe between the two processes.
 */
import type { EventEmitter } from 'node:events'

export const writeTurnChannel = 'quire_write_turn'
/** The server has waited a long time for the lock: its worker may be frozen. */
export const writeBlockedChannel = 'quire_write_blocked'

type Message = 'wanted' | 'free'

export interface WriteTurns {
  /** Resolves when this process may request the lock. */
  waitForTurn(): Promise<void>
  /** The other process holds the lock. Called once for each transaction that finds it held. */
  onHeld(): void
  /** The transaction has waited far longer than any transaction should take. */
  onBlocked(): void
  /** The transaction has ended. `isLast`: this process has no other transaction waiting. */
  onEnd(isLast: boolean): void
}

/** The server requests its turn from the worker. */
export function createServerTurns(channels: EventEmitter): WriteTurns {
  let isAsking = false
  const tell = (message: Message) => void channels.emit(writeTurnChannel, message)
  return {
    waitForTurn: async () => undefined,
    onHeld: () => {
      isAsking = true
      tell('wanted')
    },
    onBlocked: () => void channels.emit(writeBlockedChannel, ''),
    // Several waiting transactions share one turn.
    onEnd: (isLast) => {
      if (!isAsking || !isLast) return
      tell('free')
      isAsking = false
    },
  }
}

/**
 * Minimum time that the worker's main thread has for the server's messages between two
 * transactions.
 */
const shortestGapMs = 2
/** Timeout of a turn: the server may have exited without ending it. */
const longestTurnMs = 250

/**
 * The worker leaves a gap between its transactions, and a longer one for a server that requests a
 * turn.
 */
export function createWorkerTurns(channels: EventEmitter): WriteTurns {
  let endedAt = 0
  let turn: PromiseWithResolvers<void> | undefined
  channels.on(writeTurnChannel, (message: Message) => {
    if (message === 'wanted') turn ??= Promise.withResolvers()
    else {
      turn?.resolve()
      turn = undefined
    }
  })
  return {
    waitForTurn: async () => {
      const gapMs = shortestGapMs - (performance.now() - endedAt)
      // The event loop always runs here: server messages, signals, leases.
      await (gapMs > 0 ? Bun.sleep(gapMs) : new Promise((resolve) => void setImmediate(resolve)))
      if (!turn) return
      const pending = turn
      await Promise.race([pending.promise, Bun.sleep(longestTurnMs)])
      // A lost "free" must not delay each later transaction.
      if (turn === pending) turn = undefined
    },
    onHeld: () => undefined,
    onBlocked: () => undefined,
    onEnd: () => void (endedAt = performance.now()),
  }
}
