/** The main thread's end of the Worker that walks. */
import { startWorker } from '../workers'
import type { SidecarFound } from './beside'
import type { ReadSidecar } from './read-sidecars'
import type { FileBatch, Seen, WalkOrder, WalkResult } from './walk'
import type { WalkAnswer, WalkRequest } from './walk.worker'

const ended = 'the walk was ended'

interface Waiting {
  heard(answer: WalkAnswer): void
  failed(error: Error): void
}

/** One Worker, one question at a time. A walk that hangs on a dead drive ends with `dispose`. */
export class Walker implements Disposable {
  readonly #worker = startWorker('walk')
  #waiting: Waiting | undefined
  #isOver = false

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WalkAnswer>) =>
      this.#waiting?.heard(data),
    )
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#fail(new Error(`the walk failed: ${event.message}`))
    })
    this.#worker.addEventListener('close', () => this[Symbol.dispose]())
    this.#worker.unref()
  }

  async walk(order: WalkOrder, deliver: (batch: FileBatch) => void): Promise<WalkResult> {
    return this.#ask<WalkResult>({ walk: order }, (answer, done) => {
      if ('batch' in answer) deliver(answer.batch)
      if ('result' in answer) done(answer.result)
    })
  }

  /** The same walk, of which only the end is told. */
  async look(order: WalkOrder): Promise<WalkResult> {
    return this.#ask<WalkResult>({ look: order }, (answer, done) => {
      if ('result' in answer) done(answer.result)
    })
  }

  /** Of these paths, those where there is certainly no book any more. */
  async findGone(order: WalkOrder, device: string | undefined, paths: string[]): Promise<string[]> {
    return this.#askForPaths({ findGone: order, device, paths })
  }

  /** Of these files, those that are being written still. */
  async findGrowing(root: string, files: Seen[], waitMs: number): Promise<string[]> {
    return this.#askForPaths({ findGrowing: files, root, waitMs })
  }

  /** What is in these files, in the same order. */
  async readSidecars(root: string, files: SidecarFound[]): Promise<ReadSidecar[]> {
    return this.#ask<ReadSidecar[]>({ readSidecars: files, root }, (answer, done) => {
      if ('sidecars' in answer) done(answer.sidecars)
    })
  }

  [Symbol.dispose]() {
    this.#isOver = true
    this.#worker.terminate()
    this.#fail(new Error(ended))
  }

  #askForPaths(request: WalkRequest) {
    return this.#ask<string[]>(request, (answer, done) => {
      if ('found' in answer) done(answer.found)
    })
  }

  #ask<Answer>(
    request: WalkRequest,
    heard: (answer: WalkAnswer, done: (answer: Answer) => void) => void,
  ): Promise<Answer> {
    // A Worker that was ended never answers.
    if (this.#isOver) return Promise.reject(new Error(ended))
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting = { heard: (answer) => heard(answer, resolve), failed: reject }
    this.#worker.postMessage(request)
    return promise.finally(() => (this.#waiting = undefined))
  }

  #fail(error: Error) {
    this.#waiting?.failed(error)
  }
}
