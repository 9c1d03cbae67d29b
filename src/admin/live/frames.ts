/** The lines of a stream of server-sent events. Without `event:`, so that `onmessage` hears all. */
import type { DomainEvent } from '../../platform/events/event'

const encoder = new TextEncoder()

export const eventFrame = (id: number | string, event: DomainEvent | Resync): Uint8Array =>
  encoder.encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)

/** What the client knows may be stale: it must load everything again. */
interface Resync {
  type: 'resync'
  timestamp: string
}

/** How long to wait before coming back, and from where to continue then. */
export const openingFrame = (latestId: string): Uint8Array =>
  encoder.encode(`retry: 3000\nid: ${latestId}\n\n`)

export const heartbeatFrame: Uint8Array = encoder.encode(': still here\n\n')
