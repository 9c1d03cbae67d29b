/** Costly work one after the other: a few at once, some waiting, and no more than that. */
import { Refusal } from '../../errors'

interface Waiting {
  begin(): void
}

export class Turns {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** Whoever leaves before his turn frees his place; what has begun is done to its end. */
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
    if (signal.aborted) throw new Left()
    if (this.#running < this.#atOnce) {
      this.#running++
      return
    }
    if (this.#waiting.size >= this.#mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { begin: resolve }
    const leave = () => {
      this.#waiting.delete(waiting)
      reject(new Left())
    }
    this.#waiting.add(waiting)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** The turn is handed on before anybody new can come between. */
  #next() {
    const [first] = this.#waiting
    if (!first || this.#running >= this.#atOnce) return
    this.#waiting.delete(first)
    this.#running++
    first.begin()
  }
}

const busy = () =>
  new Refusal(
    'unavailable',
    'Too much of this kind is being prepared already. Try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  )

/** Nobody hears it any more. */
export class Left extends Refusal {
  constructor() {
    super('unavailable', 'The request was ended before its answer')
  }
}
