import type { SharedListChange } from '../../catalog/item-lists/model'
import type { DomainEvent } from '../../platform/events/event'

const encoder = new TextEncoder()

/** Encodes events for one protocol. */
export interface EventFormat {
  /**
   * `id` lets a client continue after this event. Returns undefined for events that the protocol
   * does not define.
   */
  buildEventFrame(id: string, event: DomainEvent): Uint8Array | undefined
  /** Builds the frame of a changed shared list. Only for protocols whose clients need the ID. */
  buildListFrame?(this: void, change: SharedListChange): Uint8Array
  /** Builds the first frame, because clients see the response only when bytes arrive. */
  buildOpeningFrame(latestId: string): Uint8Array
}

/** Omits the `event:` field, so that `onmessage` receives all events. */
export const buildEventFrame = (id: string, event: DomainEvent | Resync): Uint8Array =>
  encoder.encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)

/** The client may have stale data and must reload everything. */
interface Resync {
  type: 'resync'
  timestamp: string
}

/** Contains the reconnection delay and the ID after which to continue. */
const buildOpeningFrame = (latestId: string): Uint8Array =>
  encoder.encode(`retry: 3000\nid: ${latestId}\n\n`)

/** For streams that clients cannot continue. */
export const retryFrame: Uint8Array = encoder.encode('retry: 3000\n\n')

export const encodeFrame = (json: string): Uint8Array => encoder.encode(`data: ${json}\n\n`)

export const heartbeatFrame: Uint8Array = encoder.encode(': still here\n\n')

export const nativeFormat: EventFormat = { buildEventFrame, buildOpeningFrame }
