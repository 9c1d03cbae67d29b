/**
 * The source of time. Modules read the time and set all timers through `ctx.clock`, so that tests
 * can control it. Durations are measured with `performance.now()`.
 */
import { setTimeout as wait } from 'node:timers/promises'

export type CancelTimer = () => void

export interface Clock {
  now(): Date
  /**
   * Keeps the process running while it waits. If the signal is aborted, rejects with its reason.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Runs the task once and keeps the process running until then. Returns a function that cancels
   * the timer. The task must not reject.
   */
  after(ms: number, task: () => unknown): CancelTimer
}

export const systemClock: Clock = {
  now: () => new Date(),

  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal && { signal })
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    }
  },

  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Runs the task repeatedly until the returned function is called. Each run starts `everyMs` after
 * the previous one has ended.
 */
export function repeat(clock: Clock, everyMs: number, task: () => unknown): CancelTimer {
  let isStopped = false
  let cancel: CancelTimer | undefined
  const arm = () => {
    cancel = clock.after(everyMs, async () => {
      await task()
      if (!isStopped) arm()
    })
  }
  arm()
  return () => {
    isStopped = true
    cancel?.()
  }
}

/** Waits for the promise, but at most `limitMs`. */
export async function waitAtMost(clock: Clock, task: Promise<unknown>, limitMs: number) {
  const { promise: limit, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(limitMs, resolve)
  await Promise.race([task, limit])
  cancel()
}
