/** Maximum number of queued page turns. */
const maxWaiting = 4

/**
 * Runs moves in sequence, because the renderer drops calls during a turn and may show the target of
 * an earlier call last.
 */
export class NavigationQueue {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #latestRequest = 0

  /** Queues a page turn. Turns are dropped if too many are waiting. */
  async turn(turn: () => Promise<void>) {
    if (this.#waiting >= maxWaiting) return
    this.#waiting += 1
    await this.#after(async () => {
      this.#waiting -= 1
      await turn()
    })
  }

  /** Of several queued jumps, only the last one runs. */
  async go(go: () => Promise<void>) {
    const request = ++this.#latestRequest
    await this.#after(async () => {
      if (request === this.#latestRequest) await go()
    })
  }

  /** Delays later moves until this operation ends. */
  wait(until: Promise<void>) {
    void this.#after(() => until)
  }

  #after(move: () => Promise<void>) {
    const done = this.#last.then(move)
    // The error goes to the caller, and the next move still runs.
    this.#last = done.catch(() => undefined)
    return done
  }
}
