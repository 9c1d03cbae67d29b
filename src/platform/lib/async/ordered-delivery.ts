/** Delivers the output of several concurrent sources in the order of the sources. */
export class OrderedDelivery<Item> {
  readonly #deliver: (item: Item) => void
  readonly #waiting = new Map<number, Item[]>()
  readonly #finished = new Set<number>()
  #current = 0

  constructor(deliver: (item: Item) => void) {
    this.#deliver = deliver
  }

  /**
   * Adds an item. Items of a later source are held back until all earlier sources have finished.
   */
  add(source: number, item: Item) {
    if (source === this.#current) return this.#deliver(item)
    const waiting = this.#waiting.get(source)
    if (waiting) waiting.push(item)
    else this.#waiting.set(source, [item])
  }

  finish(source: number) {
    this.#finished.add(source)
    while (this.#finished.delete(this.#current)) {
      this.#current++
      for (const item of this.#waiting.get(this.#current) ?? []) this.#deliver(item)
      this.#waiting.delete(this.#current)
    }
  }
}
