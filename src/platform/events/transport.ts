/** Transports events from the process that publishes them to the subscribers in all processes. */
import type { Store } from '../db/store'
import type { DomainEvent, NumberedEvent } from './event'

export interface EventTransport {
  send(event: DomainEvent): Promise<void>
  /**
   * Returns a function that stops the delivery. `onGap` is called when events may have been missed,
   * because the database was unavailable.
   */
  listen(
    deliver: (numbered: NumberedEvent) => void,
    onGap: () => void,
  ): Promise<() => Promise<void>>
}

/**
 * The payload of a PostgreSQL notification, including the channel, must be shorter than 8,000
 * bytes.
 */
const maxPayloadBytes = 7900
const channel = 'quire_events'

/**
 * Uses notifications of the database: LISTEN/NOTIFY on PostgreSQL, notifications within the process
 * on SQLite.
 */
export const overStore = (store: Store): EventTransport => ({
  send: async (event) => {
    const id = await store.nextEventId()
    const payload = JSON.stringify({ id, event })
    if (Buffer.byteLength(payload) > maxPayloadBytes) {
      throw new Error(`a ${event.type} event is too large to be published`)
    }
    await store.notify(channel, payload)
  },
  listen: (deliver, onGap) =>
    store.listen(channel, (payload) => deliver(JSON.parse(payload) as NumberedEvent), onGap),
})

/**
 * Sends events from a worker process to its server, which numbers and delivers them. Jobs do not
 * wait for delivery.
 */
export const overPipe = (
  send: (message: { type: 'event'; event: DomainEvent }) => void,
): EventTransport => ({
  send: async (event) => send({ type: 'event', event }),
  listen: async () => async () => undefined,
})
