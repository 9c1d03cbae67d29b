/** Limits expensive work to a few tasks at a time, with a queue of limited length. */
import { Refusal } from '../../errors'
import { requestMessages } from '../messages/common'

interface Waiter {
  begin(): void
}

export class Semaphore {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting = new Set<Waiter>()
  #running = 0

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /**
   * Aborting the signal removes waiting work from the queue. Work that has already started is not
   * interrupted.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal)
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  async #turn(signal: AbortSignal) {
    if (signal.aborted) throw new Cancelled()
    if (this.#running < this.#atOnce) {
      this.#running++
      return
    }
    if (this.#waiting.size >= this.#mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { begin: resolve }
    const leave = () => {
      this.#waiting.delete(waiting)
      reject(new Cancelled())
    }
    this.#waiting.add(waiting)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Passes the slot on synchronously, before a new caller can take it. */
  #next() {
    const [first] = this.#waiting
    if (!first || this.#running >= this.#atOnce) return
    this.#waiting.delete(first)
    this.#running++
    first.begin()
  }
}

const busy = () =>
  new Refusal('unavailable', requestMessages.busy(), {
    retryAfterSeconds: 5,
  })

/** Thrown when the client has disconnected, so nobody receives the response. */
export class Cancelled extends Refusal {
  constructor() {
    super('unavailable', requestMessages.cancelled())
  }
}
