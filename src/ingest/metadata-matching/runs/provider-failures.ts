/**
 * Tracks failures during a run: series and books for which no provider could be queried, and
 * providers that keep failing.
 */
import type { Message } from '../../../platform/messages/message'

const maxInRow = 3
/**
 * Failing providers are paused for this long, because a hanging provider would delay each series by
 * a minute.
 */
const pauseMs = 10 * 60_000

/** Consecutive series and books for which no provider could be queried. */
export class FailedItems {
  itemIds: string[] = []
  /** The reason why the most recent item failed. */
  problem: Message | undefined
  #hasSuccess = false

  add(itemId: string, problem: Message | undefined) {
    this.problem = problem
    this.#hasSuccess ||= !problem
    this.itemIds = problem ? [...this.itemIds, itemId] : []
  }

  /** If true, the run stops, because the remaining items would fail as well. */
  get areTooMany() {
    return this.itemIds.length === maxInRow
  }

  get areDueToProviders() {
    return this.areTooMany || (this.itemIds.length > 0 && !this.#hasSuccess)
  }
}

/** Providers that failed several times in a row. They are skipped for `pauseMs`. */
export class FailingProviders {
  readonly #failures = new Map<string, { count: number; problem: Message; until: number }>()

  add(provider: string, problem: Message | undefined, now: Date) {
    if (!problem) {
      this.#failures.delete(provider)
      return
    }
    const count = (this.#failures.get(provider)?.count ?? 0) + 1
    this.#failures.set(provider, { count, problem, until: now.getTime() + pauseMs })
  }

  /** Returns the reason why the provider is currently skipped. */
  findProblem(provider: string, now: Date): Message | undefined {
    const failure = this.#failures.get(provider)
    if (!failure || failure.count < maxInRow || failure.until <= now.getTime()) return undefined
    return failure.problem
  }
}
