/** The latest events, so that whoever was away for a moment gets what was missed. */
import type { DomainEvent } from '../../platform/events/event'

export interface LiveEvent {
  event: DomainEvent
  /** As it goes to every client. */
  frame: Uint8Array
}

export class Ring {
  readonly #keep: number
  readonly #events: LiveEvent[] = []
  /** After how many events each id was heard. It also knows ids whose event was left out. */
  readonly #places = new Map<string, number>()
  #added = 0
  #latestId: string

  constructor(keep: number) {
    this.#keep = keep
    // Unlike that of any other process and any other start: there it asks for a resync.
    this.#latestId = `start-${Bun.randomUUIDv7()}`
    this.#places.set(this.#latestId, 0)
  }

  /** Whoever continues from here has missed nothing so far. */
  get latestId(): string {
    return this.#latestId
  }

  /**
   * Remembers where `id` came in the order that all processes share. Its event may be added later or
   * never: then a client that had it elsewhere gets something twice, which does no harm.
   */
  hear(id: number) {
    this.#latestId = String(id)
    this.#places.set(this.#latestId, this.#added)
    if (this.#places.size > this.#keep * 4) this.#places.delete(this.#places.keys().next().value!)
  }

  add(event: LiveEvent) {
    this.#events.push(event)
    this.#added++
    if (this.#events.length > this.#keep) this.#events.shift()
  }

  /** The same for an event that follows at once on its `hear`. */
  addHeard(event: LiveEvent) {
    this.add(event)
    this.#places.set(this.#latestId, this.#added)
  }

  /** What came after `id`; undefined when that is not known any more. */
  after(id: string): LiveEvent[] | undefined {
    const place = this.#places.get(id)
    const first = this.#added - this.#events.length
    if (place === undefined || place < first) return undefined
    return this.#events.slice(place - first)
  }
}
