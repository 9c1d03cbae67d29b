/** Turns that may wait while one is under way. */
const mostWaiting = 4

/** The renderer drops what it is asked while it turns, and may show an earlier wish last: one comes after the other. */
export class NavigationQueue {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #wish = 0

  /** A fast hand's turns wait for their turn. */
  async turn(turn: () => Promise<void>) {
    if (this.#waiting >= mostWaiting) return
    this.#waiting += 1
    await this.#after(async () => {
      this.#waiting -= 1
      await turn()
    })
  }

  /** Of several places that wait, only the last one is still wished for. */
  async go(go: () => Promise<void>) {
    const wish = ++this.#wish
    await this.#after(async () => {
      if (wish === this.#wish) await go()
    })
  }

  /** What is under way already: moves come after it. */
  wait(until: Promise<void>) {
    void this.#after(() => until)
  }

  #after(move: () => Promise<void>) {
    const done = this.#last.then(move)
    // The caller gets the error; the next move runs anyway.
    this.#last = done.catch(() => undefined)
    return done
  }
}
