/**
 * Shares SQLite's write lock between a server and its worker process. SQLite does not queue
 * requests for the lock, so a process that writes without a pause would make the other one wait
 * indefinitely. A server that finds the lock held therefore notifies the worker, which does not
 * start another transaction until the server has had its turn. The notification is sent over the
 * pipe between the two processes.
 */
import type { EventEmitter } from 'node:events'

export const writeTurnChannel = 'quire_write_turn'
/** Sent when the server has waited so long for the lock that the worker may be frozen. */
export const writeBlockedChannel = 'quire_write_blocked'

type Message = 'wanted' | 'free'

export interface WriteTurns {
  /** Resolves when this process may request the lock. */
  waitForTurn(): Promise<void>
  /** Called once for each transaction that finds the lock held by the other process. */
  onHeld(): void
  /** Called when a transaction has waited far longer than any transaction should take. */
  onBlocked(): void
  /**
   * Called when a transaction has ended. `isLast`: this process has no other transaction waiting.
   */
  onEnd(isLast: boolean): void
}

/** For the server, which requests its turn from the worker. */
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
    // Several waiting transactions share one turn, so only the last one ends it.
    onEnd: (isLast) => {
      if (!isAsking || !isLast) return
      tell('free')
      isAsking = false
    },
  }
}

/**
 * Minimum gap between two transactions, during which the worker's main thread can receive messages
 * from the server.
 */
const shortestGapMs = 2
/** A turn ends after this time, because the server may have exited without ending it. */
const longestTurnMs = 250

/**
 * Use this in the worker. It leaves a gap between transactions, which is longer if the server has
 * requested a turn.
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
      // Always yields to the event loop, for messages from the server, signals and leases.
      await (gapMs > 0 ? Bun.sleep(gapMs) : new Promise((resolve) => void setImmediate(resolve)))
      if (!turn) return
      const pending = turn
      await Promise.race([pending.promise, Bun.sleep(longestTurnMs)])
      // Ends the turn even if no "free" message was received, so that later transactions are not
      // delayed.
      if (turn === pending) turn = undefined
    },
    onHeld: () => undefined,
    onBlocked: () => undefined,
    onEnd: () => void (endedAt = performance.now()),
  }
}
