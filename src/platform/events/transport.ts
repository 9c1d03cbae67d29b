/** How events travel from the process that publishes them to the subscribers of every process. */
import type { Store } from '../db/store'
import type { DomainEvent, NumberedEvent } from './event'

export interface EventTransport {
  send(event: DomainEvent): Promise<void>
  /** Returns a function that stops the delivery. */
  listen(deliver: (numbered: NumberedEvent) => void): Promise<() => Promise<void>>
}

/** PostgreSQL carries at most 8,000 bytes in one notification. */
const maxPayloadBytes = 7900
const channel = 'quire_events'

/** Database notifications: LISTEN/NOTIFY on PostgreSQL, within the process on SQLite. */
export const overStore = (store: Store): EventTransport => ({
  send: async (event) => {
    const id = await store.nextEventId()
    const payload = JSON.stringify({ id, event })
    if (Buffer.byteLength(payload) > maxPayloadBytes) {
      throw new Error(`a ${event.type} event is too large to be published`)
    }
    await store.notify(channel, payload)
  },
  listen: (deliver) =>
    store.listen(channel, (payload) => deliver(JSON.parse(payload) as NumberedEvent)),
})

/**
 * From a worker process to its server, which numbers and delivers the events. Jobs do not wait for
 * events.
 */
export const overPipe = (
  send: (message: { type: 'event'; event: DomainEvent }) => void,
): EventTransport => ({
  send: async (event) => send({ type: 'event', event }),
  listen: async () => async () => undefined,
})
