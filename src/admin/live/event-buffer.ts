/** Keeps the latest events so that they can be replayed to clients that reconnect. */
import { randomBytes } from 'node:crypto'
import type { DomainEvent } from '../../platform/events/event'

export interface LiveEvent {
  event: DomainEvent
  /** The bytes sent to every client. */
  frame: Uint8Array
}

/**
 * The ID is unique, so clients with an ID from another process, or from before a gap, must resync.
 */
const createStartId = () => `start-${randomBytes(8).toString('hex')}`

export class EventBuffer {
  readonly #maxEvents: number
  readonly #events: LiveEvent[] = []
  /** Number of events that had been added when each ID arrived. Includes IDs without an event. */
  readonly #positions = new Map<string, number>()
  #added = 0
  #latestId = createStartId()

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents
    this.#positions.set(this.#latestId, 0)
  }

  /** Clients that reconnect with an ID from before this call must resync. */
  forget() {
    this.#positions.clear()
    this.#latestId = createStartId()
    this.#positions.set(this.#latestId, this.#added)
  }

  /** A client that continues after this ID has not missed anything. */
  get latestId(): string {
    return this.#latestId
  }

  /**
   * Stores the position of `id` in the order that all processes share. Its event may be added
   * later, or never. A client that received the event from another process may then get it twice,
   * which is harmless.
   */
  addId(id: number) {
    this.#latestId = String(id)
    this.#positions.set(this.#latestId, this.#added)
    if (this.#positions.size > this.#maxEvents * 4)
      this.#positions.delete(this.#positions.keys().next().value!)
  }

  add(event: LiveEvent) {
    this.#events.push(event)
    this.#added++
    if (this.#events.length > this.#maxEvents) this.#events.shift()
  }

  /** Adds the event with the latest ID. Call this right after `addId`. */
  addWithLatestId(event: LiveEvent) {
    this.add(event)
    this.#positions.set(this.#latestId, this.#added)
  }

  /** Lists the events after `id`, or returns undefined if the position is no longer known. */
  listAfter(id: string): LiveEvent[] | undefined {
    const position = this.#positions.get(id)
    const first = this.#added - this.#events.length
    if (position === undefined || position < first) return undefined
    return this.#events.slice(position - first)
  }
}
