/** Maximum number of queued page turns. */
const mostWaiting = 4

/**
 * The renderer drops calls during a turn and may show an earlier one last, so moves run in
 * sequence.
 */
export class NavigationQueue {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #wish = 0

  /** Queues page turns from fast input. */
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

  /** Delays moves until the running operation ends. */
  wait(until: Promise<void>) {
    void this.#after(() => until)
  }

  #after(move: () => Promise<void>) {
    const done = this.#last.then(move)
    // The caller gets the error; the next move still runs.
    this.#last = done.catch(() => undefined)
    return done
  }
}
