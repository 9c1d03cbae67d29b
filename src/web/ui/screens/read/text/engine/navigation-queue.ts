/** Maximum number of queued page turns. */
const mostWaiting = 4

/**
 * Runs moves in sequence, because the renderer drops calls during a turn and may show the target of
 * an earlier call last.
 */
export class NavigationQueue {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #wish = 0

  /** Queues a page turn. Turns are dropped if too many are waiting. */
  async turn(turn: () => Promise<void>) {
    if (this.#waiting >= mostWaiting) return
    this.#waiting += 1
    await this.#after(async () => {
      this.#waiting -= 1
      await turn()
    })
  }

  /** Of several queued jumps, only the last one runs. */
  async go(go: () => Promise<void>) {
    const wish = ++this.#wish
    await this.#after(async () => {
      if (wish === this.#wish) await go()
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
