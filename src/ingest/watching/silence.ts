/** Notices a watch that no longer reports events, by changes of the watched folder itself. */
export class SilenceDetector {
  #modifiedAt: number | undefined
  #events = 0
  /** The number of events when a change without an event was seen. */
  #suspectedAt: number | undefined

  /**
   * Called regularly. `modifiedAt` is when an entry was last added to, removed from or renamed in the
   * folder; `events` counts all events so far. True: a change had no event until the next check.
   */
  check(modifiedAt: number, events: number): boolean {
    if (this.#suspectedAt === events) return true
    const isChanged = this.#modifiedAt !== undefined && this.#modifiedAt !== modifiedAt
    this.#suspectedAt = isChanged && this.#events === events ? events : undefined
    this.#modifiedAt = modifiedAt
    this.#events = events
    return false
  }
}
