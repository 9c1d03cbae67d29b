import type { Viewer } from '../../accounts/permissions/model'
import type { Content } from '../../platform/http/responses/content'

/**
 * Maximum buffer size for a slow client. A client that exceeds it is disconnected and resumes from
 * its last ID.
 */
export const maxBufferedBytes = 1024 * 1024

interface StreamOptions {
  viewer: Viewer
  /** Used to check permissions again. */
  request: Request
  bufferBytes?: number
  /** Called once, no matter how the stream ends. */
  onEnd: (stream: ClientConnection) => void
}

/**
 * One client of a stream of server-sent events, with its unsent frames. event-streams.ts and
 * guarded-streams.ts send heartbeats.
 */
export class ClientConnection {
  viewer: Viewer
  readonly request: Request
  readonly body: ReadableStream<Uint8Array>
  readonly #onEnd: (stream: ClientConnection) => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor({ viewer, request, bufferBytes = maxBufferedBytes, onEnd }: StreamOptions) {
    this.viewer = viewer
    this.request = request
    this.#onEnd = onEnd
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#controller = controller
    }
    const cancel = () => this.#finish(() => undefined)
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes })
    this.body = new ReadableStream({ start, cancel }, strategy)
  }

  send(frame: Uint8Array) {
    if (!this.#controller) return
    if ((this.#controller.desiredSize ?? 0) < frame.byteLength) this.end()
    else this.#controller.enqueue(frame)
  }

  /** Ends the stream. Frames already sent still arrive, and the client may reconnect at once. */
  end() {
    this.#finish((controller) => controller.close())
  }

  #finish(finish: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
    const controller = this.#controller
    if (!controller) return
    this.#controller = undefined
    finish(controller)
    this.#onEnd(this)
  }
}

/**
 * The connection opens only when the response body is sent, so a HEAD request does not open one.
 */
export const describeEventStream = (
  open: () => ClientConnection | Promise<ClientConnection>,
): Content => ({
  type: 'text/event-stream; charset=utf-8',
  caching: 'unbuffered',
  isGenerated: true,
  open: async () => (await open()).body,
})
