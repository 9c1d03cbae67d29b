/**
 * Client of the Worker that converts documents. The Worker starts with the first document and is
 * terminated when it is idle.
 */
import { Semaphore } from '../../../platform/lib/semaphore'
import { endWorker, startWorker } from '../../../workers'
import type { KepubAnswer } from './kepub.worker'

/**
 * Converting a novel takes milliseconds. A document that takes longer than this is sent
 * unconverted.
 */
const defaultTimeoutMs = 20_000
const idleMs = 30_000
const maxWaiting = 100

/** Reason why a conversion did not produce a document. */
type ConversionFailure = 'timed out' | 'crashed'

type Outcome = KepubAnswer | { failure: ConversionFailure }

export class KepubConverter {
  readonly #timeoutMs: number
  readonly #start: () => Worker
  readonly #turns = new Semaphore(1, maxWaiting)
  #worker: Worker | undefined
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor({ timeoutMs = defaultTimeoutMs, start = () => startWorker('kepub') } = {}) {
    this.#timeoutMs = timeoutMs
    this.#start = start
  }

  /** Converts one document at a time. */
  convert(document: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Outcome> {
    return this.#turns.run(signal, async () => {
      clearTimeout(this.#idle)
      const outcome = await this.#ask(document)
      if ('failure' in outcome) this.#end()
      else this.#idle = setTimeout(() => this.#end(), idleMs).unref()
      return outcome
    })
  }

  #ask(document: Uint8Array<ArrayBuffer>): Promise<Outcome> {
    const worker = (this.#worker ??= this.#start())
    worker.unref()
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const timer = setTimeout(() => resolve({ failure: 'timed out' }), this.#timeoutMs)
    const onMessage = ({ data }: MessageEvent<KepubAnswer>) => resolve(data)
    const onError = (event: ErrorEvent) => {
      event.preventDefault()
      resolve({ failure: 'crashed' })
    }
    const onClose = () => resolve({ failure: 'crashed' })
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
    worker.addEventListener('close', onClose)
    worker.postMessage(document)
    return promise.finally(() => {
      clearTimeout(timer)
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
      worker.removeEventListener('close', onClose)
    })
  }

  #end() {
    if (this.#worker) endWorker(this.#worker, 'kepub')
    this.#worker = undefined
  }
}
