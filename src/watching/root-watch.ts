/** One root that is watched: by events where they work, else by looking now and then. */
import type { Watched } from '../libraries/condition'
import { startWorker } from '../workers'
import { type Place, signatureOf } from './signature'
import type { WatchAnswer, WatchOrder } from './watch.worker'

export interface RootTiming {
  pollMs: number
  /** Events are not trusted alone: so often a root is looked at although it is watched. */
  checkMs: number
  /** Until events are tried again, where what stood in their way may pass. */
  retryMs: number
  /** How often to make sure that the folder is still the one that is watched. */
  lookEveryMs: number
  /** After so long without an answer the drive counts as one that hangs. */
  patienceMs: number
}

export interface RootOrder {
  place: Place
  timing: RootTiming
  /** Why it must not be watched by events, whatever it lies on. */
  unfit?: string | undefined
  fileSystem?: number | undefined
}

/** What a root tells. None of them may throw. */
export interface Ears {
  settled(watched: Watched): void
  /** It is watched from now on: what happened before was not heard. */
  ready(): void
  dirty(): void
  failed(error: unknown): void
}

const hangs = 'The drive does not answer.'

export class RootWatch {
  readonly #order: RootOrder
  readonly #ears: Ears
  readonly #over = new AbortController()
  #worker: Worker | undefined
  #signature: string | undefined
  #isLooking = false
  #isReady = false
  #everyMs = 0
  #lookTimer: ReturnType<typeof setTimeout> | undefined
  #settleTimer: ReturnType<typeof setTimeout> | undefined

  constructor(order: RootOrder, ears: Ears) {
    this.#order = order
    this.#ears = ears
  }

  begin(afterMs = 0) {
    this.#settleTimer = setTimeout(() => this.#settle(), afterMs)
  }

  /** Nothing is told any more. */
  stop() {
    this.#over.abort()
    clearTimeout(this.#lookTimer)
    this.#endWorker()
  }

  get #isOver() {
    return this.#over.signal.aborted
  }

  #settle() {
    const { unfit, place, timing, fileSystem } = this.#order
    if (unfit !== undefined) return this.#poll(unfit)
    const worker = startWorker('watch')
    this.#worker = worker
    worker.unref()
    worker.addEventListener('message', ({ data }: MessageEvent<WatchAnswer>) => {
      if (this.#worker === worker) this.#hear(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (this.#worker !== worker) return
      this.#ears.failed(new Error(`the Worker that watches ended: ${event.message}`))
      this.#lose('Watching broke down.', true)
    })
    const order: WatchOrder = {
      root: place.path,
      excluded: [...place.excluded],
      lookEveryMs: timing.lookEveryMs,
      ...(fileSystem !== undefined && { fileSystem }),
    }
    this.#settleTimer = setTimeout(() => this.#lose(hangs, false), timing.patienceMs)
    worker.postMessage(order)
  }

  #hear(answer: WatchAnswer) {
    if ('dirty' in answer) return this.#ears.dirty()
    if ('unfit' in answer) return this.#lose(answer.unfit, answer.mayPass)
    clearTimeout(this.#settleTimer)
    this.#ears.settled({ mode: 'events', reason: null })
    this.#lookFrom(this.#order.timing.checkMs)
  }

  /** From events to polling. What happened at that moment may have gone unheard. */
  #lose(reason: string, mayPass: boolean) {
    this.#endWorker()
    this.#poll(reason)
    if (!mayPass) return
    this.#settleTimer = setTimeout(() => this.#settle(), this.#order.timing.retryMs)
  }

  #poll(reason: string) {
    this.#ears.settled({ mode: 'polling', reason })
    this.#lookFrom(this.#order.timing.pollMs)
  }

  #endWorker() {
    clearTimeout(this.#settleTimer)
    this.#worker?.terminate()
    this.#worker = undefined
  }

  /** Looks now, and then so often. */
  #lookFrom(everyMs: number) {
    this.#everyMs = everyMs
    void this.#lookOnAndOn()
  }

  async #lookOnAndOn() {
    await this.#look()
    if (this.#isOver) return
    clearTimeout(this.#lookTimer)
    this.#lookTimer = setTimeout(() => void this.#lookOnAndOn(), this.#everyMs)
  }

  async #look() {
    // One that hangs must not become many that hang.
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const signature = await signatureOf(this.#order.place, this.#over.signal)
      if (this.#isOver) return
      if (this.#isReady && signature !== this.#signature) this.#ears.dirty()
      this.#signature = signature
      if (!this.#isReady) this.#ears.ready()
      this.#isReady = true
    } catch (error) {
      if (!this.#isOver) this.#ears.failed(error)
    } finally {
      this.#isLooking = false
    }
  }
}
