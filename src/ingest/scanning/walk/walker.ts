/** The main thread's end of the Worker that walks. */
import { endWorker, startWorker } from '../../../workers'
import type { SidecarFound } from './beside'
import type { ReadSidecar } from './read-sidecars'
import type { FileBatch, Seen, WalkOrder, WalkResult } from './walk'
import type { WalkAnswer, WalkRequest } from './walk.worker'

const ended = 'the walk was ended'

interface Waiting {
  heard(answer: WalkAnswer): void
  failed(error: Error): void
}

/** The disk gave no sign of life for so long that nobody waits for it any more. */
export class DiskAsleep extends Error {
  override name = 'DiskAsleep'
}

/** A disk that spins up, or a network drive with a hundred thousand files in a folder, needs its time. */
const usualSilenceMs = 120_000

/** Workers that wait for disks that sleep, by root: one for each, however often it is asked for. */
const sleeping = new Map<string, Worker>()

/** One Worker, one question at a time. A walk that hangs on a dead drive is left to wait. */
export class Walker implements Disposable {
  readonly #silenceMs: number
  #worker: Worker
  #waiting: Waiting | undefined
  #isOver = false

  constructor(silenceMs = usualSilenceMs) {
    this.#silenceMs = silenceMs
    this.#worker = this.#start()
  }

  #start(): Worker {
    const worker = startWorker('walk')
    worker.addEventListener('message', ({ data }: MessageEvent<WalkAnswer>) => {
      if (worker === this.#worker) this.#waiting?.heard(data)
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (worker === this.#worker) this.#fail(new Error(`the walk failed: ${event.message}`))
    })
    worker.addEventListener('close', () => {
      if (worker === this.#worker) this[Symbol.dispose]()
    })
    worker.unref()
    return worker
  }

  async walk(order: WalkOrder, deliver: (batch: FileBatch) => void): Promise<WalkResult> {
    return this.#askOf<WalkResult>(order.root, { walk: order }, (answer, done) => {
      if ('batch' in answer) deliver(answer.batch)
      if ('result' in answer) done(answer.result)
    })
  }

  /** The same walk, of which only the end is told. */
  async look(order: WalkOrder): Promise<WalkResult> {
    return this.#askOf<WalkResult>(order.root, { look: order }, (answer, done) => {
      if ('result' in answer) done(answer.result)
    })
  }

  /** Of these paths, those where there is certainly no book any more: on a disk that sleeps, none. */
  async findGone(order: WalkOrder, device: string | undefined, paths: string[]): Promise<string[]> {
    return this.#askForPaths(order.root, { findGone: order, device, paths }, [])
  }

  /** Of these files, those that are being written still; of a disk that sleeps nobody knows of any. */
  async findGrowing(root: string, files: Seen[], waitMs: number): Promise<string[]> {
    const all = files.map(({ path }) => path)
    return this.#askForPaths(root, { findGrowing: files, root, waitMs }, all)
  }

  /** What is in these files, in the same order. */
  async readSidecars(root: string, files: SidecarFound[]): Promise<ReadSidecar[]> {
    return this.#askOf<ReadSidecar[]>(root, { readSidecars: files, root }, (answer, done) => {
      if ('sidecars' in answer) done(answer.sidecars)
    })
  }

  [Symbol.dispose]() {
    this.#isOver = true
    endWorker(this.#worker, 'walk')
    this.#fail(new Error(ended))
  }

  async #askForPaths(root: string, request: WalkRequest, asleep: string[]) {
    try {
      return await this.#askOf<string[]>(root, request, (answer, done) => {
        if ('found' in answer) done(answer.found)
      })
    } catch (error) {
      if (error instanceof DiskAsleep) return asleep
      throw error
    }
  }

  async #askOf<Answer>(
    root: string,
    request: WalkRequest,
    heard: (answer: WalkAnswer, done: (answer: Answer) => void) => void,
  ): Promise<Answer> {
    // A Worker that was ended never answers.
    if (this.#isOver) throw new Error(ended)
    if (sleeping.has(root)) throw new DiskAsleep('the disk does not answer still')
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => this.#leaveAsleep(root), this.#silenceMs)
    const hear = (answer: WalkAnswer) => {
      timer.refresh()
      heard(answer, resolve)
    }
    this.#waiting = { heard: hear, failed: reject }
    this.#worker.postMessage(request)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting = undefined
    })
  }

  /** Its Worker waits on; when the disk wakes up, it may be asked again. */
  #leaveAsleep(root: string) {
    const stuck = this.#worker
    sleeping.set(root, stuck)
    const woken = () => {
      sleeping.delete(root)
      stuck.terminate()
    }
    stuck.addEventListener('message', woken, { once: true })
    this.#worker = this.#start()
    this.#fail(new DiskAsleep('the disk does not answer'))
  }

  #fail(error: Error) {
    this.#waiting?.failed(error)
  }
}
