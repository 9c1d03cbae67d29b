import type { Viewer } from '../../accounts/permissions/model'

/** What waits for a client that reads slowly; past it the client is dropped and resumes by id. */
export const maxBufferedBytes = 1024 * 1024

interface StreamOptions {
  viewer: Viewer
  /** Headers of the request: who asked, to be looked at again. */
  asked: Request
  bufferBytes?: number
  /** Called once, however it ends. */
  ended: (stream: Stream) => void
}

/** One client that listens. */
export class Stream {
  viewer: Viewer
  readonly asked: Request
  readonly body: ReadableStream<Uint8Array>
  readonly #ended: (stream: Stream) => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor({ viewer, asked, bufferBytes = maxBufferedBytes, ended }: StreamOptions) {
    this.viewer = viewer
    this.asked = asked
    this.#ended = ended
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

  /** What was sent already still arrives; the client may come back at once. */
  end() {
    this.#finish((controller) => controller.close())
  }

  #finish(act: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
    const controller = this.#controller
    if (!controller) return
    this.#controller = undefined
    act(controller)
    this.#ended(this)
  }
}

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx kind would else wait for a full buffer.
  'x-accel-buffering': 'no',
}
