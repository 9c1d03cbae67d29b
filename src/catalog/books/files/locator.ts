/**
 * Looks up files in a Worker. If a disk does not respond, only requests for its books fail, after a
 * few seconds. The stuck Worker keeps waiting, and a new one replaces it.
 */
import type { Answer, Question } from './locate.worker'

export type Outcome = Answer | { code: 'asleep' }

interface Pending {
  question: Question
  resolve(outcome: Outcome): void
  reject(error: Error): void
}

export interface LocatorOptions {
  start(): Worker
  /** Timeout of one lookup in milliseconds. */
  timeoutMs?: number
  idleMs?: number
}

const maxPending = 2000

export class Locator {
  readonly #options: Required<LocatorOptions>
  /** Lookups that are not finished. The Worker is processing the first one. */
  #pending: Pending[] = []
  #worker: Worker | undefined
  /** Roots on disks that do not respond. */
  readonly #stuckRoots = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastKey = 0

  constructor(options: LocatorOptions) {
    this.#options = { timeoutMs: 5_000, idleMs: 30_000, ...options }
  }

  ask(place: Omit<Question, 'key'>): Promise<Outcome> {
    const isRejected = this.#stuckRoots.has(place.rootPath) || this.#pending.length >= maxPending
    if (isRejected) return Promise.resolve({ code: 'asleep' })
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const question = { ...place, key: ++this.#lastKey }
    this.#pending.push({ question, resolve, reject })
    this.#worker ??= this.#start()
    this.#worker.postMessage([question])
    if (this.#pending.length === 1) this.#watch()
    return promise
  }

  #start(): Worker {
    const worker = this.#options.start()
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (worker === this.#worker) this.#answered(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (worker === this.#worker)
        this.#giveUp(new Error(`file locator Worker crashed: ${event.message}`))
    })
    worker.unref()
    return worker
  }

  #answered(answer: Answer) {
    this.#pending.shift()?.resolve(answer)
    this.#watch()
  }

  /** Starts the timeout of the current lookup, or of the idle Worker if there is no lookup. */
  #watch() {
    clearTimeout(this.#timer)
    const { timeoutMs, idleMs } = this.#options
    const isIdle = this.#pending.length === 0
    this.#timer = setTimeout(
      () => (isIdle ? this.#end() : this.#abandonWorker()),
      isIdle ? idleMs : timeoutMs,
    )
    this.#timer.unref()
  }

  #abandonWorker() {
    const root = this.#pending[0]!.question.rootPath
    const stuck = this.#worker!
    this.#stuckRoots.add(root)
    // Each unresponsive disk leaves one stuck Worker behind. When that Worker answers, the disk is
    // available again.
    const handleLateAnswer = () => {
      this.#stuckRoots.delete(root)
      stuck.terminate()
    }
    stuck.addEventListener('message', handleLateAnswer, { once: true })
    this.#worker = undefined
    const [lost, others] = [this.#of(root, true), this.#of(root, false)]
    for (const { resolve } of lost) resolve({ code: 'asleep' })
    this.#pending = others
    if (others.length === 0) return
    this.#worker = this.#start()
    this.#worker.postMessage(others.map(({ question }) => question))
    this.#watch()
  }

  #of(root: string, isSame: boolean) {
    return this.#pending.filter(({ question }) => (question.rootPath === root) === isSame)
  }

  #giveUp(error: Error) {
    this.#end()
    for (const { reject } of this.#pending.splice(0)) reject(error)
  }

  #end() {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = undefined
  }
}
