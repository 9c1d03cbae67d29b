import { systemClock } from '../../lib/clock'

const longestPauseMs = 200

/**
 * Pauses between bulk writes, such as the slices of a scan. Only a few writes of users wait for the
 * lock at once, so without a pause, the next slice would run before the writes queued behind them.
 */
export class BulkPauses {
  #pausedUntil = 0

  async wait(): Promise<void> {
    const ms = this.#pausedUntil - performance.now()
    if (ms > 0) await systemClock.sleep(ms)
  }

  /**
   * Runs the work. If users are waiting when it ends, the next pause is as long as the work took.
   */
  async run<T>(work: () => Promise<T>, areUsersWaiting: () => Promise<boolean>): Promise<T> {
    const startedAt = performance.now()
    const result = await work()
    if (await areUsersWaiting()) {
      const endedAt = performance.now()
      this.#pausedUntil = endedAt + Math.min(endedAt - startedAt, longestPauseMs)
    }
    return result
  }
}
