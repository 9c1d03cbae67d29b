/** Frames of server-sent events. They have no `event:` field, so that `onmessage` receives all of them. */
import type { DomainEvent } from '../../platform/events/event'

const encoder = new TextEncoder()

export const buildEventFrame = (id: string, event: DomainEvent | Resync): Uint8Array =>
  encoder.encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)

/** The client may have stale data and must reload everything. */
interface Resync {
  type: 'resync'
  timestamp: string
}

/** Tells the client how long to wait before it reconnects, and from which id. */
export const buildOpeningFrame = (latestId: string): Uint8Array =>
  encoder.encode(`retry: 3000\nid: ${latestId}\n\n`)

export const heartbeatFrame: Uint8Array = encoder.encode(': still here\n\n')
