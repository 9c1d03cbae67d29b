import { systemClock } from '../../lib/clock'

const longestPauseMs = 200

/**
 * Pauses between bulk writes, such as the slices of a scan. Only a few writes of users wait for the
 * lock at the same time. Without a pause, the next slice would request the lock before the user
 * writes that are still in this process's queue.
 */
export class BulkPauses {
  #pausedUntil = 0

  /** Runs the write immediately unless a pause is due, so that writes usually keep their order. */
  write<T>(write: () => Promise<T>): Promise<T> {
    const ms = this.#pausedUntil - performance.now()
    return ms > 0 ? systemClock.sleep(ms).then(write) : write()
  }

  /**
   * Runs the work. If users are waiting when it ends, the next pause is as long as the work took,
   * but at most `longestPauseMs`.
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
