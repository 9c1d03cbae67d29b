import type { Viewer } from '../../accounts/permissions/model'

/**
 * Maximum buffer for a slow client. Beyond it the client is disconnected and resumes from its last
 * id.
 */
export const maxBufferedBytes = 1024 * 1024

interface StreamOptions {
  viewer: Viewer
  /** Request headers, to check the permissions again. */
  request: Request
  bufferBytes?: number
  /** Called once, however the stream ends. */
  onEnd: (stream: ClientConnection) => void
}

/** One client of a stream of server-sent events, with its unsent frames. Heartbeats: event-streams.ts. */
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

  /** Frames sent earlier still arrive, and the client may reconnect at once. */
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

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise wait for a full buffer.
  'x-accel-buffering': 'no',
}
